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

/** A part of a picture as a picture of its own, in the same memory. All numbers are even. */
export function partOf(
  { y, u, v }: I420Picture,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): I420Picture {
  const { width, height } = part
  const plane = ({ bytes, stride }: Plane, size: number): Plane => ({
    bytes: bytes.subarray((part.y / size) * stride + part.x / size),
    stride,
  })
  return { width, height, y: plane(y, 1), u: plane(u, 2), v: plane(v, 2) }
}

/** Copies a picture over another one of its size. */
export function copyPicture(from: I420Picture, to: I420Picture): void {
  copyPlane(from.y, to.y, from.width, from.height)
  copyPlane(from.u, to.u, from.width / 2, from.height / 2)
  copyPlane(from.v, to.v, from.width / 2, from.height / 2)
}

function copyPlane(from: Plane, to: Plane, width: number, height: number): void {
  for (let row = 0; row < height; row += 1) {
    const start = row * from.stride
    to.bytes.set(from.bytes.subarray(start, start + width), row * to.stride)
  }
}

/** Lays a picture over another one of its size, a share of it: 0 nothing to 1 all. */
export function blendPicture(from: I420Picture, to: I420Picture, share: number): void {
  const part = Math.round(share * 256)
  for (const [name, size] of [
    ['y', 1],
    ['u', 2],
    ['v', 2],
  ] as const)
    blendPlane(from[name], to[name], from.width / size, from.height / size, part)
}

function blendPlane(from: Plane, to: Plane, width: number, height: number, part: number): void {
  for (let row = 0; row < height; row += 1) {
    const [source, target] = [row * from.stride, row * to.stride]
    for (let column = 0; column < width; column += 1) {
      const here = to.bytes[target + column] ?? 0
      const over = from.bytes[source + column] ?? 0
      to.bytes[target + column] = here + (((over - here) * part + 128) >> 8)
    }
  }
}

/** A picture as RGBA, opaque, without gaps between rows. */
export function rgbaOf({ width, height, y, u, v }: I420Picture): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const light = 1.164_384 * ((y.bytes[row * y.stride + column] ?? 0) - 16)
      const [down, across] = [row >> 1, column >> 1]
      const blue = (u.bytes[down * u.stride + across] ?? 0) - 128
      const red = (v.bytes[down * v.stride + across] ?? 0) - 128
      const at = (row * width + column) * 4
      rgba[at] = light + 1.792_741 * red
      rgba[at + 1] = light - 0.213_249 * blue - 0.532_909 * red
      rgba[at + 2] = light + 2.112_402 * blue
      rgba[at + 3] = 255
    }
  }
  return rgba
}
