import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'

import type { ByteRange } from '../media-store.ts'
import { patiently } from './patiently.ts'
import type { StorePatience } from './patiently.ts'
import type { BucketSettings } from './s3-client.ts'
import { asStoreFault, statusOf } from './store-faults.ts'

/** What a bucket tells of an object. */
export interface ObjectFacts {
  readonly sizeBytes: number
  readonly modifiedAt: Date
  readonly etag: string
  /** The upload that it came by; undefined for one that was not uploaded by us. */
  readonly upload: string | undefined
}

/** The few calls that a media store makes of a bucket, each within its limits of time. */
export interface Bucket {
  /** Null when there is no such object. */
  head(key: string): Promise<ObjectFacts | null>
  /**
   * The bytes of an object, all or those of a range.
   *
   * @param etag of the only version that is wanted. @returns null when that is not there.
   */
  get(key: string, range?: ByteRange, etag?: string): Promise<Readable | null>
  /** Uploads a file. An upload that breaks off leaves no object. */
  put(key: string, file: string): Promise<void>
  /** The same, unless there is an object. @returns whether what is there now came by this call. */
  putIfAbsent(key: string, file: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Keys of all objects that begin so. */
  list(prefix: string): AsyncIterable<string>
}

/** Slower than this an upload is given up: bytes in a millisecond. */
const SLOWEST_UPLOAD = 250

const NOT_FOUND = 404
const CONDITION_FAILED = 412
const NOT_SATISFIABLE = 416
const NOT_IMPLEMENTED = 501

/** Metadata of an object: which upload it came by. */
const UPLOAD = 'upload'

/** @param settings of which the bucket, and what all keys begin with in it, are looked at. */
export function openBucket(
  client: S3Client,
  settings: Pick<BucketSettings, 'bucket' | 'prefix'>,
  patience: StorePatience,
): Bucket {
  const calls: Calls = {
    client,
    callMs: patience.callMs,
    at: (key) => ({ Bucket: settings.bucket, Key: settings.prefix + key }),
    call: (send, ms = patience.callMs) =>
      patiently(patience, () => withinLimit(ms, (abortSignal) => send({ abortSignal }))).catch(
        (error: unknown) => {
          throw asStoreFault(error)
        },
      ),
  }
  const reading = readingOf(calls, settings.prefix)
  return { ...reading, ...writingOf(calls, reading.head) }
}

/** What every call is made with. */
interface Calls {
  readonly client: S3Client
  readonly callMs: number
  readonly at: (key: string) => { Bucket: string; Key: string }
  /** One call, repeated while the store is away. @param ms its limit, unless the usual one. */
  readonly call: <Output>(
    send: (limit: { abortSignal: AbortSignal }) => Promise<Output>,
    ms?: number,
  ) => Promise<Output>
}

function readingOf({ client, at, call }: Calls, prefix: string): Pick<Bucket, 'head' | 'get' | 'list'> {
  return {
    head: (key) =>
      unless(
        NOT_FOUND,
        call(async (limit) => {
          const found = await client.send(new HeadObjectCommand(at(key)), limit)
          return {
            sizeBytes: found.ContentLength ?? 0,
            modifiedAt: found.LastModified ?? new Date(0),
            etag: found.ETag ?? '',
            upload: found.Metadata?.[UPLOAD],
          }
        }),
      ),

    async get(key, range, etag) {
      const wanted = {
        ...at(key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        ...(etag !== undefined && { IfMatch: etag }),
      }
      const read = call((limit) => client.send(new GetObjectCommand(wanted), limit))
      const found = await unless(NOT_FOUND, unless(CONDITION_FAILED, unless(NOT_SATISFIABLE, read)))
      return found && (found.Body as Readable)
    },

    async *list(keyPrefix) {
      let next: string | undefined
      do {
        const { Bucket, Key: Prefix } = at(keyPrefix)
        const page = { Bucket, Prefix, ...(next !== undefined && { ContinuationToken: next }) }
        const found = await call((limit) => client.send(new ListObjectsV2Command(page), limit))
        for (const { Key = '' } of found.Contents ?? []) yield Key.slice(prefix.length)
        next = found.NextContinuationToken
      } while (next !== undefined)
    },
  }
}

function writingOf(
  { client, at, call, callMs }: Calls,
  head: Bucket['head'],
): Pick<Bucket, 'put' | 'putIfAbsent' | 'remove'> {
  const upload: Upload = async (key, file, id, ifAbsent = false) => {
    const { size } = await stat(file)
    const ContentMD5 = await md5Of(file)
    await call(
      async (limit) => {
        const object = {
          ...at(key),
          ContentLength: size,
          ContentMD5,
          Metadata: { [UPLOAD]: id },
          ...(ifAbsent && { IfNoneMatch: '*' }),
        }
        const Body = await openedStream(file)
        try {
          return await client.send(new PutObjectCommand({ ...object, Body }), limit)
        } finally {
          Body.destroy()
        }
      },
      callMs + size / SLOWEST_UPLOAD,
    )
  }
  return {
    put: (key, file) => upload(key, file, randomUUID()),
    putIfAbsent: (key, file) => uploadIfAbsent(head, upload, key, file),
    async remove(key) {
      await unless(
        NOT_FOUND,
        call((limit) => client.send(new DeleteObjectCommand(at(key)), limit)),
      )
    },
  }
}

/** Uploads a file. @param id of the upload, which is kept with the object. */
type Upload = (key: string, file: string, id: string, ifAbsent?: boolean) => Promise<void>

/** Asked before and after, too: there are stores that take no notice of the condition. */
async function uploadIfAbsent(
  head: Bucket['head'],
  upload: Upload,
  key: string,
  file: string,
): Promise<boolean> {
  if ((await head(key)) !== null) return false
  const id = randomUUID()
  try {
    await upload(key, file, id, true)
  } catch (error) {
    if (statusOf(error) === NOT_IMPLEMENTED) await upload(key, file, id)
    else if (statusOf(error) !== CONDITION_FAILED) throw error
  }
  // Also refused is who was first, and asks again because the answer got lost.
  return (await head(key))?.upload === id
}

/**
 * A stream of a file that is open already. One that opens the file by itself tells nobody but its listeners when it is gone,
 * and before it is sent it has none: then the process would end.
 */
async function openedStream(file: string): Promise<Readable> {
  const stream = (await open(file)).createReadStream()
  // The sender learns of a fault by the call, which is given up and made again.
  return stream.on('error', () => undefined)
}

/** What the store holds an upload against: there are stores that keep the first half of one that broke off. */
async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('base64')
}

/** The same, or null when the store answers with a status. */
async function unless<Result>(status: number, result: Promise<Result>): Promise<Result | null> {
  try {
    return await result
  } catch (error) {
    if (statusOf(error) === status) return null
    throw error
  }
}

/** Gives a call up after a time; what it answers with may take longer to arrive. */
async function withinLimit<Result>(
  limitMs: number,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), limitMs)
  try {
    return await call(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}
