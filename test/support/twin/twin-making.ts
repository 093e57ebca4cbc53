import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect } from 'vitest'

import type { Config } from '../../../src/config/config.ts'
import type { DrawSegmentJob } from '../../../src/domain/video/drawing-job.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import type { TwinStudio } from '../../../src/ports/twin/twin-studio.ts'
import { heldStudio } from '../service/held-studio.ts'
import { quickStudio } from '../service/quick-studio.ts'
import { startTwin } from './recorded-twin.ts'
import type { RecordedTwin } from './recorded-twin.ts'
import { entriesBelow } from '../service/entries-below.ts'
import { startTestService } from '../service/service.ts'
import { signedIn } from '../http/signed-in.ts'
import { manyRecordings } from './twin-service.ts'

/** A segment that was drawn, with the contents of the model that it was drawn by; null for a presenter. */
type DrawnJob = DrawSegmentJob & { readonly model: string | null }

/** What the studio does other than usual. */
interface Replaced {
  studio: Partial<TwinStudio>
  /** Waited for before a script is spoken. */
  beforeSpeaking: (script: string) => Promise<void>
}

/** A service with a worker whose studio can be held, and told to find something else in a recording than usual. */
export async function startTwinMaking(config: Partial<Config> = {}) {
  const drawn: DrawnJob[] = []
  const replaced: Replaced = { studio: {}, beforeSpeaking: () => Promise.resolve() }
  const studio = replaceableStudio(replaced, drawn)
  const service = await startTestService({ studio, config: { ...manyRecordings(), ...config } })
  const account = await service.account('scale')
  const owner = await signedIn(service, account)
  const operator = await signedIn(service, account, { isOperator: true })
  const twins: RecordedTwin[] = []

  async function start(request?: object): Promise<RecordedTwin> {
    const twin = await startTwin(service, owner, request)
    twins.push(twin)
    return twin
  }

  async function readyTwin(): Promise<RecordedTwin> {
    const twin = await start()
    await recordAllChecked(twin)
    await untilState(twin, 'ready')
    return twin
  }

  async function createVideo({ twinId }: RecordedTwin, script = 'Hello from my twin.'): Promise<string> {
    const { status, body } = await account.request('POST', '/videos', { body: { script, twin_id: twinId } })
    expect(status).toBe(202)
    return body.id as string
  }

  async function folderOf(twin: RecordedTwin): Promise<string> {
    const [row] = await service.query<{ object_folder: string }>(
      'select object_folder from twins where id = $1',
      [twin.twinId],
    )
    return path.join(service.dataDir, 'media', row!.object_folder)
  }

  return {
    service,
    studio,
    account,
    owner,
    operator,
    drawn,
    replaced,
    start,
    readyTwin,
    createVideo,
    videoOf: async (id: string) => (await account.request('GET', `/videos/${id}`)).body,
    folderOf,
    /** Files that faces are compared by, and what says that they are there. */
    async facesOf(twin: RecordedTwin): Promise<string[]> {
      const entries = await entriesBelow(await folderOf(twin))
      return entries.map(({ name }) => name).filter((name) => /portraits|seen/u.test(name))
    },
    async stop() {
      for (const twin of twins) await twin.close()
      await service.stop()
    },
  }
}

function replaceableStudio(replaced: Replaced, drawn: DrawnJob[]) {
  const { twinStudio, renderer } = quickStudio()
  const held = heldStudio()
  return {
    ...held,
    speaker: {
      ...held.speaker,
      speakPart: (async (request, options) => {
        await replaced.beforeSpeaking(request.script)
        return held.speaker.speakPart(request, options)
      }) satisfies typeof held.speaker.speakPart,
    },
    renderer: {
      ...renderer,
      drawSegment: (async (job, options) => {
        const model = 'footage' in job ? await readFile(job.footage.modelFile, 'base64') : null
        drawn.push({ ...job, model })
        return renderer.drawSegment(job, options)
      }) satisfies typeof renderer.drawSegment,
    },
    twinStudio: {
      ...twinStudio,
      trackTake: (...args) => (replaced.studio.trackTake ?? twinStudio.trackTake)(...args),
      checkTake: (...args) => (replaced.studio.checkTake ?? twinStudio.checkTake)(...args),
      matchTakes: (...args) => (replaced.studio.matchTakes ?? twinStudio.matchTakes)(...args),
      learnTwin: (...args) => (replaced.studio.learnTwin ?? twinStudio.learnTwin)(...args),
      testTwin: (...args) => (replaced.studio.testTwin ?? twinStudio.testTwin)(...args),
    } satisfies typeof twinStudio,
  }
}

/** Options of `expect.poll` for what a link is asked: it answers 240 requests a minute. */
export const ASKED_BY_LINK = { timeout: 300_000, interval: 500 }

/** The twin of a recording as its link shows it. */
export const stateOf = async (twin: RecordedTwin) => (await twin.ask('GET', '')).body.twin

/** Waits until the twin of a recording stands so. */
export const untilState = (twin: RecordedTwin, state: string) =>
  expect.poll(async () => (await stateOf(twin)).state, ASKED_BY_LINK).toBe(state)

/** The newest take of a part. */
export const takeOf = async (twin: RecordedTwin, part: TakePart) =>
  (await twin.ask('GET', '')).body.takes.find((take: { part: string }) => take.part === part)

/** Records a part and waits for what the checks say. */
export async function recordChecked(twin: RecordedTwin, part: TakePart) {
  await twin.record(part)
  await expect.poll(async () => (await takeOf(twin, part)).status, ASKED_BY_LINK).not.toBe('checking')
  return takeOf(twin, part)
}

/** Records every part, has each accepted by the checks, and gives the consent. */
export async function recordAllChecked(twin: RecordedTwin): Promise<void> {
  for (const part of TAKE_PARTS) expect(await recordChecked(twin, part)).toMatchObject({ status: 'accepted' })
  expect((await twin.consent()).status).toBe(200)
}
