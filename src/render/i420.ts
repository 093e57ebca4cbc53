import type { Rect } from './stage.ts'

/** A picture as the encoder takes it: full luma, quarter chroma, BT.709, limited range. */
export interface I420Picture {
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** An empty picture. Width and height must be even. */
export function createI420(width: number, height: number): I420Picture {
  return { width, height, bytes: Buffer.alloc((width * height * 3) / 2) }
}

/**
 * Converts opaque RGBA pixels into a rectangle of a picture.
 *
 * Integer BT.709 with 16 bits of fraction (ITU-R BT.709-6, section 3, in limited range): the same
 * bytes on every machine. One pass over 2×2 blocks, because chroma is their mean.
 * @param rgba the pixels of exactly `at`, whose edges must be even.
 */
export function patchI420(picture: I420Picture, rgba: Uint8Array, at: Rect): void {
  const source = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength >> 2)
  const { width, height, bytes } = picture
  const chromaStride = width >> 1
  const uStart = width * height
  const vStart = uStart + (uStart >> 2)
  for (let y = 0; y < at.height; y += 2) {
    let upper = y * at.width
    let lower = upper + at.width
    let luma = (at.y + y) * width + at.x
    let chroma = ((at.y + y) >> 1) * chromaStride + (at.x >> 1)
    for (let x = 0; x < at.width; x += 2) {
      const a = source[upper]!
      const b = source[upper + 1]!
      const c = source[lower]!
      const d = source[lower + 1]!
      bytes[luma] = lumaOf(a)
      bytes[luma + 1] = lumaOf(b)
      bytes[luma + width] = lumaOf(c)
      bytes[luma + width + 1] = lumaOf(d)
      const red = (a & 255) + (b & 255) + (c & 255) + (d & 255)
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
      const blue = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)
      bytes[uStart + chroma] = (-6596 * red - 22189 * green + 28785 * blue + 33685504) >> 18
      bytes[vStart + chroma] = (28785 * red - 26145 * green - 2640 * blue + 33685504) >> 18
      upper += 2
      lower += 2
      luma += 2
      chroma += 1
    }
  }
}

function lumaOf(pixel: number): number {
  return (11966 * (pixel & 255) + 40254 * ((pixel >> 8) & 255) + 4064 * ((pixel >> 16) & 255) + 1081344) >> 16
}
