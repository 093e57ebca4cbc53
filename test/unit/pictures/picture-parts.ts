import { crc32 } from 'node:zlib'

/** Takes pictures apart and puts them together, for tests that build what no encoder writes. */

const MARKER = 0xff
const START_OF_SCAN = 0xda

/** The start, each segment, the scans with all that is behind them. */
export function jpegParts(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 2)]
  let at = 2
  while (file[at + 1] !== START_OF_SCAN) {
    const end = at + 2 + file.readUInt16BE(at + 2)
    parts.push(file.subarray(at, end))
    at = end
  }
  return [...parts, file.subarray(at)]
}

/** A segment with a marker. @param lie added to the length that it says it has. */
export function jpegSegment(kind: number, content: Buffer, lie = 0): Buffer {
  const head = Buffer.from([MARKER, kind, 0, 0])
  head.writeUInt16BE((content.length + 2 + lie) & 0xffff, 2)
  return Buffer.concat([head, content])
}

/** What a frame header of three components says. */
export function jpegFrame(width: number, height: number): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return frame
}

/** The signature and each chunk. */
export function pngParts(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 8)]
  for (let at = 8; at < file.length;) {
    const end = at + 12 + file.readUInt32BE(at)
    parts.push(file.subarray(at, end))
    at = end
  }
  return parts
}

/** A chunk with the right checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

/** What a header says: eight bits, with or without transparency. */
export function pngHeader(width: number, height: number, colourType: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, colourType, 0, 0, 0])
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return data
}

/** The header of the file and each chunk. */
export function webpParts(file: Buffer): Buffer[] {
  const parts = [file.subarray(0, 12)]
  for (let at = 12; at < file.length;) {
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    parts.push(file.subarray(at, end))
    at = end
  }
  return parts
}

/** A chunk, filled up to an even length. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The extended header of a picture with a canvas. */
export function webpCanvas(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags, 0)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', data)
}

/** The same chunks behind a header that says how long they are. @param lie added to that length. */
export function webpFile(parts: readonly Buffer[], lie = 0): Buffer {
  const file = Buffer.concat(parts)
  if (file.length >= 8) file.writeUInt32LE(Math.max(0, file.length - 8 + lie), 4)
  return file
}
