/** One component of a picture: rows of `stride` bytes, of which the first ones are shown. */
export interface Plane {
  readonly bytes: Uint8Array
  readonly stride: number
}

/** A picture as the encoder takes it: full luma, quarter chroma, BT.709, limited range. */
export interface I420Picture {
  readonly width: number
  readonly height: number
  readonly y: Plane
  readonly u: Plane
  readonly v: Plane
}

/** An empty picture. Width and height must be even. */
export function createI420(width: number, height: number): I420Picture {
  const plane = (columns: number, rows: number): Plane => ({
    bytes: new Uint8Array(columns * rows),
    stride: columns,
  })
  return {
    width,
    height,
    y: plane(width, height),
    u: plane(width / 2, height / 2),
    v: plane(width / 2, height / 2),
  }
}
