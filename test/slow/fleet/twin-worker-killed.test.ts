import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { test } from 'vitest'
import type { ExpectStatic } from 'vitest'

import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import { startTwin } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

/** Every step of a twin's life, in the order in which they come. */
const STEPS = [
  'lookAtTake',
  'judgeTake',
  'beginTwinBuild',
  'weighConsent',
  'learnTwin',
  'drawSample',
  'testTwin',
  'speakPreview',
  'drawPreview',
  'publishTwin',
  'notifyTwinWithdrawn',
  'removeTwinFiles',
  'findTwinVideos',
  'deleteTwinVideos',
  'noteTwinRemoved',
]

/** A worker that died is missed after some seconds, and after a quarter of a minute where no heartbeats are. */
const PATIENCE = { timeout: 300_000, interval: 250 }

/** Each death is waited for, so there are two twins at a time: each has a worker that dies in every other step. */
const HALVES = [0, 1].map((half) => STEPS.filter((_, index) => index % 2 === half))

/** A twin, and a worker that is started anew whenever it has died. */
interface Mortal {
  readonly service: TestService
  readonly twin: RecordedTwin
  /** The steps in which it has died. */
  died(): string[]
  end(): Promise<void>
}

async function startMortal(steps: readonly string[]): Promise<Mortal> {
  const service = await startTestService({ worker: false })
  const twin = await startTwin(service, await signedIn(service, await service.account('scale')))
  const diedFile = path.join(service.dataDir, 'died.txt')
  let isOver = false
  let worker: ChildProcess
  const keepAlive = (): void => {
    worker = spawn(process.execPath, [...FROM_SOURCE, 'test/support/twin/dying-worker-program.ts'], {
      env: {
        ...process.env,
        ...service.settings,
        SPEECH_ENGINE: 'flite',
        LOG_LEVEL: 'error',
        DIED_FILE: diedFile,
        STEPS: steps.join(','),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    worker.once('exit', () => {
      if (!isOver) keepAlive()
    })
  }
  keepAlive()
  return {
    service,
    twin,
    died: () => (existsSync(diedFile) ? readFileSync(diedFile, 'utf8').trim().split('\n') : []),
    async end() {
      isOver = true
      worker.kill('SIGKILL')
      await twin.close()
      await service.stop()
    },
  }
}

test.concurrent.for(HALVES)(
  'a twin whose worker is killed at every second step, from %s on, is built once, and leaves nothing when it goes',
  async (steps, { expect }) => {
    const mortal = await startMortal(steps)
    try {
      await livesAndGoes(expect, mortal, steps)
    } finally {
      await mortal.end()
    }
  },
)

async function livesAndGoes(
  expect: ExpectStatic,
  { service, twin, died }: Mortal,
  steps: readonly string[],
): Promise<void> {
  const viewOf = async () => (await twin.ask('GET', '')).body
  for (const part of TAKE_PARTS) await twin.record(part)
  await expect
    .poll(async () => (await viewOf()).takes.map((take: { status: string }) => take.status), PATIENCE)
    .toEqual(TAKE_PARTS.map(() => 'accepted'))
  expect((await twin.consent()).status).toBe(200)
  await expect.poll(async () => (await viewOf()).twin.state, PATIENCE).toBe('ready')
  const [{ object_folder: folder }] = (await service.query('select object_folder from twins where id = $1', [
    twin.twinId,
  ])) as [{ object_folder: string }]
  expect((await twin.ask('POST', '/withdrawal', {})).status).toBe(200)
  const eventKinds = async () => (await service.app.twinRecords.events(twin.twinId)).map(({ kind }) => kind)
  await expect.poll(async () => (await eventKinds()).includes('removed'), PATIENCE).toBe(true)
  await expect.poll(() => died().toSorted(), PATIENCE).toEqual(steps.toSorted())

  const kinds = await eventKinds()
  for (const once of ['consent_given', 'ready', 'withdrawn', 'removed'] as const) {
    expect(kinds.filter((kind) => kind === once)).toHaveLength(1)
  }
  expect(kinds).not.toContain('failed')
  expect(existsSync(path.join(service.dataDir, 'media', folder))).toBe(false)
}
