import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createMediaLinks } from '../../../src/media/signed-links.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const HOUR_MS = 3_600_000
const STEADY_MS = 300_000

let dataDir: string
let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
// oxlint-disable-next-line typescript/no-explicit-any -- as the API answers it
let video: any

beforeAll(async () => {
  // Names that a careless reader would take for an escape.
  dataDir = await mkdtemp(path.join(tmpdir(), 'presenter test %41 100%-'))
  service = await startTestService({ config: { dataDir } })
  account = await service.account()
  const { body } = await account.createVideo({ script: 'One two three.' })
  video = await account.untilStatus(body.id, 'ready')
})
afterAll(async () => {
  await service.stop()
  await rm(dataDir, { recursive: true })
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function get(link: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(link, { method, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('200', () => {
  test.each<[string, () => string, string]>([
    ['video', () => video.video_url, 'video/mp4'],
    ['poster', () => video.thumbnail_url, 'image/jpeg'],
    ['SubRip captions', () => video.captions.srt_url, 'application/x-subrip'],
    ['WebVTT captions', () => video.captions.vtt_url, 'text/vtt; charset=utf-8'],
    ['record of its making', () => video.provenance_url, 'application/json; charset=utf-8'],
  ])('the %s is there, without a key, as what it is', async (_, link, type) => {
    const { status, headers, text } = await get(link())
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe(type)
    expect(headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)))
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('Accept-Ranges')).toBe('bytes')
  })

  test('a file that is to be saved says so, under the same link', async () => {
    const shown = (await get(video.video_url)).headers.get('Content-Disposition')
    expect(shown).toBe(`inline; filename="${video.id}-video.mp4"`)
    const saved = (await get(`${video.video_url}&download=1`)).headers.get('Content-Disposition')
    expect(saved).toBe(`attachment; filename="${video.id}-video.mp4"`)
  })

  test('captions hold the script’s own words', async () => {
    expect((await get(video.captions.srt_url)).text).toContain('One two three.')
    expect((await get(video.captions.vtt_url)).text).toMatch(/^WEBVTT\n/u)
  })

  test('the record of its making proves the file and the script, and repeats no word of it', async () => {
    const { text } = await get(video.provenance_url)
    const { video: made, script, words } = JSON.parse(text)
    expect(made).toMatchObject({ id: video.id, created_at: video.created_at, size_bytes: 4096 })
    expect(made.sha256).toBe(sha256((await get(video.video_url)).text))
    expect(script).toEqual({ sha256: sha256('One two three.'), characters: 14 })
    expect(words).toHaveLength(3)
    expect(words[1]).toEqual({ start_ms: 500, end_ms: 1000, char_start: 4, char_end: 7, silent: false })
    expect(text).not.toMatch(/\b(one|two|three)\b/iu)
  })

  test('HEAD tells what GET would send', async () => {
    const { status, headers, text } = await get(video.video_url, {}, 'HEAD')
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('Content-Length')).toBe('4096')
  })

  test('a link may be shown in anybody’s page', async () => {
    const { headers } = await get(video.captions.vtt_url, { Origin: 'https://example.com' })
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  })

  test('links start with the public address, name no file, and hold for an hour', async () => {
    const link = new URL(video.video_url)
    expect(link.origin).toBe(service.url)
    expect(link.pathname).toBe(`/media/videos/${video.id}/video`)
    const { body } = await account.request('GET', `/videos/${video.id}`)
    const leftMs = Date.parse(body.video_url_expires_at) - Date.now()
    expect(leftMs).toBeGreaterThan(HOUR_MS - 30_000)
    expect(leftMs).toBeLessThanOrEqual(HOUR_MS + STEADY_MS)
  })

  test('looks that follow one another give the same links', async () => {
    const look = async () => JSON.stringify((await account.request('GET', `/videos/${video.id}`)).body)
    // Once in five minutes they change.
    await expect.poll(async () => (await look()) === (await look()), PATIENTLY).toBe(true)
  })

  test.each([
    ['thumbnail_url', 'image/jpeg'],
    ['preview_video_url', 'video/mp4'],
  ])(
    'the %s of every stock presenter is there for everyone, and may be kept for a day',
    async (member, type) => {
      const { body } = await account.request('GET', '/presenters')
      for (const presenter of body.data) {
        const { status, headers } = await get(presenter[member], {}, 'HEAD')
        expect(status).toBe(200)
        expect(headers.get('Content-Type')).toBe(type)
        expect(headers.get('Cache-Control')).toBe('public, max-age=86400')
      }
    },
  )
})

describe('206 and 416', () => {
  test.each([
    ['bytes=0-0', 'bytes 0-0/4096', 1],
    ['bytes=100-199', 'bytes 100-199/4096', 100],
    ['bytes=-10', 'bytes 4086-4095/4096', 10],
    ['bytes=4000-9999', 'bytes 4000-4095/4096', 96],
  ])('%s is answered with that part', async (range, contentRange, length) => {
    const whole = await get(video.video_url)
    const { status, headers, text } = await get(video.video_url, { Range: range })
    expect(status).toBe(206)
    expect(headers.get('Content-Range')).toBe(contentRange)
    expect(text).toHaveLength(length)
    expect(whole.text).toContain(text)
  })

  test('a download that broke off goes on with the same bytes, and begins anew with others', async () => {
    const whole = await get(video.video_url)
    const etag = whole.headers.get('ETag') ?? ''
    // A weak one would not do: RFC 9110, section 13.1.5.
    expect(etag).toMatch(/^"/u)
    const rest = await get(video.video_url, { Range: 'bytes=1000-', 'If-Range': etag })
    expect(rest.status).toBe(206)
    expect(rest.text).toBe(whole.text.slice(1000))
    const other = await get(video.video_url, { Range: 'bytes=1000-', 'If-Range': '"other"' })
    expect(other.status).toBe(200)
    expect(other.text).toBe(whole.text)
  })

  test('a part beyond the end is not there', async () => {
    const { status, headers } = await get(video.video_url, { Range: 'bytes=5000-6000' })
    expect(status).toBe(416)
    expect(headers.get('Content-Range')).toBe('bytes */4096')
  })
})

describe('304', () => {
  test('what a client has already is not sent again', async () => {
    const etag = (await get(video.video_url)).headers.get('ETag') ?? ''
    expect(etag).not.toBe('')
    // Without this header of its own, fetch says that it will have nothing but a new copy.
    const having = (tag: string) =>
      get(video.video_url, { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' })
    expect((await having(etag)).status).toBe(304)
    expect((await having('"other"')).status).toBe(200)
  })
})

describe('a page of another site', () => {
  test('may ask for a part of a file, and read what it needs to go on', async () => {
    const asked = await fetch(video.video_url, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'if-range,range',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(asked.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD')
    expect(asked.headers.get('Access-Control-Allow-Headers')).toMatch(/\bIf-Range\b.*\bRange\b/u)
    const { headers } = await get(video.video_url, { Origin: 'https://example.com' })
    expect(headers.get('Access-Control-Expose-Headers')).toMatch(/\bContent-Range\b.*\bETag\b/u)
  })

  test.each([
    ['a dead link', () => video.video_url.replace(/signature=.*/u, 'signature=x')],
    ['an unknown presenter', () => `${service.url}/media/presenters/nobody/thumbnail.jpg`],
  ])('can read that %s leads nowhere', async (_, link) => {
    const { status, headers, text } = await get(link(), { Origin: 'https://example.com' })
    expectProblem({ status, headers, body: JSON.parse(text) }, 'not_found')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  })
})

describe('404 not_found', () => {
  test.each<[string, (link: URL) => void]>([
    ['no signature', (link) => link.searchParams.delete('signature')],
    ['an empty signature', (link) => link.searchParams.set('signature', '')],
    ['a changed signature', (link) => link.searchParams.set('signature', 'x'.repeat(43))],
    ['a signature given twice', (link) => link.searchParams.append('signature', 'x')],
    ['no expiry', (link) => link.searchParams.delete('expires')],
    ['a later expiry', (link) => link.searchParams.set('expires', '9999999999')],
    ['another asset', (link) => void (link.pathname = link.pathname.replace(/video$/u, 'poster'))],
    ['an unknown asset', (link) => void (link.pathname = link.pathname.replace(/video$/u, 'audio'))],
    ['another video', (link) => void (link.pathname = link.pathname.replace(/vid_...../u, 'vid_00000'))],
    ['a way out of the folder', (link) => void (link.pathname = '/media/videos/..%2f..%2fx/video')],
  ])('a link with %s leads nowhere', async (_, spoil) => {
    const link = new URL(video.video_url)
    spoil(link)
    const { status, headers, text } = await get(link.href)
    expectProblem({ status, headers, body: JSON.parse(text) }, 'not_found')
  })

  test('a link leads somewhere until its hour is over, and nowhere after', async () => {
    const linkOf = (msAgo: number) => {
      const { mediaLinks: secret } = deriveKeys(service.masterKey)
      const now = () => new Date(Date.now() - msAgo)
      return createMediaLinks({ publicUrl: service.url, secret, now }).sign(video.id, 'video').url
    }
    expect((await get(linkOf(HOUR_MS - 60_000))).status).toBe(200)
    expect((await get(linkOf(HOUR_MS + STEADY_MS + 2000))).status).toBe(404)
  })

  test.each(['/media/presenters/nobody/thumbnail.jpg', '/media/presenters/maya/presenter.json'])(
    '%s is shown to nobody',
    async (address) => {
      expect((await get(service.url + address)).status).toBe(404)
    },
  )
})
