import { createCanvas, loadImage } from '@napi-rs/canvas'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PictureRefused } from '../../../src/domain/picture/remote-picture.ts'
import { createAddressGuard } from '../../../src/net/guard.ts'
import { createRemotePictures } from '../../../src/pictures/remote-pictures.ts'
import { jpegFrame, jpegSegment } from './picture-parts.ts'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Short enough to wait for, long enough that nothing else in these tests takes as long. */
const LIMIT_MS = 2_000

const LOOPBACK = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
const SIZE = { width: 320, height: 180 }

let server: Server
let answer: RequestListener
let url: string
let folder: string
let outFile: string
const asked: string[] = []

const pictures = createRemotePictures({ guard: LOOPBACK, version: '1.2.3', fetchLimitMs: LIMIT_MS })

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture`
})
beforeEach(async () => {
  asked.length = 0
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  outFile = join(folder, 'background.jpg')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await pictures.close()
})

const serve = (body: Buffer, headers: Record<string, string> = {}) => {
  answer = (_, response) => response.writeHead(200, headers).end(body)
}

/** Why a picture was refused; nothing of it may be left behind. */
async function refusal(from = url, using = pictures): Promise<{ message: string; mayPass: boolean }> {
  const error = await using.fetch(from, SIZE, outFile).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PictureRefused)
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
  const { message, mayPass } = error as PictureRefused
  return { message, mayPass }
}

function halves(width: number, height: number) {
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.fillStyle = '#c81e1e'
  brush.fillRect(0, 0, width / 2, height)
  brush.fillStyle = '#1e3ac8'
  brush.fillRect(width / 2, 0, width / 2, height)
  return canvas
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'as %s becomes a JPEG of exactly the size, covered evenly',
    async (type) => {
      // A square: above and below is cut, left and right stays.
      serve(await (type === 'png' ? halves(500, 500).encode('png') : halves(500, 500).encode(type, 95)))
      await pictures.fetch(url, SIZE, outFile)
      expect(await readdir(folder)).toEqual(['background.jpg'])
      const picture = await loadImage(await readFile(outFile))
      expect([picture.width, picture.height]).toEqual([320, 180])
      const canvas = createCanvas(320, 180)
      canvas.getContext('2d').drawImage(picture, 0, 0)
      const pixel = (x: number) => [...canvas.getContext('2d').getImageData(x, 90, 1, 1).data]
      expect(pixel(8)[0]).toBeGreaterThan(180)
      expect(pixel(8)[2]).toBeLessThan(60)
      expect(pixel(311)[2]).toBeGreaterThan(180)
      expect(pixel(311)[0]).toBeLessThan(60)
    },
  )

  test('what is see-through is white', async () => {
    serve(await createCanvas(64, 36).encode('png'))
    await pictures.fetch(url, SIZE, outFile)
    const canvas = createCanvas(320, 180)
    canvas.getContext('2d').drawImage(await loadImage(await readFile(outFile)), 0, 0)
    expect([...canvas.getContext('2d').getImageData(5, 5, 1, 1).data.subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('the server is told who asks, and for what', async () => {
    const picture = await halves(64, 64).encode('png')
    answer = ({ headers }, response) => {
      const isRight =
        headers['user-agent'] === 'presenter-video-api/1.2.3' &&
        headers.accept === 'image/jpeg, image/png, image/webp'
      response.writeHead(isRight ? 200 : 400).end(picture)
    }
    await pictures.fetch(url, SIZE, outFile)
    expect(existsSync(outFile)).toBe(true)
  })
})

describe('it is refused', () => {
  test.each([301, 302, 303, 307, 308])('when it leads elsewhere (%i), which is not asked', async (status) => {
    answer = (_, response) => response.writeHead(status, { location: '/elsewhere' }).end()
    const { message, mayPass } = await refusal()
    expect(message).toContain('redirects to another address')
    expect(mayPass).toBe(false)
    expect(asked).toEqual(['/picture'])
  })

  test.each([
    [404, false],
    [403, false],
    [204, false],
    [429, true],
    [503, true],
  ])('when its server answers %i; another try: %s', async (status, mayPass) => {
    answer = (_, response) => response.writeHead(status).end()
    expect(await refusal()).toEqual({ message: `The image server responded with status ${status}.`, mayPass })
  })

  test.each([
    ['HTML', '<!doctype html><img src="x">'],
    ['SVG, which could fetch more', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['nothing', ''],
    ['the beginning of a PNG', '\u0089PNG\r\n'],
  ])('when it is %s, whatever its server calls it', async (_, body) => {
    serve(Buffer.from(body, 'latin1'), { 'content-type': 'image/png' })
    expect((await refusal()).message).toBe('The image is not a JPEG, PNG or WebP file.')
  })

  test('when its header is right and the rest is not', async () => {
    serve((await halves(300, 300).encode('png')).subarray(0, 60))
    expect((await refusal()).message).toBe('The image file is damaged.')
  })

  test('when it is more than 10 MB, by its announcement', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-length': '10000001' }).write('x')
    expect((await refusal()).message).toBe('The image is larger than 10 MB.')
  })

  test('when it is more than 10 MB and nobody said so: the rest is not read', async () => {
    let sent = 0
    answer = (_, response) => {
      const chunk = Buffer.alloc(1_000_000)
      const more = () => {
        sent += 1
        if (sent < 200 && !response.destroyed) response.write(chunk, () => setImmediate(more))
      }
      more()
    }
    expect((await refusal()).message).toBe('The image is larger than 10 MB.')
    expect(sent).toBeLessThan(100)
  })

  test('when a small file announces more pixels than there is memory', async () => {
    const bomb = await halves(64, 64).encode('png')
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    serve(bomb)
    expect((await refusal()).message).toBe('The image has more than 40 megapixels.')
  })

  test('when it says that it is small and is not', async () => {
    // A marker without a length, and where its length would lead, another frame header.
    const honest = await halves(640, 480).encode('jpeg', 80)
    const hidden = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xd0]), honest.subarray(2)])
    const jump = 4 + hidden.readUInt16BE(4)
    serve(Buffer.concat([hidden, Buffer.alloc(jump - hidden.length), jpegSegment(0xc0, jpegFrame(16, 16))]))
    expect((await refusal()).message).toBe('The image file is damaged.')
  })

  test.each(['animated.png', 'animated.webp'])('when it moves (%s)', async (name) => {
    serve(await readFile(join(import.meta.dirname, 'fixtures', name)))
    expect((await refusal()).message).toBe('The image is animated. Link to a still image.')
  })

  test('when its server drips, or says nothing at all', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await refusal()).toEqual({
      message: 'The image could not be fetched: it did not arrive in time.',
      mayPass: true,
    })
  })

  test('when the connection breaks off', async () => {
    answer = (_, response) =>
      response.writeHead(200, { 'content-length': '5000' }).write('x', () => response.destroy())
    expect((await refusal()).message).toMatch(/^The image could not be fetched: /u)
  })

  test.each([
    ['on this machine', 'https://127.0.0.1/p.png'],
    ['in a private network', 'https://192.168.0.1/p.png'],
    ['where clouds keep credentials', 'https://169.254.169.254/p.png'],
    ['without TLS', 'http://93.184.216.34/p.png'],
  ])('when it is %s, before anything is sent', async (_, from) => {
    const strict = createRemotePictures({ guard: createAddressGuard({ allowCidrs: [] }), version: '1.2.3' })
    try {
      expect((await refusal(from, strict)).mayPass).toBe(false)
      expect(await strict.refuse(from)).toMatch(/^The URL must /u)
    } finally {
      await strict.close()
    }
  })

  test('when its name led to a public address at creation and to this machine now', async () => {
    let looks = 0
    const resolve = async () => ((looks += 1) === 1 ? ['93.184.216.34'] : ['127.0.0.1'])
    const guard = createAddressGuard({ allowCidrs: [], resolve })
    const turning = createRemotePictures({ guard, version: '1.2.3' })
    expect(await turning.refuse('https://pictures.example.com/p.png')).toBeNull()
    expect((await refusal('https://pictures.example.com/p.png', turning)).message).toContain('public address')
    await turning.close()
  })
})

test('a fetch that is no longer wanted ends at once, with its reason', async () => {
  answer = () => undefined
  const stop = new AbortController()
  const fetching = pictures.fetch(url, SIZE, outFile, { signal: stop.signal })
  await expect.poll(() => asked).toEqual(['/picture'])
  stop.abort(new Error('cancelled'))
  await expect(fetching).rejects.toThrow('cancelled')
})
