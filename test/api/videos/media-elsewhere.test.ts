import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEncryptedStore } from '../../support/tools/encrypted-store.ts'
import type { EncryptedStore } from '../../support/tools/encrypted-store.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startPictureServer } from '../../support/picture/picture-server.ts'
import type { PictureServer } from '../../support/picture/picture-server.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const SCRIPT = 'One two three.'

let lendingDir: string
let media: EncryptedStore
let pictures: PictureServer
let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
// oxlint-disable-next-line typescript/no-explicit-any -- as the API answers it
let video: any
/** What the studio read of the files that it was lent. */
const seen = { words: 0, backgroundStart: '' }

const quick = quickStudio()
const studio = quickStudio({
  renderer: {
    async drawSegment(job, options) {
      seen.words = JSON.parse(await readFile(job.timelineFile, 'utf8')).words.length
      const background = job.style?.background
      if (background && 'imageFile' in background) {
        seen.backgroundStart = (await readFile(background.imageFile)).toString('hex', 0, 3)
      }
      return quick.renderer.drawSegment(job, options)
    },
  },
})

beforeAll(async () => {
  lendingDir = await mkdtemp(path.join(tmpdir(), 'lending-'))
  media = createEncryptedStore(lendingDir)
  pictures = await startPictureServer()
  service = await startTestService({ studio, media })
  account = await service.account()
  const options = { background: { image_url: `${pictures.url}/picture.png` } }
  const { body } = await account.createVideo({ script: SCRIPT, options })
  video = await account.untilStatus(body.id, 'ready')
})
afterAll(async () => {
  pictures.stop()
  await service.stop()
  await rm(lendingDir, { recursive: true })
})

test('a video is made where no file has a lasting path', async () => {
  expect(seen).toEqual({ words: 3, backgroundStart: 'ffd8ff' })
  expect(media.keys().filter((key) => key.startsWith('videos/'))).toHaveLength(6)
  expect(await readdir(lendingDir)).toEqual([])
  expect(await readdir(service.dataDir)).not.toContain('media')
})

test('its links lead to all of it, and to any part of it', async () => {
  const whole = Buffer.from(await (await fetch(video.video_url)).arrayBuffer())
  expect(whole).toHaveLength(4096)
  const part = await fetch(video.video_url, { headers: { Range: 'bytes=995-2005' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('Content-Range')).toBe('bytes 995-2005/4096')
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(995, 2006))).toBe(true)
  expect(await (await fetch(video.captions.srt_url)).text()).toContain(SCRIPT)
})

test('what a client has already is not sent again', async () => {
  const etag = (await fetch(video.video_url)).headers.get('ETag') ?? ''
  const headers = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }
  expect((await fetch(video.video_url, { headers })).status).toBe(304)
})

test('a deleted video leaves nothing', async () => {
  await expect.poll(() => media.keys().filter((key) => key.startsWith('work/')), PATIENTLY).toEqual([])
  expect((await account.request('DELETE', `/videos/${video.id}`)).status).toBe(200)
  await expect.poll(() => media.keys(), PATIENTLY).toEqual([])
  expect((await fetch(video.video_url)).status).toBe(404)
})
