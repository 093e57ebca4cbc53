import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { decodeSound } from '../support/finished-video.ts'
import { makeRelease } from '../support/other-release.ts'
import type { OtherRelease } from '../support/other-release.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { startWorkerProcess } from '../support/worker-process.ts'
import type { WorkerProcess } from '../support/worker-process.ts'

/** Some 23 seconds: two parts by the rules of this release, and four or more by those of the other. */
const SCRIPT =
  'Welcome aboard! Why not map a big blue boat? Every picture is looked at: ' +
  'none is black, none is frozen, none is torn. Where two pieces meet, you will see nothing. ' +
  'The first half of this script was already being drawn while the second half was still to be spoken. ' +
  'Nobody who hears the words or sees the picture could ever tell where one ended and the other began.'

const PATIENCE = { timeout: 240_000, interval: 250 }

/** The silence that a video begins and ends with is shorter than this. */
const EDGE_SECONDS = 1

let service: TestService
let other: OtherRelease
let folder: string
const workers: WorkerProcess[] = []

beforeAll(async () => {
  service = await startTestService({ worker: false })
  folder = await mkdtemp(path.join(tmpdir(), 'two-releases-'))
  other = await makeRelease([
    { file: 'src/speech/parts.ts', from: 'FIRST_PART_SECONDS = 12.5', to: 'FIRST_PART_SECONDS = 4' },
    { file: 'src/speech/parts.ts', from: 'PART_SECONDS = 16', to: 'PART_SECONDS = 5' },
    {
      // Spoken and not kept: so long, that it can be frozen there.
      file: 'src/activities/speech.ts',
      from: 'return spoken.keep(part, partFile)',
      to: `if (part === 1) {
        const { writeFile } = await import('node:fs/promises')
        await writeFile(${JSON.stringify(path.join(folder, 'has-spoken'))}, '')
        await new Promise((resolve) => setTimeout(resolve, 20_000))
      }
      return spoken.keep(part, partFile)`,
    },
  ])
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await service.stop()
  await other.remove()
  await rm(folder, { recursive: true })
})

function start(settings: Record<string, string>, release = '.'): WorkerProcess {
  const worker = startWorkerProcess(service, { SPEECH_ENGINE: 'flite', ...settings }, release)
  workers.push(worker)
  return worker
}

test('a script that two releases speak is heard word for word, also when one of them froze in the middle of a part', async () => {
  start({ TASK_QUEUES: 'videos,render,assembly,webhooks' })
  const cacheDir = path.join(folder, 'cache')
  const frozen = start({ TASK_QUEUES: 'speech', CACHE_DIR: cacheDir }, other.folder)
  const account = await service.account()
  const create = () => account.createVideo({ script: SCRIPT }, { 'Idempotency-Key': 'boat' })
  await expect.poll(async () => (await create()).status, PATIENCE).toBe(202)
  const { id } = (await create()).body

  await expect.poll(() => existsSync(path.join(folder, 'has-spoken')), PATIENCE).toBe(true)
  frozen.freeze()
  start({ TASK_QUEUES: 'speech' })
  const kept = path.join(service.dataDir, 'media', 'work', id as string, 'spoken_0001')
  await expect.poll(() => existsSync(kept), PATIENCE).toBe(true)
  frozen.thaw()

  const ready = await account.untilStatus(id, 'ready', PATIENCE.timeout)
  const captions = await (await fetch(ready.captions.vtt_url)).text()
  const shown = captions.split('\n').filter((line) => line !== '' && !/^WEBVTT|-->/u.test(line))
  expect(shown.join(' ')).toBe(SCRIPT)

  const file = path.join(folder, 'video.mp4')
  await writeFile(file, Buffer.from(await (await fetch(ready.video_url)).arrayBuffer()))
  const { samples, sampleRate } = await decodeSound(file)
  expect(Math.abs(samples.length / sampleRate - ready.duration_seconds)).toBeLessThan(EDGE_SECONDS)
  const lastWord = /(\d\d):(\d\d\.\d{3})\s*$/mu.exec(
    captions
      .trimEnd()
      .split('\n')
      .findLast((line) => line.includes('-->')) ?? '',
  )
  const lastSeconds = Number(lastWord?.[1]) * 60 + Number(lastWord?.[2])
  const loudest = samples.findLastIndex((sample) => Math.abs(sample) > 0.02) / sampleRate
  expect(Math.abs(loudest - lastSeconds)).toBeLessThan(EDGE_SECONDS)
})
