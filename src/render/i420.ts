import type { Blocks } from './blocks.ts'
import type { Rect } from './stage.ts'

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

/**
 * Converts opaque RGBA pixels into a window of a picture and marks the blocks that changed.
 *
 * Integer BT.709 with 16 bits of fraction (ITU-R BT.709-6, section 3, in limited range): the same
 * bytes on every machine. One pass over 2×2 pixels, because chroma is their mean.
 * @param rgba the pixels of exactly `at`, whose edges must be even.
 * @param shown the pixels that the whole picture was made of so far, brought up to date here: what
 *   is equal needs no conversion. All zero to begin with.
 */
export function patchI420(
  picture: I420Picture,
  rgba: Uint8Array,
  at: Rect,
  shown: Uint32Array,
  changed: Blocks,
): void {
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength >> 2)
  const { width, y, u, v } = picture
  for (let row = 0; row < at.height; row += 2) {
    const flags = ((at.y + row) >> 4) * changed.columns
    const chromaRow = ((at.y + row) >> 1) * u.stride
    let from = row * at.width
    let known = (at.y + row) * width + at.x
    let luma = (at.y + row) * y.stride + at.x
    for (let x = at.x; x < at.x + at.width; x += 2, from += 2, known += 2, luma += 2) {
      const a = source[from]!
      const b = source[from + 1]!
      const c = source[from + at.width]!
      const d = source[from + at.width + 1]!
      if (
        a === shown[known] &&
        b === shown[known + 1] &&
        c === shown[known + width] &&
        d === shown[known + width + 1]
      )
        continue
      shown[known] = a
      shown[known + 1] = b
      shown[known + width] = c
      shown[known + width + 1] = d
      y.bytes[luma] = lumaOf(a)
      y.bytes[luma + 1] = lumaOf(b)
      y.bytes[luma + y.stride] = lumaOf(c)
      y.bytes[luma + y.stride + 1] = lumaOf(d)
      const red = (a & 255) + (b & 255) + (c & 255) + (d & 255)
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
      const blue = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)
      u.bytes[chromaRow + (x >> 1)] = (-6596 * red - 22189 * green + 28785 * blue + 33685504) >> 18
      v.bytes[chromaRow + (x >> 1)] = (28785 * red - 26145 * green - 2640 * blue + 33685504) >> 18
      changed.flags[flags + (x >> 4)] = 1
    }
  }
}

function lumaOf(pixel: number): number {
  return (11966 * (pixel & 255) + 40254 * ((pixel >> 8) & 255) + 4064 * ((pixel >> 16) & 255) + 1081344) >> 16
}
