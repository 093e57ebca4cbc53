import { createCanvas } from '@napi-rs/canvas'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAddressGuard } from '../../../src/net/guard.ts'
import { createRemotePictures } from '../../../src/pictures/remote-pictures.ts'
import { descendantsOf } from '../../support/programs/other-processes.ts'
import { pngChunk, pngHeader } from './picture-parts.ts'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The processes in which pictures of strangers are decoded. */

const SIZE = { width: 320, height: 180 }

let server: Server
let url: string
let folder: string
let asked = 0

beforeAll(async () => {
  const [small, large] = [await createCanvas(64, 64).encode('png'), manyPixels()]
  server = createServer((request, response) => {
    asked += 1
    response.end(request.url === '/large' ? large : small)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'decoder-'))
})
afterEach(() => {
  asked = 0
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

/** See-through, 24 megapixels: 96 MB of pixels out of a file of half a megabyte. */
function manyPixels(): Buffer {
  const [width, height] = [6_000, 4_000]
  const rows = deflateSync(Buffer.alloc((width * 4 + 1) * height), { level: 1 })
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', pngHeader(width, height, 6)),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Fetches pictures until the test is over. */
function fetcher(options: { memoryLimitBytes?: number } = {}) {
  const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
  const pictures = createRemotePictures({ guard, version: '1.2.3', ...options })
  onTestFinished(() => pictures.close())
  return async (path: string, accountId?: string): Promise<void> => {
    const outFile = join(folder, crypto.randomUUID())
    await pictures.fetch(`${url}${path}`, SIZE, outFile, { accountId })
    expect(existsSync(outFile)).toBe(true)
  }
}

test('a picture of many megapixels is decoded', async () => {
  await fetcher()('/large')
})

test('accounts take turns', async () => {
  const fetch = fetcher()
  let done = 0
  const ask = async (accountId: string) => {
    await fetch('/small', accountId)
    done += 1
  }
  const greedy = Array.from({ length: 12 }, () => ask('greedy'))
  await expect.poll(() => asked).toBe(12)
  await ask('modest')
  // Those that were begun before; first in, first out it would be all twelve.
  expect(done).toBeLessThanOrEqual(8)
  await Promise.all(greedy)
})

// macOS and Windows have no such limit, and do not say which processes there are.
describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('a picture that takes more memory than it may is refused for good, and the next one is served', async () => {
    const fetch = fetcher({ memoryLimitBytes: 200_000_000 })
    await expect(fetch('/large')).rejects.toMatchObject({
      name: 'PictureRefused',
      message: 'Decoding the image takes too much memory.',
      mayPass: false,
    })
    await fetch('/small')
  })

  test.each([
    ['SIGABRT', { message: 'Decoding the image takes too much memory.', mayPass: false }],
    ['SIGSEGV', { message: 'Decoding the image takes too much memory.', mayPass: false }],
    // Whoever sends this one means the process, not the picture.
    ['SIGKILL', { message: 'The image could not be decoded.', mayPass: true }],
  ] as const)('a picture whose decoder ends by %s: %o', async (signal, refusal) => {
    const fetched = fetcher()('/large').catch((error: unknown) => error)
    const isDecoder = ({ commandLine }: { commandLine: string }) => commandLine.includes('pictures/child')
    const decoder = await vi.waitUntil(() => descendantsOf(process.pid).find(isDecoder), {
      timeout: 120_000,
      interval: 5,
    })
    process.kill(decoder.pid, signal)
    expect(await fetched).toMatchObject({ name: 'PictureRefused', ...refusal })
  })
})
