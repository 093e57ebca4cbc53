import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMediaLinks } from '../../../src/media/signed-links.ts'
import type { MediaLinkOptions } from '../../../src/media/signed-links.ts'
import type { MediaAsset } from '../../../src/domain/video/media-asset.ts'

const secret = Buffer.alloc(32, 1)
const assets: MediaAsset[] = ['video', 'poster', 'captions.srt', 'captions.vtt']

/** Links under a clock that the test moves. */
function linksAt(start: string, options: Partial<MediaLinkOptions> = {}) {
  const clock = { time: new Date(start).getTime() }
  const links = createMediaLinks({
    publicUrl: 'https://videos.example.com',
    secret,
    now: () => new Date(clock.time),
    ...options,
  })
  return { links, clock }
}

/** The parts of a link as an endpoint sees them. */
function partsOf(url: string) {
  const { pathname, searchParams } = new URL(url)
  const [, videoId = '', asset = ''] = /^\/media\/videos\/([^/]+)\/([^/]+)$/u.exec(pathname) ?? []
  const expires = searchParams.get('expires') ?? ''
  return { videoId, asset, expires, signature: searchParams.get('signature') ?? '' }
}

test('a link names video, asset, expiry and signature, and is accepted', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const { url, expiresAt } = links.sign('vid_1', 'video')
  expect(url).toMatch(
    /^https:\/\/videos\.example\.com\/media\/videos\/vid_1\/video\?expires=1795258800&signature=[\w-]{43}$/u,
  )
  expect(expiresAt.toISOString()).toBe('2026-11-21T11:00:00.000Z')
  expect(links.verify(partsOf(url))).toBe(true)
})

test('the signature is the documented HMAC, so that another server can make the same link', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const parts = partsOf(links.sign('vid_1', 'captions.vtt').url)
  const expected = createHmac('sha256', secret).update(`GET\nvid_1\ncaptions.vtt\n${parts.expires}`)
  expect(parts.signature).toBe(expected.digest('base64url'))
})

test('a link is good for 3,600 seconds and not one moment more', () => {
  const { links, clock } = linksAt('2026-11-21T10:00:00Z')
  const parts = partsOf(links.sign('vid_1', 'video').url)
  clock.time += 3_600_000 - 1
  expect(links.verify(parts)).toBe(true)
  clock.time += 1
  expect(links.verify(parts)).toBe(false)
})

test('links made within five minutes are the same, and each gives the whole hour', () => {
  const { links, clock } = linksAt('2026-11-21T10:00:00.001Z')
  const { url } = links.sign('vid_1', 'video')
  expect(url).toContain('?expires=1795259100&')
  clock.time += 299_999
  expect(links.sign('vid_1', 'video').url).toBe(url)
  clock.time += 1
  expect(links.sign('vid_1', 'video').url).not.toBe(url)
  clock.time += 3_599_999 - 1
  expect(links.verify(partsOf(url))).toBe(true)
  clock.time += 1
  expect(links.verify(partsOf(url))).toBe(false)
})

test('at any moment, a link is good for an hour, for five minutes more at most, and one that has expired for none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), (time) => {
      const { links } = linksAt(new Date(time).toISOString())
      const leftMs = links.sign('vid_1', 'video').expiresAt.getTime() - time
      expect(leftMs).toBeGreaterThanOrEqual(3_600_000)
      expect(leftMs).toBeLessThan(3_900_000)
      const expired = links.sign('vid_1', 'video', true)
      expect(links.verify(partsOf(expired.url))).toBe(false)
      expect(time - expired.expiresAt.getTime()).toBeLessThan(300_000)
    }),
  )
})

test('a slash at the end of the public address is not doubled', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z', { publicUrl: 'http://127.0.0.1:3000/' })
  expect(links.sign('vid_1', 'poster').url).toMatch(
    /^http:\/\/127\.0\.0\.1:3000\/media\/videos\/vid_1\/poster\?/u,
  )
})

test('a link signed with another secret is refused', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const { links: others } = linksAt('2026-11-21T10:00:00Z', { secret: Buffer.alloc(32, 2) })
  expect(links.verify(partsOf(others.sign('vid_1', 'video').url))).toBe(false)
})

test('any part changed makes the link worthless', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  fc.assert(
    fc.property(
      fc.constantFrom(...assets),
      fc.constantFrom('videoId' as const, 'asset' as const, 'expires' as const, 'signature' as const),
      fc.string({ maxLength: 50 }),
      fc.nat(),
      (asset, part, text, position) => {
        const good = partsOf(links.sign('vid_1', asset).url)
        const cut = position % (good[part].length + 1)
        const bad = { ...good, [part]: good[part].slice(0, cut) + text + good[part].slice(cut + 1) }
        fc.pre(bad[part] !== good[part])
        expect(links.verify(bad)).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  '',
  '0',
  '-1',
  '1e12',
  ' 1795258800',
  '1795258800 ',
  '01795258800',
  '1795258800.0',
  'NaN',
  '9'.repeat(40),
])('the expiry %j is refused even with a signature made for it', (expires) => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const signature = createHmac('sha256', secret).update(`GET\nvid_1\nvideo\n${expires}`).digest('base64url')
  expect(links.verify({ videoId: 'vid_1', asset: 'video', expires, signature })).toBe(false)
})

test('an asset we do not have is refused even with a signature made for it', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const signature = createHmac('sha256', secret)
    .update('GET\nvid_1\nconstructor\n1795258800')
    .digest('base64url')
  const link = { videoId: 'vid_1', asset: 'constructor', expires: '1795258800', signature }
  expect(links.verify(link)).toBe(false)
})

test('after a change of the secret, links that were signed before are good for the rest of their hour', () => {
  const newer = Buffer.alloc(32, 2)
  const { links: before } = linksAt('2026-11-21T10:00:00Z')
  const { links: after, clock } = linksAt('2026-11-21T10:00:00Z', { secret: newer, olderSecrets: [secret] })
  const parts = partsOf(before.sign('vid_1', 'video').url)
  expect(after.verify(parts)).toBe(true)
  expect(before.verify(partsOf(after.sign('vid_1', 'video').url))).toBe(false)
  clock.time += 3_600_000
  expect(after.verify(parts)).toBe(false)
  expect(linksAt('2026-11-21T10:00:00Z', { secret: newer }).links.verify(parts)).toBe(false)
})

test('a link to a file of a twin is good for that file of that twin alone, for an hour', () => {
  const { links, clock } = linksAt('2026-11-21T10:00:00Z')
  const { pathname, searchParams } = new URL(links.signTwin('twn_1', 'preview').url)
  expect(pathname).toBe('/media/twins/twn_1/preview')
  const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? '']
  const verify = (twinId: string, file: string) => links.verifyTwin({ twinId, file, expires, signature })
  expect(verify('twn_1', 'preview')).toBe(true)
  expect(verify('twn_2', 'preview')).toBe(false)
  expect(verify('twn_1', 'tak_1')).toBe(false)
  clock.time += 3_600_000
  expect(verify('twn_1', 'preview')).toBe(false)
})

test('a link to a video opens nothing of a twin, and the other way round, whatever names are tried', () => {
  const { links } = linksAt('2026-11-21T10:00:00Z')
  const video = partsOf(links.sign('vid_1', 'video').url)
  for (const [twinId, file] of [
    ['vid_1', 'video'],
    ['vid_1\nvideo', ''],
    ['', 'vid_1\nvideo'],
  ] as const) {
    expect(links.verifyTwin({ ...video, twinId, file })).toBe(false)
  }
  const { searchParams } = new URL(links.signTwin('twn_1', 'thumbnail').url)
  const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? '']
  for (const [videoId, asset] of [
    ['twn_1', 'thumbnail'],
    ['twins\ntwn_1', 'thumbnail'],
    ['twins', 'twn_1\nthumbnail'],
  ] as const) {
    expect(links.verify({ videoId, asset, expires, signature })).toBe(false)
  }
})
