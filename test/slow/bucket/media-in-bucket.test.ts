import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { PATIENTLY } from '../../support/run/patiently.ts'
import { settingsAt, startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

const program = inject('versitygw')

/** Some fifty calls one after another. */
const SLOWLY = { timeout: 240_000 }

/** A second of rounding on either side. */
const ROUNDED = 2

describe.skipIf(program === null)('with media in a bucket', () => {
  let server: S3Server
  /** The way of the service to the bucket; clients go straight there, by another name. */
  let proxy: TcpProxy
  let publicEndpoint: string
  let service: TestService
  let account: Awaited<ReturnType<TestService['account']>>

  beforeAll(async () => {
    server = await startS3Server(program!)
    proxy = await startTcpProxy(server.address)
    publicEndpoint = `http://localhost:${server.address.split(':')[1]}`
    const bucket = { ...settingsAt(proxy.address), publicEndpoint, prefix: 'service/' }
    service = await startTestService({ config: { bucket } })
    account = await service.account()
  })
  afterAll(async () => {
    await service.stop()
    await proxy.stop()
    await server.stop()
  })

  async function readyVideo() {
    const { body } = await account.createVideo({ script: 'One two three.' })
    return account.untilStatus(body.id, 'ready')
  }
  const ask = (link: string, method = 'GET') => fetch(link, { method, redirect: 'manual' })

  test('a video is made of objects, and keeps its six', async () => {
    const { id } = await readyVideo()
    const left = async () => (await server.objects()).filter((key) => key.includes(id)).toSorted()
    await expect
      .poll(left, PATIENTLY)
      .toEqual(
        [
          'captions.srt',
          'captions.vtt',
          'poster-small.jpg',
          'poster.jpg',
          'provenance.json',
          'video.mp4',
        ].map((name) => `service/videos/${id}/${name}`),
      )
  })

  test('a link leads on to the bucket, for as long as it has left itself', async () => {
    const { id, video_url: link } = await readyVideo()
    const { status, headers } = await ask(link)
    expect(status).toBe(302)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    const direct = new URL(headers.get('Location') ?? '')
    expect(direct.origin).toBe(publicEndpoint)
    expect(direct.pathname).toBe(`/media/service/videos/${id}/video.mp4`)
    const leftSeconds = Number(new URL(link).searchParams.get('expires')) - Date.now() / 1_000
    const lastsSeconds = Number(direct.searchParams.get('X-Amz-Expires'))
    expect(Math.abs(lastsSeconds - leftSeconds)).toBeLessThan(60)
    expect(lastsSeconds).toBeLessThan(leftSeconds + ROUNDED)
  })

  test.each([
    ['video_url', 'video/mp4', 'video.mp4'],
    ['thumbnail_url', 'image/jpeg', 'poster.jpg'],
  ])(
    'whoever follows the %s gets the file as what it is, by its name, or any part of it',
    async (member, type, name) => {
      const video = await readyVideo()
      const answer = await fetch(video[member])
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Content-Type')).toBe(type)
      expect(answer.headers.get('Content-Disposition')).toBe(`inline; filename="${video.id}-${name}"`)
      const saved = await fetch(`${video[member]}&download=1`)
      expect(saved.headers.get('Content-Disposition')).toBe(`attachment; filename="${video.id}-${name}"`)
      const whole = await answer.text()
      const part = await fetch(video[member], { headers: { Range: 'bytes=2-5' } })
      expect(part.status).toBe(206)
      expect(await part.text()).toBe(whole.slice(2, 6))
      const head = await fetch(video[member], { method: 'HEAD' })
      expect(head.headers.get('Content-Length')).toBe(String(whole.length))
    },
  )

  test('what scripts of other sites read comes from the API, which they may read', async () => {
    const { captions, provenance_url } = await readyVideo()
    for (const link of [captions.srt_url, captions.vtt_url, provenance_url]) {
      const answer = await ask(link)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect((await answer.text()).length).toBe(Number(answer.headers.get('Content-Length')))
    }
  })

  test('a download that broke off goes on, from the bucket and from the API', async () => {
    const { video_url, captions } = await readyVideo()
    for (const link of [video_url, captions.srt_url]) {
      const whole = await fetch(link)
      const etag = whole.headers.get('ETag') ?? ''
      expect(etag).toMatch(/^"/u)
      const rest = await fetch(link, { headers: { Range: 'bytes=5-', 'If-Range': etag } })
      expect(rest.status).toBe(206)
      expect(await rest.text()).toBe((await whole.text()).slice(5))
    }
    const headers = { Range: 'bytes=5-', 'If-Range': '"other"' }
    expect((await fetch(captions.srt_url, { headers })).status).toBe(200)
  })

  test('pages may show media of the bucket, and nothing else from there', async () => {
    const policy = (await fetch(`${service.url}/`)).headers.get('Content-Security-Policy') ?? ''
    const allowing = policy.split(';').filter((rule) => rule.includes(publicEndpoint))
    expect(allowing.map((rule) => rule.split(' ')[0])).toEqual(['img-src', 'media-src'])
  })

  test('a deleted video’s links are dead on every API at once, and its objects are gone', async () => {
    const another = await service.startApi()
    const { id, video_url: link } = await readyVideo()
    const there = link.replace(service.url, another.url)
    const direct = (await ask(there)).headers.get('Location') ?? ''
    expect((await fetch(direct)).status).toBe(200)
    expect((await account.request('DELETE', `/videos/${id}`)).status).toBe(200)
    expect([(await ask(link)).status, (await ask(there)).status]).toEqual([404, 404])
    expect((await fetch(direct)).status).toBe(404)
    await another.stop()
  })

  test('a bucket that takes two seconds for each call delays a video and its links, and loses nothing', async () => {
    proxy.answerAfter(2_000)
    try {
      const { body } = await account.createVideo({ script: 'Seven eight nine.' })
      const video = await account.untilStatus(body.id, 'ready', SLOWLY.timeout)
      for (const link of [video.video_url, video.captions.vtt_url, video.provenance_url]) {
        const answer = await fetch(link)
        expect(answer.status).toBe(200)
        expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('Content-Length')))
      }
    } finally {
      proxy.mend()
    }
  })

  test('while the bucket is away, links ask for another try, reads are answered, and videos wait', async () => {
    const { id, video_url: link, captions } = await readyVideo()
    const another = await readyVideo()
    proxy.breakOff()
    try {
      for (const url of [link, captions.srt_url]) {
        const { status, headers } = await ask(url)
        expect(status).toBe(503)
        expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      }
      expect((await account.request('GET', `/videos/${id}`)).status).toBe(200)
      const ready = await fetch(`${service.url}/readyz`)
      expect(ready.status).toBe(200)
      expect(await ready.json()).toMatchObject({ checks: { media: 'not ready: no answer' } })
      expect((await account.request('DELETE', `/videos/${another.id}`)).status).toBe(200)
      const { body } = await account.createVideo({ script: 'Four five six.' })
      const refusals = proxy.refusals()
      await expect.poll(proxy.refusals, PATIENTLY).toBeGreaterThan(refusals + 3)
      proxy.mend()
      await account.untilStatus(body.id, 'ready')
    } finally {
      proxy.mend()
    }
    expect((await ask(link)).status).toBe(302)
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ checks: { media: 'ready' } })
  })
})
