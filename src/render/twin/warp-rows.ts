/** One plane of a picture, to be looked at between its pixels. */
export interface Sampled {
  readonly bytes: Uint8Array
  readonly stride: number
  /** The last pixels that have neighbours to the right and below. */
  readonly lastX: number
  readonly lastY: number
  /** Where the vertices of a mesh are in the whole picture. */
  readonly points: Float32Array
}

/** Places between two pixels. */
export const SAMPLES = 65_536

/** The longest row of a picture. */
const LONGEST = 4_096

/** Rows of the face, of the mouth that is put in and of another one that it is blended with; 16 bits of fraction. */
const rows = [new Int32Array(LONGEST), new Int32Array(LONGEST), new Int32Array(LONGEST)] as const
const [faceRow, mouthRow, otherRow] = rows

/**
 * Takes a row of pixels out of a picture: bilinear, with eight bits of fraction.
 *
 * @param x,y where the first one is, in 1/SAMPLES of a pixel; `acrossX` and `acrossY` lead to the next one.
 * @param row where it is kept for `blendRow`: 0 the face, 1 the mouth, 2 another mouth.
 */
export function sampleRow(
  { bytes, stride, lastX, lastY }: Sampled,
  x: number,
  y: number,
  acrossX: number,
  acrossY: number,
  count: number,
  row: number,
): void {
  const target = rows[row] ?? faceRow
  let [left, top] = [Math.round(x), Math.round(y)]
  const [stepX, stepY] = [Math.round(acrossX), Math.round(acrossY)]
  for (let index = 0; index < count; index += 1, left += stepX, top += stepY) {
    let column = left >> 16
    let line = top >> 16
    if (column < 0) column = 0
    else if (column > lastX) column = lastX
    if (line < 0) line = 0
    else if (line > lastY) line = lastY
    const across = (left >> 8) & 255
    const down = (top >> 8) & 255
    const at = line * stride + column
    const below = at + stride
    const here = bytes[at] ?? 0
    const under = bytes[below] ?? 0
    const upper = (here << 8) + across * ((bytes[at + 1] ?? 0) - here)
    const lower = (under << 8) + across * ((bytes[below + 1] ?? 0) - under)
    target[index] = (upper << 8) + down * (lower - upper)
  }
}

/** Sampled values are in 65,536ths of a colour. */
const PER_SAMPLE = 1 / 65_536

/**
 * Writes a row of sampled pixels into a plane.
 *
 * @param share how much of the mouth is seen at the first pixel, 0 to 1; `shareStep` more at each next one.
 * @param offset what is added to the mouth's colour at the first pixel; `offsetStep` more at each next one.
 * @param blend how much of the mouth is the other one, 0 to 1.
 */
export function blendRow(
  target: Uint8Array,
  at: number,
  count: number,
  share: number,
  shareStep: number,
  offset: number,
  offsetStep: number,
  blend: number,
): void {
  let [seen, added] = [share, offset]
  for (let index = 0; index < count; index += 1, seen += shareStep, added += offsetStep) {
    const face = faceRow[index] ?? 0
    let mouth = mouthRow[index] ?? 0
    if (blend > 0) mouth += ((otherRow[index] ?? 0) - mouth) * blend
    const strength = seen > 1 ? 1 : seen < 0 ? 0 : seen
    const value = (face + (mouth + added * SAMPLES - face) * strength) * PER_SAMPLE + 0.5
    target[at + index] = value < 0 ? 0 : value > 255 ? 255 : value
  }
}
