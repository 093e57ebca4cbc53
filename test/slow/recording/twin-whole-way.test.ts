import { stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { mediaFolder } from '../../../src/domain/video/media-asset.ts'
import { twinKeys } from '../../../src/domain/twin/twin-files.ts'
import { READING } from '../../../src/domain/twin/twin-script.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { hasBrowser } from '../../support/browser/browser.ts'
import { ALL_LINKS_SERVE, followLinks } from '../../support/http/every-link.ts'
import {
  consent,
  filmPart,
  readStatement,
  readVerdict,
  recordPart,
  sitDown,
  turnCameraOn,
  withdraw,
} from '../../support/twin/recording-person.ts'
import type { RecordingPlace } from '../../support/twin/recording-person.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { watchTwin } from '../../support/twin/watched-twin.ts'

/** Drawn by our renderer, and spoken by our voice: no recording of a person is kept with the code. */
const PERSON = { presenterId: 'amara', voiceId: 'flite:slt' } as const
const NAME = 'Anna'
const SCRIPT = 'Most people never believe how far five brown boats may go over open water before evening.'

/** Enough to learn a twin from, and no more: a film is looked at picture by picture. */
const SENTENCES = READING.slice(0, 4)

/** Four parts are recorded and looked at while they are spoken, on what may be a busy machine. */
const WHOLE_WAY = { timeout: 3_600_000 }
const PATIENTLY = { timeout: 1_200_000, interval: 500 }

/** What viewers do not notice, and half a frame for the rounding. */
const MOST_LAG_FRAMES = 1.5

interface TwinRow {
  readonly state: string
  readonly folder: string
  readonly look: object | null
  readonly quality: object | null
  readonly voice: string
  readonly key: Buffer | null
}

describe.runIf(hasBrowser())('the whole way of a twin', () => {
  let service: TestService
  let account: Awaited<ReturnType<TestService['account']>>
  let twinId: string
  let videoId: string
  let place: RecordingPlace

  beforeAll(async () => {
    service = await startTestService({ studio: 'real', reading: SENTENCES })
    account = await service.account('starter')
    const owner = await signedIn(service, account)
    const started = await owner.request('POST', '/twin-studio/recordings', { name: NAME, who: 'somebody' })
    const { id, path } = started.body as { id: string; path: string }
    twinId = id
    place = await sitDown(service.url, path, PERSON)
  })
  afterAll(async () => {
    await place.close()
    await service.stop()
  })

  const listed = async () =>
    (await account.request('GET', '/twins')).body.data.find((twin: { id: string }) => twin.id === twinId)

  /** Paths and sizes of all files below a folder of the service; none when it is gone. */
  async function filesBelow(folder: string): Promise<Map<string, number>> {
    const files = new Map<string, number>()
    for (const entry of await entriesBelow(join(service.dataDir, folder))) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile()) files.set(relative(join(service.dataDir, folder), file), (await stat(file)).size)
    }
    return files
  }

  const mediaBelow = (folder: string) => filesBelow(join('media', folder))
  const createVideo = () =>
    account.request('POST', '/videos', { body: { script: SCRIPT, title: NAME, twin_id: twinId } })

  /** What the account never sees of the twin. */
  const row = async () => {
    const columns = 'state, object_folder as folder, look, quality, engine_voice_id as voice, data_key as key'
    const [found] = await service.query<TwinRow>(`select ${columns} from twins where id = $1`, [twinId])
    return found!
  }

  /** What the checks of a drawn film are not sure of, an operator decides. That it shows one person is sure. */
  async function approve(): Promise<void> {
    const operator = await signedIn(service, await service.account(), { isOperator: true })
    const review = `/operations/twin-reviews/${twinId}`
    const { findings } = (await operator.request('GET', review)).body
    process.stderr.write(`An operator was asked about: ${findings.unclear}\n`)
    expect(findings.unclear.join(', ')).not.toMatch(/likeness|same_person/u)
    await operator.request('POST', review, { approved: true })
    const isOver = async () => !['review', 'building'].includes((await row()).state)
    await expect.poll(isOver, PATIENTLY).toBe(true)
  }

  test('a person who is filmed becomes a twin that passes its own test', WHOLE_WAY, async () => {
    // Its words are known only when the person asks for them.
    await turnCameraOn(place)
    const statement = await readStatement(place)
    const sentences: Partial<Record<TakePart, readonly string[]>> = {
      consent: statement.split(/(?<=\.) /u),
      reading: SENTENCES,
    }
    for (const part of TAKE_PARTS) {
      await recordPart(place, part, await filmPart(place, part, sentences[part]))
    }
    for (const part of TAKE_PARTS) expect(await readVerdict(place, part), part).toMatch(/^This part is fine/u)
    await consent(place, 'Anna Berg')
    expect(await listed()).toMatchObject({ status: 'building', usable_in_videos: false })
    await expect.poll(async () => (await row()).state, PATIENTLY).not.toBe('building')
    if ((await row()).state === 'review') await approve()
    expect(await row()).toMatchObject({ state: 'ready', look: { kind: 'footage', engine: 'video' } })
    expect(await listed()).toMatchObject({ status: 'ready', usable_in_videos: true })
  })

  test('it is seen as its videos will show it, before one is made', WHOLE_WAY, async () => {
    const owner = await signedIn(service, account)
    const { status, body } = await owner.request('POST', '/stills', { twin_id: twinId })
    expect(status).toBe(200)
    const still = Buffer.from((body.image as string).split(',')[1] ?? '', 'base64')
    await writeFile(join(place.folder, 'still.jpg'), still)
    const { width, height } = await loadImage(still)
    expect({ width, height }).toEqual({ width: 960, height: 540 })
  })

  test('its lips say what a video of it has it say, in step with the sound', WHOLE_WAY, async () => {
    const { folder, voice: voiceId } = await row()
    const created = await createVideo()
    expect(created.status).toBe(202)
    videoId = created.body.id
    const ready = await account.untilStatus(videoId, 'ready', PATIENTLY.timeout)
    expect(await followLinks(ready)).toEqual(ALL_LINKS_SERVE)
    const videoFile = join(place.folder, 'video.mp4')
    await writeFile(videoFile, Buffer.from(await (await fetch(ready.video_url)).arrayBuffer()))
    const { selfTest, sync } = await watchTwin(service, { videoFile, folder, script: SCRIPT, voiceId })
    expect(selfTest).toMatchObject({ passed: true })
    expect(Math.abs(sync.shift)).toBeLessThanOrEqual(MOST_LAG_FRAMES)
  })

  test('it goes without a trace when the person withdraws', WHOLE_WAY, async () => {
    const { folder } = await row()
    const kept = await mediaBelow(folder)
    for (const key of Object.values(twinKeys(folder)))
      expect([...kept.keys()]).toContain(key.slice(folder.length + 1))
    expect((await mediaBelow(mediaFolder(videoId))).size).toBeGreaterThan(0)

    await withdraw(place)
    expect(await listed()).toBeUndefined()
    expect((await createVideo()).body.error).toMatchObject({ code: 'not_found' })
    const events = async () => (await service.app.twinRecords.events(twinId)).map(({ kind }) => kind)
    await expect.poll(events, PATIENTLY).toContain('removed')
    expect((await account.request('GET', `/videos/${videoId}`)).status).toBe(404)
    await expect.poll(async () => (await mediaBelow(mediaFolder(videoId))).size, PATIENTLY).toBe(0)
    expect((await mediaBelow(folder)).size).toBe(0)
    expect((await filesBelow('scratch')).size).toBe(0)
    expect(await row()).toMatchObject({ state: 'withdrawn', key: null, look: null })
    const takes = 'select id from twin_takes where twin_id = $1 and forgotten_at is null'
    expect(await service.query(takes, [twinId])).toEqual([])
  })
})
