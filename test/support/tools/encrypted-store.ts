import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { folderParts, keyParts } from '../../../src/media/key-parts.ts'
import { MediaMissing } from '../../../src/media/media-missing.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'

/** So small that every file of a test has several. */
const CHUNK_BYTES = 1_000
const TAG_BYTES = 16
const NONCE_BYTES = 12

interface Sealed {
  /** Of this object alone: without it, nobody reads what is left of the object anywhere. */
  readonly secret: Buffer
  readonly chunks: Buffer[]
  readonly count: number
  readonly sizeBytes: number
  readonly modifiedAt: Date
  readonly version: string
}

/** A store without a path behind it, and a look at what it keeps. */
export interface EncryptedStore extends MediaStore {
  /** The sealed chunks of a key, for a test that reads or spoils them. */
  chunks(key: string): Buffer[]
  /** All keys that hold a file. */
  keys(): string[]
}

/**
 * Keeps objects in memory, encrypted in chunks with a key for each object: proof that nothing outside relies on
 * a media store that is a folder. Lent files are decrypted below `lendingDir` for as long as they are lent.
 */
export function createEncryptedStore(lendingDir: string): EncryptedStore {
  const objects = new Map<string, Sealed>()
  const at = (key: string): Sealed => {
    const found = objects.get(keyParts(key).join('/'))
    if (found === undefined) throw new MediaMissing(key)
    return found
  }

  const withFiles: MediaStore['withFiles'] = async (keys, use) => {
    const found = keys.map(at)
    const folder = await mkdtemp(join(lendingDir, 'lent-'))
    try {
      const lent = found.map(async (object, index) => {
        const file = join(folder, String(index))
        await writeFile(file, Buffer.concat([...opened(object, 0, object.sizeBytes - 1)]), { mode: 0o400 })
        return file
      })
      return await use(await Promise.all(lent))
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  return {
    async put(key, file) {
      const name = keyParts(key).join('/')
      const content = await readFile(file).catch((error: unknown) => {
        if (objects.has(name)) return null
        throw error
      })
      if (content === null) return
      objects.set(name, sealed(content))
      await rm(file)
    },
    async putIfAbsent(key, file) {
      const name = keyParts(key).join('/')
      const content = await readFile(file).catch((error: unknown) => {
        if (objects.has(name)) return null
        throw error
      })
      const isFirst = content !== null && !objects.has(name)
      if (isFirst) objects.set(name, sealed(content))
      await rm(file, { force: true })
      return isFirst
    },
    has: async (key) => objects.has(keyParts(key).join('/')),
    withFile: (key, use) => withFiles([key], ([file]) => use(file!)),
    withFiles,
    async open(key) {
      const object = at(key)
      const { sizeBytes, modifiedAt, version } = object
      return {
        sizeBytes,
        modifiedAt,
        version,
        async stream({ start, end } = { start: 0, end: sizeBytes - 1 }) {
          if (at(key).version !== version) throw new MediaMissing(key)
          return Readable.from(opened(object, start, end), { objectMode: false })
        },
      }
    },
    linkTo: async (key) => (at(key), null),
    async removeAll(key) {
      const name = folderParts(key).join('/')
      for (const other of objects.keys()) {
        if (other === name || other.startsWith(`${name}/`)) objects.delete(other)
      }
    },
    chunks: (key) => at(key).chunks,
    keys: () => [...objects.keys()],
  }
}

function sealed(content: Buffer): Sealed {
  const secret = randomBytes(32)
  const count = Math.max(1, Math.ceil(content.length / CHUNK_BYTES))
  const chunks = Array.from({ length: count }, (_, index) => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(index, count))
    const plain = content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  })
  return {
    secret,
    chunks,
    count,
    sizeBytes: content.length,
    modifiedAt: new Date(),
    version: randomUUID(),
  }
}

/** The bytes from one to another, chunk after chunk; only those are opened that hold any. */
function* opened({ secret, chunks, count }: Sealed, start: number, end: number): Generator<Buffer> {
  for (let index = Math.floor(start / CHUNK_BYTES); index * CHUNK_BYTES <= end; index += 1) {
    const chunk = chunks[index] ?? Buffer.alloc(TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(index, count))
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()])
    const first = index * CHUNK_BYTES
    yield plain.subarray(Math.max(0, start - first), end - first + 1)
  }
}

/** Says which chunk of how many it is, so that none stands for another and none can be left out. */
function nonceOf(index: number, count: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, 0)
  nonce.writeUInt32BE(count, 4)
  return nonce
}
