import { createWriteStream } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Scratch } from '../../ports/process/scratch.ts'
import { folderParts, keyParts } from '../key-parts.ts'
import { MediaMissing } from '../media-missing.ts'
import type { MediaStore, StoredFile } from '../media-store.ts'
import type { Bucket } from './bucket.ts'
import type { LinkToObject } from './links.ts'
import { patiently } from './patiently.ts'
import { asStoreFault } from './store-faults.ts'
import type { StorePatience } from './patiently.ts'

/** Objects that are removed at a time. One by one: not every store removes many by one call. */
const REMOVED_AT_A_TIME = 16

/** What an S3 store works with. */
export interface S3StoreOptions {
  readonly bucket: Bucket
  readonly linkTo: LinkToObject
  /** Where files are downloaded for as long as they are lent. */
  readonly scratch: Scratch
  readonly patience: StorePatience
}

/** A media store in a bucket: the key of the store, behind the bucket's prefix, is the key of the object. */
export function createS3Store({ bucket, linkTo, scratch, patience }: S3StoreOptions): MediaStore {
  const withFiles: MediaStore['withFiles'] = async (keys, use) => {
    const checkedKeys = keys.map(checked)
    return scratch.use(async (folder) => {
      const lent = checkedKeys.map(async (key, index) => {
        const file = join(folder, `lent_${index}`)
        await patiently(patience, () => download(bucket, key, file))
        return file
      })
      // Nobody writes to a folder that is being removed.
      await Promise.allSettled(lent)
      return use(await Promise.all(lent))
    })
  }

  return {
    async put(key, file) {
      await takeIn(bucket, key, file, bucket.put(checked(key), file))
    },

    async putIfAbsent(key, file) {
      return (await takeIn(bucket, key, file, bucket.putIfAbsent(checked(key), file))) ?? false
    },

    async has(key) {
      return (await bucket.head(checked(key))) !== null
    },

    withFile: (key, use) => withFiles([key], ([file]) => use(file!)),

    withFiles,

    async open(key) {
      const facts = await bucket.head(checked(key))
      if (facts === null) throw new MediaMissing(key)
      const { sizeBytes, modifiedAt, etag } = facts
      return {
        sizeBytes,
        modifiedAt,
        version: etag.replaceAll(/[^0-9A-Za-z-]/gu, ''),
        async stream(range) {
          const bytes = await bucket.get(key, range, etag)
          if (bytes === null) throw new MediaMissing(key)
          return bytes
        },
      } satisfies StoredFile
    },

    async linkTo(key, link) {
      // A link to nothing would be answered by the store, in its own words.
      if ((await bucket.head(checked(key))) === null) throw new MediaMissing(key)
      return linkTo(key, link)
    },

    removeAll: async (key) => removeAll(bucket, folderParts(key).join('/')),
  }
}

/** Undefined when the file is gone and the key holds one: an earlier call has taken it already. */
async function takeIn<Result>(
  bucket: Bucket,
  key: string,
  file: string,
  uploading: Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await uploading
    await rm(file, { force: true })
    return result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await bucket.head(key)) === null) throw error
    return undefined
  }
}

async function removeAll(bucket: Bucket, key: string): Promise<void> {
  const objects = [key]
  for await (const object of bucket.list(`${key}/`)) objects.push(object)
  while (objects.length > 0) {
    await Promise.all(objects.splice(0, REMOVED_AT_A_TIME).map((object) => bucket.remove(object)))
  }
}

/** @throws MediaMissing; what breaks off midway is an error of the network. */
async function download(bucket: Bucket, key: string, file: string): Promise<void> {
  const bytes = await bucket.get(key)
  if (bytes === null) throw new MediaMissing(key)
  await rm(file, { force: true })
  await pipeline(bytes, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw asStoreFault(error)
  })
  await chmod(file, 0o400)
}

/** @throws when it is not a key: a bug of the caller. */
function checked(key: string): string {
  return keyParts(key).join('/')
}
