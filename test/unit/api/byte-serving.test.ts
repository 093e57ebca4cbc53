import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import Router from '@koa/router'
import fc from 'fast-check'
import Koa from 'koa'
import send from 'send'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sendStoredFile } from '../../../src/api/byte-serving.ts'
import type { ApiState } from '../../../src/api/state.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'

const CONTENT = 'abcdefghijklmnopqrstuvwxyz'.repeat(10)
/** More than a connection's buffers hold. */
const LARGE_BYTES = 20_000_000
const MODIFIED = new Date('2026-11-21T10:00:00.400Z')

let folder: string
let server: Server
let etag: string
/** What came of each request for the large file: null when it was answered without an error. */
const ends: (Error | null)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byte-serving-'))
  const file = join(folder, 'file.mp4')
  await writeFile(file, CONTENT)
  await writeFile(join(folder, 'large.mp4'), Buffer.alloc(LARGE_BYTES))
  await utimes(file, MODIFIED, MODIFIED)
  const store = createDiskStore(folder)
  etag = `"${(await store.open('file.mp4')).version}"`

  const router = new Router<ApiState>()
  router.get('/ours', async (ctx) => {
    ctx.type = 'video/mp4'
    await sendStoredFile(ctx, await store.open('file.mp4'))
  })
  router.get('/large', async (ctx) => {
    const file = await store.open('large.mp4')
    ends.push(
      await sendStoredFile(ctx, file).then(
        () => null,
        (error: Error) => error,
      ),
    )
  })
  router.get('/theirs', async (ctx) => {
    ctx.status = 200
    ctx.respond = false
    ctx.type = 'video/mp4'
    // Its own are weak.
    ctx.set('ETag', etag)
    send(ctx.req, file, { cacheControl: false })
      .on('error', ({ status }: { status: number }) => {
        ctx.res.statusCode = status
        ctx.res.end()
      })
      .pipe(ctx.res)
  })
  const app = new Koa<ApiState>().use(router.routes() as unknown as Koa.Middleware<ApiState>)
  app.silent = true
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** By hand: `fetch` sends conditions of its own along. */
function ask(path: string, method: string, headers: Record<string, string>): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const { statusCode: status, headers: answered } = response
      const { date: _, ...others } = answered
      text(response).then((body) => resolve({ status, headers: others, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

const position = fc.oneof(fc.nat(300), fc.constantFrom('', ' ', '0', '259', '260', '99999', '-', 'x'))
const range = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(position, position).map(([start, end]) => `${start}-${end}`) },
  fc.string({ unit: fc.constantFrom(...'0123456789-, x='), maxLength: 8 }),
)
const rangeHeader = fc
  .tuple(
    fc.constantFrom('bytes=', 'bytes=', 'bytes=', 'bytes', 'items='),
    fc.array(range, { minLength: 1, maxLength: 3 }),
  )
  .map(([unit, ranges]) => unit + ranges.join(','))
const date = fc.constantFrom(-86_400_000, -1_000, 0, 1_000, 86_400_000).map((ms) => {
  return new Date(MODIFIED.getTime() + ms).toUTCString()
})
const tag = fc.constantFrom(
  'ours',
  'W/ours',
  '"other"',
  '*',
  'W/"other", ours',
  '"other",W/ours',
  'ours"',
  '',
)
const given = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2, nil: undefined })

test('every request is answered as a well-tried file server answers it: status, headers and bytes', async () => {
  const headers = fc.record({
    Range: given(rangeHeader),
    'If-Range': given(fc.oneof(tag, date, fc.constant('yesterday'))),
    'If-Match': given(tag),
    'If-None-Match': given(tag),
    'If-Modified-Since': given(date),
    'If-Unmodified-Since': given(date),
    'Cache-Control': given(fc.constantFrom('no-cache', 'max-age=0', 'max-age=0, no-cache')),
  })
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'HEAD'), headers, async (method, chosen) => {
      const sent = Object.fromEntries(
        Object.entries(chosen).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value.replace('ours', etag)]],
        ),
      )
      const [ours, theirs] = [await ask('/ours', method, sent), await ask('/theirs', method, sent)]
      expect(ours).toEqual(theirs)
      seen.add(ours.status ?? 0)
    }),
    { numRuns: 600 },
  )
  expect([...seen].toSorted((a, b) => a - b)).toEqual([200, 206, 304, 412, 416])
})

test('a client that leaves in the middle is no error of the service', async () => {
  const { port } = server.address() as AddressInfo
  const leaving = request({ port, host: '127.0.0.1', path: '/large', agent: false })
  const [response] = (await once(leaving.end(), 'response')) as [IncomingMessage]
  expect(response.headers['content-length']).toBe(String(LARGE_BYTES))
  await once(response, 'data')
  response.destroy()
  await expect.poll(() => ends).toEqual([null])
})

test('a large file arrives whole', async () => {
  expect((await ask('/large', 'GET', {})).body).toHaveLength(LARGE_BYTES)
})
