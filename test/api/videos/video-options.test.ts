import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'

import { afterAll, describe, expect } from 'vitest'

import type { DrawSegmentJob } from '../../../src/domain/video/drawing-job.ts'
import { expectProblem } from '../../support/http/expect-problem.ts'
import { startPictureServer } from '../../support/picture/picture-server.ts'
import type { PictureServer } from '../../support/picture/picture-server.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { test, useStudio } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

const USUAL = {
  resolution: '720p',
  aspect_ratio: '16:9',
  background: null,
  captions: 'none',
  name_card: true,
  brand_colour: null,
  gestures: 'calm',
  camera: 'directed',
  background_blur: 'none',
}

const CHOSEN = {
  resolution: '1080p',
  aspect_ratio: '4:5',
  background: { set: 'library' },
  captions: 'burned',
  name_card: { title: 'Željka Nguyễn', subtitle: 'Отдел №1' },
  brand_colour: '#0f62fe',
  gestures: 'lively',
  camera: 'still',
  background_blur: 'none',
}

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
let pictures: PictureServer
const drawn: DrawSegmentJob[] = []

const quick = quickStudio()
const studio = quickStudio({
  renderer: {
    async drawSegment(job) {
      drawn.push(job)
      return quick.renderer.drawSegment(job)
    },
  },
})

test.beforeAll(async ({ defaultService }) => {
  pictures = await startPictureServer()
  service = defaultService
  useStudio(studio)
  account = await service.account('scale')
})
afterAll(async () => {
  pictures.stop()
  useStudio(null)
})

const send = (options: unknown, more: object = {}, headers = {}) =>
  account.createVideo({ options, ...more }, headers)

describe('the answer', () => {
  test.each([
    ['left out', undefined],
    ['empty', {}],
    ['as they are anyway', USUAL],
  ])('options that are %s are told as they are', async (_, options) => {
    expect((await send(options)).body.options).toEqual(USUAL)
  })

  test('options come back as they were sent, here, in the list, and when the video is ready', async () => {
    const { status, body } = await send(CHOSEN)
    expect(status).toBe(202)
    expect(body.options).toEqual(CHOSEN)
    const ready = await account.untilStatus(body.id, 'ready')
    expect(ready.options).toEqual(CHOSEN)
    const { body: list } = await account.request('GET', '/videos?limit=1')
    expect(list.data[0].options).toEqual(CHOSEN)
  })

  test('what is left out of some options is filled in', async () => {
    const { body } = await send({ background: { colour: '#FFAA00' }, name_card: { title: 'A' } })
    expect(body.options).toEqual({
      ...USUAL,
      background: { colour: '#ffaa00' },
      name_card: { title: 'A', subtitle: '' },
    })
  })

  test('an estimate takes options, and refuses what a creation would refuse', async () => {
    const estimate = (options: object) =>
      account.request('POST', '/videos/estimate', {
        body: { script: 'Hello.', presenter_id: 'maya', options },
      })
    expect((await estimate(CHOSEN)).body.would_be_refused).toEqual([])
    expectProblem(await estimate({ captions: 'on' }), 'invalid_request', { 'options.captions': 'invalid' })
    const { body } = await estimate({ background: { set: 'nowhere' } })
    expect(body.would_be_refused).toEqual([expect.objectContaining({ code: 'not_found' })])
  })
})

test('a set that nobody knows is not found, and named', async () => {
  expectProblem(await send({ background: { set: 'moon-base' } }), 'not_found', {
    'options.background.set': 'invalid',
  })
})

describe('idempotency', () => {
  const keyed = () => ({ 'Idempotency-Key': randomUUID() })

  test('options left out, empty or written out as they are anyway are one request', async () => {
    const key = keyed()
    const first = await send(undefined, {}, key)
    for (const same of [
      {},
      USUAL,
      { captions: 'none' },
      { gestures: 'calm' },
      { gestures: null },
      { camera: 'directed' },
      { background_blur: 'none' },
    ]) {
      const repeat = await send(same, {}, key)
      expect(repeat.headers.get('Idempotency-Replayed')).toBe('true')
      expect(repeat.body.id).toBe(first.body.id)
    }
  })

  test('the order of members and the case of colours make no other request', async () => {
    const key = keyed()
    const first = await send({ brand_colour: '#ABCDEF', captions: 'burned' }, {}, key)
    const second = await send({ captions: 'burned', brand_colour: '#abcdef' }, {}, key)
    expect(second.body.id).toBe(first.body.id)
  })

  test.each([
    ['resolution', { resolution: '1080p' }],
    ['ratio', { aspect_ratio: '9:16' }],
    ['background', { background: { set: 'loft' } }],
    ['captions', { captions: 'burned' }],
    ['card', { name_card: false }],
    ['colour', { brand_colour: '#123456' }],
    ['amount of gestures', { gestures: 'none' }],
    ['camera', { camera: 'still' }],
  ])('another %s is another request', async (_, options) => {
    const key = keyed()
    await send({}, {}, key)
    expectProblem(await send(options, {}, key), 'invalid_request', { idempotency_key: 'reused' })
  })
})

describe('what is drawn', () => {
  const jobsOf = (id: string) => drawn.filter(({ seed }) => seed === id)

  test('the options reach whoever draws', async () => {
    const { body } = await send(CHOSEN)
    await account.untilStatus(body.id, 'ready')
    expect(jobsOf(body.id)[0]).toMatchObject({
      format: { width: 1080, height: 1350, framesPerSecond: 30 },
      style: {
        background: { set: 'library' },
        captions: 'burned',
        nameCard: { title: 'Željka Nguyễn', subtitle: 'Отдел №1' },
        brandColour: '#0f62fe',
        gestures: 'lively',
        camera: 'still',
      },
    })
  })

  test('a linked picture is fetched for the video and goes when it is ready', async () => {
    const image_url = `${pictures.url}/picture.png`
    const { body } = await send({ background: { image_url }, background_blur: 'soft' })
    const ready = await account.untilStatus(body.id, 'ready')
    expect(ready.options).toMatchObject({ background: { image_url }, background_blur: 'soft' })
    expect(jobsOf(body.id)[0]?.style?.background).toEqual({
      imageFile: expect.stringContaining('background.jpg') as string,
      blur: 'soft',
    })
    await expect.poll(() => existsSync(`${service.dataDir}/media/work/${body.id}`)).toBe(false)
  })

  test('the record of a video tells a linked picture by its hash, and nothing of the link', async () => {
    const image_url = `${pictures.url}/picture.png?signature=s3cret`
    const { body } = await send({ background: { image_url }, aspect_ratio: '1:1' })
    const { provenance_url } = await account.untilStatus(body.id, 'ready')
    const record = await (await fetch(provenance_url)).text()
    const image_sha256 = createHash('sha256').update(pictures.picture).digest('hex')
    expect(JSON.parse(record).options).toEqual({
      ...USUAL,
      aspect_ratio: '1:1',
      background: { image_sha256 },
    })
    for (const part of ['s3cret', 'picture.png', new URL(pictures.url).host])
      expect(record).not.toContain(part)
  })

  test.each([
    ['is not there', '/nothing.png', 'The image server responded with status 404.'],
    ['is none', '/page', 'The image is not a JPEG, PNG or WebP file.'],
  ])('a picture that %s fails the video, which says why and costs nothing', async (_, path, reason) => {
    const { body } = await send({ background: { image_url: pictures.url + path } })
    const failed = await account.untilStatus(body.id, 'failed')
    expect(failed.error).toMatchObject({
      code: 'render_failed',
      details: { stage: 'draw', reason: `The background image could not be used. ${reason}` },
    })
    expect(jobsOf(body.id)).toEqual([])
  })
})

test('every set has its picture, there for everyone', async () => {
  const { body } = await account.request('GET', '/sets')
  expect(body).toMatchObject({ has_more: false, next_before: null })
  expect(body.data.length).toBeGreaterThan(4)
  for (const { id, thumbnail_url } of body.data) {
    expect((await send({ background: { set: id } })).status).toBe(202)
    const response = await fetch(thumbnail_url)
    expect(response.headers.get('Content-Type')).toBe('image/jpeg')
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(60_000)
  }
})
