import type { FileHandle } from 'node:fs/promises'

/** One of the boxes that an MP4 file is made of (ISO/IEC 14496-12): where it lies in the file. */
export interface Box {
  /** Four characters, such as `moov`. */
  readonly type: string
  /** Of its first byte, the header included. */
  readonly start: number
  /** Of the first byte of its content. */
  readonly contentStart: number
  /** Of the first byte after it. */
  readonly end: number
}

/** Size and type; the size may be followed by one of eight bytes. */
const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16

/** The outermost boxes of a file, in their order. @throws when the file is not made of boxes. */
export async function outermostBoxes(file: FileHandle): Promise<Box[]> {
  const { size } = await file.stat()
  const boxes: Box[] = []
  for (let start = 0; start < size;) {
    const box = await boxAt(file, start, size)
    boxes.push(box)
    start = box.end
  }
  return boxes
}

async function boxAt(file: FileHandle, start: number, fileSize: number): Promise<Box> {
  const header = await readPart(file, start, Math.min(start + LONG_HEADER_BYTES, fileSize))
  if (header.length < HEADER_BYTES) throw new Error('The file ends within a box')
  const type = header.toString('latin1', 4, 8)
  const size = header.readUInt32BE(0)
  const isLong = size === 1
  if (isLong && header.length < LONG_HEADER_BYTES) throw new Error('The file ends within a box')
  // A size of 0 stands for all that is left.
  const end = size === 0 ? fileSize : start + (isLong ? Number(header.readBigUInt64BE(8)) : size)
  const contentStart = start + (isLong ? LONG_HEADER_BYTES : HEADER_BYTES)
  if (end < contentStart || end > fileSize) throw new Error(`The box "${type}" does not fit into the file`)
  return { type, start, contentStart, end }
}

/** The bytes of a file from `start` to before `end`. */
export async function readPart(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
  return bytes.subarray(0, bytesRead)
}
