import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import type { MediaStore } from '../../../src/media/media-store.ts'
import { openBucket } from '../../../src/media/s3/bucket.ts'
import { createObjectLinks } from '../../../src/media/s3/links.ts'
import { ANSWERING, WORKING } from '../../../src/media/s3/patiently.ts'
import type { StorePatience } from '../../../src/media/s3/patiently.ts'
import { createS3Client } from '../../../src/media/s3/s3-client.ts'
import { createS3Store } from '../../../src/media/s3/s3-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import { settingsAt, startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

const KEY = 'work/vid_1/segment_0000.mp4'
const MEGABYTE = 1_000_000
/** No second try. */
const ONCE: StorePatience = { callMs: 15_000, wholeMs: 0 }

const program = inject('versitygw')

describe.skipIf(program === null)('a bucket', () => {
  let folder: string
  let server: S3Server
  let proxy: TcpProxy
  /** First lines of all requests. */
  let asked: string[]
  /** Bytes of uploads after which the connection is cut; null: never. */
  let cutAfter: number | null
  let uploaded: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-faults-'))
    server = await startS3Server(program!)
    proxy = await startTcpProxy(server.address, (piece, from) => {
      if (from === 'server') return true
      const line = /^[A-Z]+ \S+/u.exec(piece.toString('latin1', 0, 300))?.[0]
      if (line) asked.push(line)
      uploaded += piece.length
      return cutAfter !== null && uploaded > cutAfter ? 'cut' : true
    })
  })
  beforeEach(() => {
    asked = []
    cutAfter = null
    uploaded = 0
  })
  afterEach(() => proxy.mend())
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  /** A store by way of the proxy. @param change of the library's client. */
  function storeWith(
    patience: StorePatience,
    change: (client: S3Client) => void = () => undefined,
  ): MediaStore {
    const settings = { ...settingsAt(proxy.address), prefix: 'tests/' }
    const client = createS3Client(settings)
    change(client)
    const bucket = openBucket(client, settings, patience)
    const linkTo = createObjectLinks(client, settings)
    return createS3Store({ bucket, linkTo, scratch: createScratch(join(folder, 'scratch')), patience })
  }
  const file = async (content: string | Buffer) => {
    const path = join(folder, randomUUID())
    await writeFile(path, content)
    return path
  }

  test('an upload that is cut in the middle leaves no object, and the file where it was', async () => {
    const path = await file(Buffer.alloc(3 * MEGABYTE))
    cutAfter = MEGABYTE
    await expect(storeWith(ONCE).put(KEY, path)).rejects.toThrow()
    expect(uploaded).toBeGreaterThan(MEGABYTE)
    expect(await server.objects()).toEqual([])
    expect(existsSync(path)).toBe(true)
  })

  test('an upload that is cut is made again from its beginning', async () => {
    const content = Buffer.alloc(3 * MEGABYTE, 'whole ')
    const store = storeWith(WORKING)
    cutAfter = MEGABYTE
    const putting = store.put(KEY, await file(content))
    await expect.poll(() => uploaded).toBeGreaterThan(MEGABYTE)
    cutAfter = null
    await putting
    expect((await store.withFile(KEY, (path) => readFile(path))).equals(content)).toBe(true)
    await store.removeAll('work/vid_1/')
  })

  test('work waits for a bucket that is away; who answers a client does not', async () => {
    const store = storeWith(WORKING)
    await store.put(KEY, await file('still here'))
    proxy.breakOff()
    const reading = store.withFile(KEY, (path) => readFile(path, 'utf8'))
    await expect(storeWith(ANSWERING).has(KEY)).rejects.toThrow()
    proxy.mend()
    expect(await reading).toBe('still here')
    await store.removeAll(KEY)
  })

  test('a bucket that takes calls and never answers is given up', async () => {
    proxy.goSilent()
    await expect(storeWith({ callMs: 300, wholeMs: 0 }).has(KEY)).rejects.toThrow()
  })

  test('a store that takes no notice of conditions does not have two files be the first', async () => {
    const unconditional = storeWith(ONCE, (client) =>
      client.middlewareStack.add(
        (next) => (args) => {
          delete (args.request as { headers: Record<string, string> }).headers['if-none-match']
          return next(args)
        },
        { step: 'build' },
      ),
    )
    expect(await unconditional.putIfAbsent(KEY, await file('first'))).toBe(true)
    expect(await unconditional.putIfAbsent(KEY, await file('second'))).toBe(false)
    expect(await unconditional.withFile(KEY, (path) => readFile(path, 'utf8'))).toBe('first')
    await unconditional.removeAll(KEY)
  })

  test('who was first and lost the answer is told so by the next try', async () => {
    let losing = true
    const store = storeWith({ callMs: 500, wholeMs: 20_000 }, (client) =>
      client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const output = await next(args)
            if (commandName !== 'PutObjectCommand' || !losing) return output
            losing = false
            throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
          },
        { step: 'initialize' },
      ),
    )
    expect(await store.putIfAbsent(KEY, await file('first'))).toBe(true)
    expect(losing).toBe(false)
    await store.removeAll(KEY)
  })

  test('everything is removed, however much it is, without a call for several objects', async () => {
    const many = join(server.folder, 'tests', 'work', 'vid_2')
    await mkdir(many, { recursive: true })
    for (let index = 0; index < 1_100; index += 1) await writeFile(join(many, `segment_${index}`), '')
    await storeWith(ONCE).removeAll('work/vid_2/')
    expect(await server.objects()).toEqual([])
    const methods = new Set(asked.map((line) => line.split(' ')[0]))
    expect(methods).toEqual(new Set(['DELETE', 'GET']))
    expect(asked.filter((line) => line.startsWith('GET')).length).toBeGreaterThan(1)
  })
})
