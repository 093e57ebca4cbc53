import { animated, damaged } from './refusals.ts'
import type { PictureSize } from './size.ts'

/** `RIFF`, the length of all that follows, `WEBP`. */
const FILE_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
/** In the first byte of an extended header. */
const ANIMATION_FLAG = 0x02
/** Begin the key frame of a lossy picture (RFC 6386, 9.1) and a lossless one (RFC 9649, 3.4). */
const LOSSY_START_CODE = 0x2a019d
const LOSSLESS_SIGNATURE = 0x2f

/**
 * The size of the one frame of a WebP file (RFC 9649): lossy, lossless, or either behind an extended
 * header, whose canvas has to be of the same size.
 *
 * @throws PictureRefused when there is no frame or another one, when canvas and frame differ in size,
 *   and when it is an animation.
 */
export function webpSize(bytes: Buffer): PictureSize {
  let canvas: PictureSize | null = null
  let frame: PictureSize | null = null
  for (const { type, data, isFirst } of chunksOf(bytes)) {
    if (type === 'ANIM' || type === 'ANMF') throw animated()
    if (type === 'VP8X') {
      if (!isFirst) throw damaged()
      if (bytes.readUInt8(data) & ANIMATION_FLAG) throw animated()
      canvas = { width: bytes.readUIntLE(data + 4, 3) + 1, height: bytes.readUIntLE(data + 7, 3) + 1 }
    }
    if (type === 'VP8 ' || type === 'VP8L') {
      if (frame !== null) throw damaged()
      frame = type === 'VP8 ' ? lossySize(bytes, data) : losslessSize(bytes, data)
    }
    // Without an extended header, the frame is all there is.
    if (canvas === null && frame === null) throw damaged()
  }
  if (frame === null) throw damaged()
  if (canvas !== null && (canvas.width !== frame.width || canvas.height !== frame.height)) throw damaged()
  return frame
}

interface Chunk {
  readonly type: string
  /** Where its content begins. */
  readonly data: number
  readonly isFirst: boolean
}

/** The chunks of a file, up to the length that it says it has. Each is filled up to an even length. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  const end = Math.min(bytes.length, CHUNK_HEADER_BYTES + bytes.readUInt32LE(4))
  let at = FILE_HEADER_BYTES
  while (at + CHUNK_HEADER_BYTES <= end) {
    const data = at + CHUNK_HEADER_BYTES
    yield { type: bytes.toString('latin1', at, at + 4), data, isFirst: at === FILE_HEADER_BYTES }
    const length = bytes.readUInt32LE(at + 4)
    at = data + length + (length % 2)
  }
}

/** The upper two bits of each say how large it may be shown, which decoders leave to others. */
function lossySize(bytes: Buffer, data: number): PictureSize {
  const isKeyFrame = (bytes.readUInt8(data) & 1) === 0
  if (!isKeyFrame || bytes.readUIntLE(data + 3, 3) !== LOSSY_START_CODE) throw damaged()
  return { width: bytes.readUInt16LE(data + 6) & 0x3fff, height: bytes.readUInt16LE(data + 8) & 0x3fff }
}

function losslessSize(bytes: Buffer, data: number): PictureSize {
  if (bytes.readUInt8(data) !== LOSSLESS_SIGNATURE) throw damaged()
  const packed = bytes.readUInt32LE(data + 1)
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
}
