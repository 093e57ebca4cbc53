import { damaged } from './refusals.ts'
import type { PictureSize } from './size.ts'

/** Markers (ITU-T T.81, table B.1) that a photograph has; others are refused wherever they are. */
const TABLES = [0xdb, 0xc4, 0xdd]
const FIRST_NOTE = 0xe0
const LAST_NOTE = 0xef
const COMMENT = 0xfe
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Baseline, extended and progressive, all with Huffman codes: what browsers show, too. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Restarts within a scan: markers without a length, as is a byte of FF that belongs to the picture. */
const FIRST_RESTART = 0xd0
const LAST_RESTART = 0xd7
const STUFFED = 0x00

/** Grey, colour, or four inks. */
const COMPONENTS = [1, 3, 4]

/**
 * The size in the one frame header of a JPEG file (ITU-T T.81, B.2.2), read up to its end. What comes
 * behind the end is no part of the picture.
 *
 * @throws PictureRefused when markers other than those of a photograph are in it, when bytes are between
 *   its segments, and when it has no frame header or two.
 */
export function jpegSize(bytes: Buffer): PictureSize {
  let size: PictureSize | null = null
  for (let at = 2; ;) {
    const marker = markerAt(bytes, at)
    if (marker === null) break
    const { kind, segment } = marker
    if (kind === END_OF_IMAGE) break
    const length = bytes.readUInt16BE(segment)
    if (length < 2) throw damaged()
    if (FRAMES.includes(kind)) {
      if (size !== null) throw damaged()
      size = frameSize(bytes, segment, length)
    } else if (kind === START_OF_SCAN ? size === null : !isTableOrNote(kind)) throw damaged()
    at = segment + length
    if (kind === START_OF_SCAN) at = endOfScan(bytes, at)
  }
  if (size === null) throw damaged()
  return size
}

/** The marker at a place and where its segment begins; null where the file has ended. */
function markerAt(bytes: Buffer, at: number): { kind: number; segment: number } | null {
  let kindAt = at + 1
  // Any number of these may fill the room before a marker (B.1.1.2).
  while (bytes[kindAt] === 0xff) kindAt += 1
  const kind = bytes[kindAt]
  if (kind === undefined) return null
  if (bytes[at] !== 0xff) throw damaged()
  return { kind, segment: kindAt + 1 }
}

function frameSize(bytes: Buffer, segment: number, length: number): PictureSize {
  const components = bytes.readUInt8(segment + 7)
  if (!COMPONENTS.includes(components) || length !== 8 + 3 * components) throw damaged()
  return { height: bytes.readUInt16BE(segment + 3), width: bytes.readUInt16BE(segment + 5) }
}

function isTableOrNote(kind: number): boolean {
  return TABLES.includes(kind) || kind === COMMENT || (kind >= FIRST_NOTE && kind <= LAST_NOTE)
}

/** Where the first marker is that ends a scan; the end of the file when there is none. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1]
    const isOfScan = kind === STUFFED || kind === 0xff || (kind !== undefined && isRestart(kind))
    if (!isOfScan) return at
  }
  return bytes.length
}

function isRestart(kind: number): boolean {
  return kind >= FIRST_RESTART && kind <= LAST_RESTART
}
