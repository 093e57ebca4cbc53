import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { wavBytes } from '../../../src/speech/engines/wav.ts'
import { makeCurrent } from '../../support/service/current-version.ts'
import { decodeSound } from '../../support/picture/finished-video.ts'
import { makeRelease } from '../../support/programs/other-release.ts'
import type { OtherRelease } from '../../support/programs/other-release.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { resolveSpeechRecogniser } from '../../support/speech/speech-recogniser.ts'
import { wordErrors } from '../../support/speech/word-errors.ts'
import { startWorkerProcess } from '../../support/service/worker-process.ts'
import type { WorkerProcess } from '../../support/service/worker-process.ts'

/** Some 23 seconds: two parts by the rules of this release, and four or more by those of the other. */
const SCRIPT =
  'Welcome aboard! Why not map a big blue boat? Every picture is looked at: ' +
  'none is black, none is frozen, none is torn. Where two pieces meet, you will see nothing. ' +
  'The first half of this script was already being drawn while the second half was still to be spoken. ' +
  'Nobody who hears the words or sees the picture could ever tell where one ended and the other began.'

const PATIENCE = { timeout: 240_000, interval: 250 }

/** The silence that a video begins and ends with is shorter than this. */
const EDGE_SECONDS = 1

/** Flite is a robot: some of its words are heard as others. A sentence that is missing or said twice is more. */
const MOST_MISHEARD = 0.22

/** The name of the deployment unless told otherwise (config/deployment-config.ts). */
const deploymentName = 'presenter-video'

const recogniser = await resolveSpeechRecogniser()
if ('missing' in recogniser) process.stderr.write(`Words are not recognised. ${recogniser.missing}\n`)

let service: TestService
let other: OtherRelease
let folder: string
let workers: WorkerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'two-releases-'))
  other = await makeRelease([
    { file: 'src/speech/parts.ts', from: 'FIRST_PART_SECONDS = 3.6', to: 'FIRST_PART_SECONDS = 1' },
    { file: 'src/speech/parts.ts', from: 'PART_SECONDS = 16', to: 'PART_SECONDS = 5' },
    {
      // Spoken and not kept: so long, that it can be frozen there.
      file: 'src/activities/speech/speech.ts',
      from: 'await spoken.keep(part, partFile)',
      to: `if (part === 1) {
        const { writeFile } = await import('node:fs/promises')
        await writeFile(process.env.DATA_DIR + '/has-spoken', '')
        await new Promise((resolve) => setTimeout(resolve, 20_000))
      }
      await spoken.keep(part, partFile)`,
    },
  ])
})
beforeEach(async () => {
  service = await startTestService({ worker: false })
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  workers = []
  await service.stop()
})
afterAll(async () => {
  await other.remove()
  await rm(folder, { recursive: true })
})

function start(settings: Record<string, string>, release = '.'): WorkerProcess {
  const worker = startWorkerProcess(service, { SPEECH_ENGINE: 'flite', ...settings }, release)
  workers.push(worker)
  return worker
}

type Account = Awaited<ReturnType<TestService['account']>>

/** Creates a video as soon as workers are there. */
async function create(account: Account): Promise<string> {
  const key = { 'Idempotency-Key': 'boat' }
  let answer: Awaited<ReturnType<Account['createVideo']>> | null = null
  const status = async () => (answer = await account.createVideo({ script: SCRIPT }, key)).status
  await expect.poll(status, PATIENCE).toBe(202)
  return answer!.body.id
}

const untilHasSpoken = () =>
  expect.poll(() => existsSync(path.join(service.dataDir, 'has-spoken')), PATIENCE).toBe(true)

/** What is shown, what is heard and how long both are is the script, once and in one piece. */
async function expectWholeScript(account: Account, id: string): Promise<void> {
  const ready = await account.untilStatus(id, 'ready', PATIENCE.timeout)
  const captions = await (await fetch(ready.captions.vtt_url)).text()
  const lines = captions.split('\n')
  expect(lines.filter((line) => line !== '' && !/^WEBVTT|-->/u.test(line)).join(' ')).toBe(SCRIPT)

  const file = path.join(folder, `${id}.mp4`)
  await writeFile(file, Buffer.from(await (await fetch(ready.video_url)).arrayBuffer()))
  const { samples, sampleRate } = await decodeSound(file)
  expect(Math.abs(samples.length / sampleRate - ready.duration_seconds)).toBeLessThan(EDGE_SECONDS)
  const [, minutes, seconds] =
    /(\d\d):(\d\d\.\d{3})\s*$/u.exec(lines.findLast((line) => line.includes('-->')) ?? '') ?? []
  const loudest = samples.findLastIndex((sample) => Math.abs(sample) > 0.02) / sampleRate
  expect(Math.abs(loudest - (Number(minutes) * 60 + Number(seconds)))).toBeLessThan(EDGE_SECONDS)

  if ('missing' in recogniser) return
  const sound = path.join(folder, `${id}.wav`)
  await writeFile(
    sound,
    wavBytes({ samples: Int16Array.from(samples, (sample) => sample * 32_767), sampleRate }),
  )
  const [heard = ''] = await recogniser.recognise([sound])
  const { errors, words } = wordErrors(SCRIPT, heard)
  expect(errors / words, heard).toBeLessThan(MOST_MISHEARD)
}

test('a script that two releases speak is heard word for word, also when one of them froze in the middle of a part', async () => {
  start({ TASK_QUEUES: 'videos,render,assembly,webhooks' })
  const cacheDir = path.join(folder, 'cache')
  const frozen = start({ TASK_QUEUES: 'speech', CACHE_DIR: cacheDir }, other.folder)
  const account = await service.account()
  const id = await create(account)

  await untilHasSpoken()
  frozen.freeze()
  start({ TASK_QUEUES: 'speech' })
  const kept = path.join(service.dataDir, 'media', 'work', id, 'spoken_0001')
  await expect.poll(() => existsSync(kept), PATIENCE).toBe(true)
  frozen.thaw()
  await expectWholeScript(account, id)
})

test('with Worker Versioning the release that began a script speaks all of it, also after its only worker was killed', async () => {
  const old = () =>
    start({ TEMPORAL_WORKER_BUILD_ID: 'old', CACHE_DIR: path.join(folder, 'cache') }, other.folder)
  const killed = old()
  await makeCurrent(service, { deploymentName, buildId: 'old' })
  const account = await service.account()
  const begun = await create(account)

  await untilHasSpoken()
  start({ TEMPORAL_WORKER_BUILD_ID: 'new' })
  await makeCurrent(service, { deploymentName, buildId: 'new' })
  await killed.kill()
  const another = await service.account()
  await expectWholeScript(another, await create(another))
  expect((await account.request('GET', `/videos/${begun}`)).body.status).toBe('rendering')

  old()
  await expectWholeScript(account, begun)
})
