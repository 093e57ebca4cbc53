import { animated, damaged } from './refusals.ts'
import type { PictureSize } from './size.ts'

const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const AROUND_DATA_BYTES = 12
const HEADER_BYTES = 13
/** Chunks that a decoder has to understand have a capital first letter; there are these. */
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND']
/** Chunks of APNG. */
const OF_ANIMATIONS = ['acTL', 'fcTL', 'fdAT']

/**
 * The size in the header of a PNG file, which is its first chunk (PNG, third edition, 11.2.1).
 *
 * @throws PictureRefused when another header follows, or a chunk that no decoder knows but must; when
 *   it is an animation.
 */
export function pngSize(bytes: Buffer): PictureSize {
  if (typeAt(bytes, SIGNATURE_BYTES) !== 'IHDR' || bytes.readUInt32BE(SIGNATURE_BYTES) !== HEADER_BYTES) {
    throw damaged()
  }
  const data = SIGNATURE_BYTES + 8
  const size = { width: bytes.readUInt32BE(data), height: bytes.readUInt32BE(data + 4) }
  let at = data + HEADER_BYTES + 4
  while (at + AROUND_DATA_BYTES <= bytes.length) {
    const type = typeAt(bytes, at)
    if (OF_ANIMATIONS.includes(type)) throw animated()
    if (type === 'IHDR' || !/^[A-Za-z]{4}$/u.test(type)) throw damaged()
    if (/^[A-Z]/u.test(type) && !CRITICAL.includes(type)) throw damaged()
    // What follows is no part of the picture.
    if (type === 'IEND') break
    at += AROUND_DATA_BYTES + bytes.readUInt32BE(at)
  }
  return size
}

function typeAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at + 4, at + 8)
}
