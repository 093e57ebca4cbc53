import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

import type { Scratch } from '../ports/process/scratch.ts'
import { keyParts } from './key-parts.ts'
import { MediaMissing } from './media-missing.ts'
import type { ByteRange, MediaStore, StoredFile } from './media-store.ts'
import { HEADER_BYTES, opened, plainSize, sealed, storedRange } from './sealed-format.ts'

/** Where sealed objects are kept, and what they are sealed with. */
export interface SealedStoreOptions {
  readonly store: MediaStore
  /** Where files are decrypted for as long as they are lent. */
  readonly scratch: Scratch
  /**
   * The data key of an object: 32 bytes; `open` for one that is not encrypted, null when there is no key any more.
   * Asked each time, so that a key that was destroyed opens nothing.
   */
  readonly dataKeyOf: (key: string) => Promise<Buffer | 'open' | null>
}

/**
 * A media store that encrypts what is put into another one (AES-256-GCM, in chunks: sealed-format.ts). Without its
 * data key an object is missing for whoever asks, and unreadable wherever a copy of it is.
 */
export function createSealedStore(options: SealedStoreOptions): MediaStore {
  const { store, dataKeyOf } = options

  const withFiles: MediaStore['withFiles'] = (keys, use) => lend(options, keys, use)
  return {
    async put(key, file) {
      await sealAnd(options, key, file, (sealedFile) => store.put(key, sealedFile))
    },

    async putIfAbsent(key, file) {
      return (await sealAnd(options, key, file, (sealedFile) => store.putIfAbsent(key, sealedFile))) ?? false
    },

    async has(key) {
      return (await dataKeyOf(checked(key))) !== null && store.has(key)
    },

    async withFile(key, use) {
      return withFiles([key], ([file]) => use(file!))
    },

    withFiles,

    async open(key) {
      const dataKey = await dataKeyOf(checked(key))
      return openWith(store, key, dataKey)
    },

    async linkTo(key, link) {
      const dataKey = await dataKeyOf(checked(key))
      if (dataKey === 'open') return store.linkTo(key, link)
      if (dataKey === null || !(await store.has(key))) throw new MediaMissing(key)
      return null
    },

    // What is no longer readable can still be removed.
    removeAll: (key) => store.removeAll(key),
  }
}

/**
 * Has an encrypted file put under a key, or the file itself where nothing is encrypted.
 *
 * @returns what `put` does; undefined when an earlier call has taken the file already.
 * @throws MediaMissing for an object whose key is gone.
 */
async function sealAnd<Result>(
  { store, scratch, dataKeyOf }: SealedStoreOptions,
  key: string,
  file: string,
  put: (file: string) => Promise<Result>,
): Promise<Result | undefined> {
  const dataKey = await dataKeyOf(checked(key))
  if (dataKey === 'open') return put(file)
  if (dataKey === null) throw new MediaMissing(key)
  return scratch.use(async (folder) => {
    const target = join(folder, 'sealed')
    try {
      await pipeline(sealed(createReadStream(file), dataKey, key), createWriteStream(target, { mode: 0o600 }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await store.has(key))) return undefined
      throw error
    }
    const result = await put(target)
    await rm(file, { force: true })
    return result
  })
}

/** @throws MediaMissing, also for an object whose key is gone. */
async function openWith(
  store: MediaStore,
  key: string,
  dataKey: Buffer | 'open' | null,
): Promise<StoredFile> {
  if (dataKey === null) throw new MediaMissing(key)
  const file = await store.open(key)
  return dataKey === 'open' ? file : openedFile(key, file, dataKey)
}

/** Decrypts files for as long as they are lent. */
async function lend<Result>(
  { store, scratch, dataKeyOf }: SealedStoreOptions,
  keys: readonly string[],
  use: (files: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const dataKeys = await Promise.all(keys.map((key) => dataKeyOf(checked(key))))
  if (dataKeys.every((dataKey) => dataKey === 'open')) return store.withFiles(keys, use)
  return scratch.use(async (folder) => {
    const lent = keys.map(async (key, index) => {
      const file = join(folder, `lent_${index}`)
      const stored = await openWith(store, key, dataKeys[index]!)
      await pipeline(await stored.stream(), createWriteStream(file, { mode: 0o600 }))
      await chmod(file, 0o400)
      return file
    })
    return use(await settled(lent))
  })
}

function openedFile(key: string, file: StoredFile, dataKey: Buffer): StoredFile {
  const { sizeBytes: storedBytes, modifiedAt, version } = file
  const sizeBytes = plainSize(storedBytes)
  return {
    sizeBytes,
    modifiedAt,
    version,
    async stream({ start, end }: ByteRange = { start: 0, end: sizeBytes - 1 }) {
      const header = await buffer(await file.stream({ start: 0, end: HEADER_BYTES - 1 }))
      // An empty object has a chunk too, which shows that nothing was cut off.
      const stored = await file.stream(storedRange(start, Math.max(start, end), storedBytes))
      const plain = opened(stored, { dataKey, name: key, header, storedBytes, start, end })
      // One that is left before its first byte was asked for has not begun to read.
      return Readable.from(plain, { objectMode: false }).once('close', () => stored.destroy())
    },
  }
}

/** @throws when it is not a key: a bug of the caller. */
function checked(key: string): string {
  return keyParts(key).join('/')
}

/** Waits for all, also when one fails: nobody writes to a folder that is being removed. */
async function settled(work: readonly Promise<string>[]): Promise<string[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
