import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Objects that are encrypted in chunks, each readable by itself:
 * `"PVS1" | salt (32) | chunk | chunk | …`, a chunk being up to 64 KiB of ciphertext and a tag of 16 bytes.
 *
 * Each object has a key of its own, made from the data key and its salt (HKDF-SHA-256), so that the number of a chunk
 * is nonce enough. The nonce also says which chunk is the last: none can be left out, repeated or moved. The name of
 * the object is authenticated along with every chunk.
 */

const CIPHER = 'aes-256-gcm'
const MAGIC = Buffer.from('PVS1')
const SALT_BYTES = 32
const KEY_BYTES = 32
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** Plain bytes of a chunk. Small enough that a player's jump into a film costs little. */
const CHUNK_BYTES = 65_536
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES

/** Bytes before the first chunk. */
export const HEADER_BYTES = MAGIC.length + SALT_BYTES

/**
 * Plain bytes of an object, by its size as it is stored. @throws when no object is of such a size: the last chunk has a
 * whole tag, and a byte before it unless it is the only one. Whoever reads all plain bytes has then read that chunk, which
 * alone proves where the object ends.
 */
export function plainSize(storedBytes: number): number {
  const sealed = storedBytes - HEADER_BYTES
  const chunks = Math.ceil(sealed / SEALED_CHUNK_BYTES)
  const last = sealed - (chunks - 1) * SEALED_CHUNK_BYTES
  if (sealed < TAG_BYTES) throw new Error('A sealed object is too short')
  if (last < TAG_BYTES || (last === TAG_BYTES && chunks > 1)) throw new Error('A sealed object is cut short')
  return sealed - chunks * TAG_BYTES
}

/** The stored bytes, counted from 0, that hold a range of plain bytes: whole chunks. */
export function storedRange(start: number, end: number, storedBytes: number): { start: number; end: number } {
  const [first, last] = [Math.floor(start / CHUNK_BYTES), Math.floor(end / CHUNK_BYTES)]
  return {
    start: HEADER_BYTES + first * SEALED_CHUNK_BYTES,
    end: Math.min(HEADER_BYTES + (last + 1) * SEALED_CHUNK_BYTES, storedBytes) - 1,
  }
}

/** Encrypts an object. @param name of the object, which it can only be opened under. */
export async function* sealed(
  plain: AsyncIterable<Buffer>,
  dataKey: Buffer,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = objectKey(dataKey, salt)
  yield Buffer.concat([MAGIC, salt])
  let number = 0
  for await (const { chunk, isLast } of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(name))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** What a range of an object is opened with. */
export interface OpenRange {
  readonly dataKey: Buffer
  readonly name: string
  /** The first bytes of the object. */
  readonly header: Buffer
  readonly storedBytes: number
  /** Plain bytes, the first and the last, counted from 0. */
  readonly start: number
  readonly end: number
}

/**
 * Decrypts a range of an object.
 *
 * @param stored the bytes of `storedRange`. @throws when they were changed, cut or moved.
 */
export async function* opened(stored: AsyncIterable<Buffer>, range: OpenRange): AsyncGenerator<Buffer> {
  const { dataKey, name, header, storedBytes, start, end } = range
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('This is not a sealed object')
  const key = objectKey(dataKey, header.subarray(MAGIC.length))
  const count = Math.ceil((storedBytes - HEADER_BYTES) / SEALED_CHUNK_BYTES)
  let number = Math.floor(start / CHUNK_BYTES)
  for await (const { chunk } of inChunks(stored, SEALED_CHUNK_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new Error('A sealed object is cut short')
    // Without its length, Node takes a shorter tag too, which is soon guessed.
    const decipher = createDecipheriv(CIPHER, key, nonceOf(number, number === count - 1), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(name))
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
    const first = number * CHUNK_BYTES
    yield plain.subarray(Math.max(0, start - first), end - first + 1)
    number += 1
  }
  // A store that hands over less than it was asked for must not pass for a shorter film.
  if (number <= Math.floor(end / CHUNK_BYTES)) throw new Error('A sealed object is cut short')
}

function objectKey(dataKey: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, salt, 'presenter-video-api/v1/sealed-object', KEY_BYTES))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, 0)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

/** Cuts bytes into chunks of a size; the last may be shorter. There is one even when there are no bytes. */
async function* inChunks(
  bytes: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let parts: Buffer[] = []
  let length = 0
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    // One chunk is held back: only the end of the bytes tells which is the last.
    if (length <= size) continue
    const all = Buffer.concat(parts)
    let from = 0
    for (; all.length - from > size; from += size) {
      yield { chunk: all.subarray(from, from + size), isLast: false }
    }
    parts = [all.subarray(from)]
    length = all.length - from
  }
  yield { chunk: Buffer.concat(parts), isLast: true }
}
