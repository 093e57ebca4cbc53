import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { ALL_LINKS_SERVE, followLinks } from '../../support/http/every-link.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import {
  recordAllChecked,
  recordChecked,
  startTwinMaking,
  stateOf,
  takeOf,
  untilState,
} from '../../support/twin/twin-making.ts'

let at: Awaited<ReturnType<typeof startTwinMaking>>
let service: typeof at.service
let account: typeof at.account
let operator: typeof at.operator
let start: typeof at.start
let readyTwin: typeof at.readyTwin
let createVideo: typeof at.createVideo
let videoOf: typeof at.videoOf
let folderOf: typeof at.folderOf

beforeAll(async () => {
  at = await startTwinMaking()
  ;({ service, account, operator, start, readyTwin, createVideo, videoOf, folderOf } = at)
})
beforeEach(() => {
  at.replaced.studio = {}
  at.studio.release()
})
afterAll(() => at.stop())

describe('a recording', () => {
  test('becomes a twin that presents videos, and nothing of the build but what is needed stays', async () => {
    const twin = await readyTwin()
    expect(await stateOf(twin)).toMatchObject({
      progress: 100,
      voice_name: expect.stringContaining('matched'),
    })
    const folder = await folderOf(twin)
    expect((await readdir(folder)).toSorted()).toEqual(
      [
        'base.mp4',
        'learned.json',
        'library.mp4',
        'model.bin',
        'preview.mp4',
        'takes',
        'thumbnail.jpg',
      ].toSorted(),
    )
    const { data } = (await account.request('GET', '/twins')).body
    const listed = data.find((one: { id: string }) => one.id === twin.twinId)
    expect(listed).toMatchObject({ status: 'ready', usable_in_videos: true })
    for (const url of [listed.thumbnail_url, listed.preview_video_url])
      expect((await fetch(url)).status).toBe(200)

    const id = await createVideo(twin)
    await expect.poll(async () => (await videoOf(id)).status, PATIENTLY).toBe('ready')
    const jobs = at.drawn.filter(({ seed }) => seed === id)
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) expect(job).toMatchObject({ cardName: 'Anna', planFile: expect.any(String) })
    expect(await followLinks((await account.request('GET', `/videos/${id}`)).body)).toEqual(ALL_LINKS_SERVE)
    const provenance = await fetch((await videoOf(id)).provenance_url ?? '')
    expect(await provenance.json()).toMatchObject({
      digital_source_type: expect.stringContaining('compositeSynthetic'),
      presenter: { id: null, name: 'Anna', twin_id: twin.twinId, data_sha256: expect.any(String) },
    })
  })

  test('shows what its videos will look like before one is made, until it is withdrawn', async () => {
    const twin = await readyTwin()
    const request = {
      twin_id: twin.twinId,
      options: { aspect_ratio: '9:16', background: { set: 'library' } },
    }
    const { status, body } = await at.owner.request('POST', '/stills', request)
    expect(status).toBe(200)
    const drawn = Buffer.from((body.image as string).split(',')[1] ?? '', 'base64').toString()
    expect(JSON.parse(drawn.replace('still ', ''))).toMatchObject({
      cardName: 'Anna',
      footage: {
        modelFile: expect.any(String),
        libraryFile: expect.any(String),
        baseFile: expect.any(String),
      },
      format: { width: 540, height: 960 },
      style: { background: { set: 'library' } },
    })
    await twin.ask('POST', '/withdrawal', {})
    expect((await at.owner.request('POST', '/stills', request)).status).toBe(404)
  })

  test('has each part answered with a sentence, and the other parts kept', async () => {
    const twin = await start()
    const message = 'Sit closer to the camera.'
    at.replaced.studio.checkTake = async () => ({
      checks: [{ code: 'size', outcome: 'failed', measured: 60, limit: 90, message }],
      soundLateSeconds: null,
    })
    expect(await recordChecked(twin, 'turn')).toMatchObject({ status: 'refused', checks: [{ message }] })
    at.replaced.studio = {}
    expect(await recordChecked(twin, 'silence')).toMatchObject({ status: 'accepted' })
    expect(await recordChecked(twin, 'turn')).toMatchObject({ status: 'accepted' })
    expect(await takeOf(twin, 'silence')).toMatchObject({ status: 'accepted' })
  })

  test('that is no film is refused in the words of the studio', async () => {
    const twin = await start()
    at.replaced.studio.trackTake = async () => {
      throw Object.assign(new Error('This file is no film.'), { name: 'TakeUnusable' })
    }
    expect(await recordChecked(twin, 'silence')).toMatchObject({
      status: 'refused',
      checks: [{ code: 'film', message: 'This file is no film.' }],
    })
  })

  test('of two persons becomes no twin, and the statement can be recorded again by the same link', async () => {
    const twin = await start()
    at.replaced.studio.matchTakes = async () => 0.4
    await recordAllChecked(twin)
    await untilState(twin, 'failed')
    expect((await stateOf(twin)).failure).toMatchObject({ code: 'NotSamePerson', part: 'consent' })
    at.replaced.studio = {}
    await recordChecked(twin, 'consent')
    expect((await twin.consent()).status).toBe(200)
    await untilState(twin, 'ready')
  })

  test('whose mouth cannot be followed is drawn from one frame', async () => {
    let tests = 0
    at.replaced.studio.testTwin = async () => {
      tests += 1
      return { lagFrames: 0, gapCorrelation: 0.5, articulation: 1, passed: tests > 1 }
    }
    const twin = await readyTwin()
    const [row] = await service.query<{ look: { engine: string } }>('select look from twins where id = $1', [
      twin.twinId,
    ])
    expect(row!.look).toMatchObject({ kind: 'footage', engine: 'photo' })
  })
})

describe('an unclear consent', () => {
  async function unclearTwin(): Promise<RecordedTwin> {
    const twin = await start()
    at.replaced.studio.matchTakes = async () => 0.6
    await recordAllChecked(twin)
    await untilState(twin, 'review')
    return twin
  }

  test('becomes a twin when an operator approves it', async () => {
    const twin = await unclearTwin()
    const review = `/operations/twin-reviews/${twin.twinId}`
    expect((await operator.request('GET', review)).body.findings).toEqual({
      likeness: 0.6,
      unclear: ['likeness'],
    })
    expect((await operator.request('POST', review, { approved: true })).status).toBe(200)
    await untilState(twin, 'ready')
  })

  test('becomes none when an operator refuses it, and the person reads why', async () => {
    const twin = await unclearTwin()
    const reason = 'These are two different people.'
    const review = `/operations/twin-reviews/${twin.twinId}`
    await operator.request('POST', review, { approved: false, reason })
    await untilState(twin, 'failed')
    expect((await stateOf(twin)).failure).toMatchObject({ code: 'ConsentRefused', message: reason })
  })
})

describe('a withdrawal', () => {
  test('fails videos under way with their seconds back, deletes finished ones, and leaves nothing of the twin', async () => {
    const twin = await readyTwin()
    const finished = await createVideo(twin)
    await expect.poll(async () => (await videoOf(finished)).status, PATIENTLY).toBe('ready')
    const before = (await account.request('GET', '/me')).body.remaining_seconds
    at.studio.hold()
    const underWay = await createVideo(twin, 'This one is not finished yet.')
    await expect.poll(async () => (await videoOf(underWay)).progress, PATIENTLY).toBeGreaterThan(0)
    const folder = await folderOf(twin)

    expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
    await expect.poll(async () => (await videoOf(underWay)).status, PATIENTLY).toBe('failed')
    const { error } = await videoOf(underWay)
    expect(error).toMatchObject({ code: 'render_failed', retryable: false, action: 'refresh' })
    expect(error.details.reason).toContain('The twin was withdrawn')
    expect((await account.request('GET', '/me')).body.remaining_seconds).toBe(before)
    const finishedStatus = async () => (await account.request('GET', `/videos/${finished}`)).status
    await expect.poll(finishedStatus, PATIENTLY).toBe(404)
    await expect.poll(() => existsSync(folder), PATIENTLY).toBe(false)
    const media = path.join(service.dataDir, 'media')
    await expect.poll(() => existsSync(path.join(media, 'videos', finished)), PATIENTLY).toBe(false)
    await expect.poll(() => existsSync(path.join(media, 'work', underWay)), PATIENTLY).toBe(false)
    expect(await service.app.audit()).toEqual([])
    await expect
      .poll(async () => (await service.app.twinRecords.events(twin.twinId)).at(-1)?.kind, PATIENTLY)
      .toBe('removed')
  })

  test('keeps finished videos for a person who wants that', async () => {
    const twin = await readyTwin()
    const finished = await createVideo(twin)
    await expect.poll(async () => (await videoOf(finished)).status, PATIENTLY).toBe('ready')
    await twin.ask('POST', '/withdrawal', { keep_videos: true })
    await expect
      .poll(async () => (await service.app.twinRecords.events(twin.twinId)).at(-1)?.kind, PATIENTLY)
      .toBe('removed')
    expect((await videoOf(finished)).status).toBe('ready')
  })
})
