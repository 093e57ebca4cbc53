import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { CHECKS } from '../../../src/conformance/checks.ts'
import type { Check } from '../../../src/conformance/checks.ts'
import { createMaterial } from '../../../src/conformance/material.ts'
import { startTrial } from '../../../src/conformance/trial.ts'
import type { Trial } from '../../../src/conformance/trial.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import { openS3 } from '../../../src/media/s3/open-s3.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import type { Scratch } from '../../../src/ports/process/scratch.ts'
import { verifyVideo } from '../../../src/provenance/verify.ts'
import { ALL_LINKS_SERVE, followLinks } from '../../support/http/every-link.ts'
import { decodeVideo, soundLevel } from '../../support/picture/finished-video.ts'
import type { FinishedVideo } from '../../support/picture/finished-video.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { resolveRequirements } from '../../support/tools/python-package.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const EXAMPLE = 'examples/renderer-python'
const QUEUE = 'render-python-example'
const SCRIPT = 'Hello, I am Pixel. My mother may map a big blue boat.'

/** The robot's mouth at 1280×720, with room for the motion of its head. */
const MOUTH = { x: 570, y: 350, width: 140, height: 70 }

const s3Program = inject('versitygw')
const python = await resolveRequirements('renderer-python', `${EXAMPLE}/requirements.txt`)
const isMissing = isLeftOut('The renderer in Python', python)

describe.skipIf(isMissing)('the renderer in Python', () => {
  let service: TestService
  let worker: ChildProcess
  let trial: Trial
  let folder: string
  let mediaDir: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'renderer-python-'))
    const config = {
      dataDir: folder,
      presentersDir: path.resolve(EXAMPLE, 'presenters'),
      studioProcesses: 1,
    }
    service = await startTestService({ studio: 'real', config })
    mediaDir = path.join(folder, 'media')
    worker = startWorker('bin' in python ? python.bin : '', service, { args: ['--media', mediaDir] })
    const { temporalAddress: address, namespace } = service
    trial = await startTrial({ address, namespace, queue: QUEUE })
  })
  afterAll(async () => {
    await trial.close()
    worker.kill('SIGTERM')
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(CHECKS.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    await runCheck(check, trial, createDiskStore(mediaDir), createScratch(path.join(folder, 'scratch')))
  })

  describe('in a video of the service', () => {
    let video: FinishedVideo
    // oxlint-disable-next-line typescript/no-explicit-any -- as the API answers it
    let ready: any
    let file: string

    beforeAll(async () => {
      const account = await service.account()
      const { body } = await account.createVideo({ script: SCRIPT, presenter_id: 'pixel' })
      ready = await account.untilStatus(body.id, 'ready', 240_000)
      file = path.join(mediaDir, 'videos', body.id, 'video.mp4')
      video = await decodeVideo(file, MOUTH)
    })

    test('every frame is there and in its place', () => {
      expect([video.width, video.height]).toEqual([1280, 720])
      expect(video.frameTimes.length).toBe(Math.round(ready.duration_seconds * 30))
      for (const [index, time] of video.frameTimes.entries()) expect(time).toBeCloseTo(index / 30, 3)
    })

    test('the mouth moves while there is sound, and rests while there is none', () => {
      const motion = video.watched.map((luma, index) => apart(luma, video.watched[index - 1] ?? luma))
      const levels = video.frameTimes.map((time) => soundLevel(video, time - 0.1, time + 0.15))
      const loud = motion.filter((_, index) => levels[index]! > 0.05)
      const silent = motion.filter((_, index) => levels[index]! < 0.001)
      expect(loud.length).toBeGreaterThan(30)
      expect(silent.length).toBeGreaterThan(5)
      expect(mean(loud)).toBeGreaterThan(3 * mean(silent))
    })

    test('every link of it serves what it promises', async () => {
      expect(await followLinks(ready)).toEqual(ALL_LINKS_SERVE)
    })

    test('the poster is a JPEG, and the record of its making names the renderer and holds', async () => {
      const poster = Buffer.from(await (await fetch(ready.thumbnail_url)).arrayBuffer())
      expect(poster.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
      const sidecarText = await (await fetch(ready.provenance_url)).text()
      expect(JSON.parse(sidecarText).renderer).toEqual({
        name: 'python-example',
        version: 'python-example 1.0.0',
      })
      expect(await verifyVideo({ file, sidecarText, script: SCRIPT })).toEqual([])
    })
  })
})

/** Checks that show whether it reads, writes and removes what it should, wherever files are. */
const FILE_CHECKS = CHECKS.filter(({ name }) =>
  /requested frames|outside the media|missing file|different SHA/u.test(name),
)

describe.skipIf(isMissing || s3Program === null)('the renderer in Python, from a bucket', () => {
  let server: S3Server
  let service: TestService
  let worker: ChildProcess
  let trial: Trial

  beforeAll(async () => {
    server = await startS3Server(s3Program!)
    const presentersDir = path.resolve(EXAMPLE, 'presenters')
    const bucket = { ...server.settings, prefix: 'service/' }
    service = await startTestService({
      studio: 'real',
      config: { presentersDir, studioProcesses: 1, bucket },
    })
    const env = { ...server.env, S3_PREFIX: 'service' }
    worker = startWorker('bin' in python ? python.bin : '', service, { env })
    const { temporalAddress: address, namespace } = service
    trial = await startTrial({ address, namespace, queue: QUEUE })
  })
  afterAll(async () => {
    await trial.close()
    worker.kill('SIGTERM')
    await service.stop()
    await server.stop()
  })

  test('has some checks that are about files', () => expect(FILE_CHECKS).toHaveLength(5))

  test.each(FILE_CHECKS.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    const scratch = createScratch(path.join(service.dataDir, 'scratch'))
    await runCheck(check, trial, openS3({ ...server.settings, prefix: 'service/' }, scratch).forWork, scratch)
  })

  test('draws a video, of which nothing is left on a disk or in the bucket but its files', async () => {
    const account = await service.account()
    const { body } = await account.createVideo({ script: 'Hello, I am Pixel.', presenter_id: 'pixel' })
    const ready = await account.untilStatus(body.id, 'ready', 240_000)
    const answer = await fetch(ready.video_url)
    expect(answer.headers.get('Content-Type')).toBe('video/mp4')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(10_000)
    const left = async () => (await server.objects()).filter((key) => !key.includes('/videos/'))
    await expect.poll(left, PATIENTLY).toEqual([])
  })
})

describe.skipIf(isMissing)('the renderer in Python, with encrypted payloads', () => {
  let service: TestService
  let worker: ChildProcess

  beforeAll(async () => {
    const presentersDir = path.resolve(EXAMPLE, 'presenters')
    service = await startTestService({
      studio: 'real',
      config: { presentersDir, studioProcesses: 1, temporalEncryptPayloads: true },
    })
    const env = {
      TEMPORAL_PAYLOAD_KEYS: service.app.payloadKeys.map(({ id, key }) => `${id}:${key}`).join(','),
    }
    const args = ['--media', path.join(service.dataDir, 'media')]
    worker = startWorker('bin' in python ? python.bin : '', service, { args, env })
  })
  afterAll(async () => {
    worker.kill('SIGTERM')
    await service.stop()
  })

  test('reads its jobs and is understood', async () => {
    const account = await service.account()
    const { body } = await account.createVideo({ script: 'Hello, I am Pixel.', presenter_id: 'pixel' })
    const ready = await account.untilStatus(body.id, 'ready', 240_000)
    expect(ready.progress).toBe(100)
  })
})

async function runCheck(check: Check, trial: Trial, media: MediaStore, scratch: Scratch): Promise<void> {
  const { id, name, role, look } = JSON.parse(
    await readFile(`${EXAMPLE}/presenters/pixel/presenter.json`, 'utf8'),
  )
  const material = createMaterial(media, scratch, { id, name, role, look })
  try {
    await check.run({ trial, material })
  } finally {
    await material.remove()
  }
}

/** @param where the worker finds the files: by its arguments or its environment. */
function startWorker(
  bin: string,
  { temporalAddress, namespace }: TestService,
  where: { args?: readonly string[]; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const args = [...(where.args ?? []), '--temporal', temporalAddress, '--namespace', namespace]
  const worker = spawn(path.join(bin, 'python'), [`${EXAMPLE}/worker.py`, ...args], {
    env: { ...process.env, ...where.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // What it refuses on purpose is news only when it ends by itself.
  let said = ''
  worker.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  worker.once('exit', (code) => code !== null && code > 0 && process.stderr.write(said))
  return worker
}

function apart(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - other[index]!), 0) / one.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
