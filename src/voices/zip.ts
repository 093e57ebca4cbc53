import { inflateRawSync } from 'node:zlib'

/**
 * As much of the ZIP format as Python's packages (`.whl`) use.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
/** The end record may be followed by a comment of 65,535 bytes. */
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8
/** Says that a size is too large for its field, which no file of ours is. */
const TOO_LARGE = 0xffffffff

/** The content of one file in an archive. @throws when it is not there or the archive is damaged. */
export function readZipEntry(zip: Buffer, name: string): Buffer {
  for (const entry of entriesOf(zip)) if (entry.name === name) return contentOf(zip, entry)
  throw new Error(`The archive holds no ${name}`)
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly packedSize: number
  readonly headerAt: number
}

function* entriesOf(zip: Buffer): Generator<Entry> {
  const end = findEnd(zip)
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('The archive is damaged')
    const nameLength = zip.readUInt16LE(at + 28)
    const packedSize = zip.readUInt32LE(at + 20)
    if (packedSize === TOO_LARGE) throw new Error('The archive is larger than 4 GB')
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      packedSize,
      headerAt: zip.readUInt32LE(at + 42),
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

function findEnd(zip: Buffer): number {
  const least = Math.max(0, zip.length - END_SIZE - LONGEST_COMMENT)
  for (let at = zip.length - END_SIZE; at >= least; at -= 1)
    if (zip.readUInt32LE(at) === END_SIGNATURE) return at
  throw new Error('This is no ZIP archive')
}

/** The entry's own header repeats the name, with extra fields of another length. */
function contentOf(zip: Buffer, { name, method, packedSize, headerAt }: Entry): Buffer {
  const start = headerAt + 30 + zip.readUInt16LE(headerAt + 26) + zip.readUInt16LE(headerAt + 28)
  const packed = zip.subarray(start, start + packedSize)
  if (method === STORED) return packed
  if (method === DEFLATED) return inflateRawSync(packed)
  throw new Error(`${name} is packed in a way that is not known (${method})`)
}
