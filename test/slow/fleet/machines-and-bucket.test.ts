import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { decodeVideo } from '../../support/picture/finished-video.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { entriesBelow } from '../../support/service/entries-below.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const program = inject('versitygw')

/** Some thirty seconds: two parts, five segments or more. */
const SCRIPT = Array.from({ length: 9 }, () => 'The quick brown fox jumps over the lazy dog again.').join(' ')

/** Speech and drawing take their time where other tests run beside them. */
const MADE_WITHIN_MS = 240_000

const ANYWHERE = { x: 0, y: 0, width: 16, height: 16 }

describe.skipIf(program === null)('machines that share a bucket and no disk', () => {
  let server: S3Server
  let service: TestService
  let account: Awaited<ReturnType<TestService['account']>>
  let folder: string
  const machines: ChildProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'machines-'))
    server = await startS3Server(program!)
    service = await startTestService({ worker: false, config: { bucket: server.settings } })
    account = await service.account()
    for (const queues of ['videos,speech,webhooks', 'render,assembly']) startMachine(queues)
  })
  afterAll(async () => {
    for (const machine of machines) machine.kill('SIGTERM')
    await Promise.all(machines.map(ended))
    await service.stop()
    await server.stop()
    await rm(folder, { recursive: true })
  })

  /** A worker process as in production, whose folder for data is empty and its own. */
  function startMachine(queues: string): void {
    const machine = spawn(process.execPath, ['bootstrap.mjs', 'src/worker.ts'], {
      env: {
        ...process.env,
        ...server.env,
        ...service.settings,
        DATA_DIR: path.join(folder, String(machines.length)),
        SPEECH_ENGINE: 'flite',
        STUDIO_PROCESSES: '1',
        TASK_QUEUES: queues,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    machines.push(machine)
  }

  test('make a video, serve all of it, and remove all of it', async () => {
    let id = ''
    // Until the machines are at work, nobody decides.
    const create = async () => {
      const { status, body } = await account.createVideo({ script: SCRIPT })
      id = body.id
      return status
    }
    await expect.poll(create, { timeout: MADE_WITHIN_MS, interval: 500 }).toBe(202)
    const video = await account.untilStatus(id, 'ready', MADE_WITHIN_MS)
    const file = path.join(folder, 'video.mp4')
    await writeFile(file, Buffer.from(await (await fetch(video.video_url)).arrayBuffer()))
    const { frameTimes } = await decodeVideo(file, ANYWHERE)
    expect(frameTimes.length).toBe(Math.round(video.duration_seconds * 30))
    const srt = await (await fetch(video.captions.srt_url)).text()
    expect(srt.match(/quick brown/gu)).toHaveLength(9)

    await expect
      .poll(async () => (await server.objects()).filter((key) => !key.startsWith('videos/')), PATIENTLY)
      .toEqual([])
    expect((await account.request('DELETE', `/videos/${video.id}`)).status).toBe(200)
    // Workers look now and again whether they can write there.
    const left = async () => (await server.objects()).filter((key) => !key.startsWith('check/'))
    expect(await left()).toEqual([])
  })

  test('keep nothing on their disks', async () => {
    const folders = [service.dataDir, ...machines.map((_, index) => path.join(folder, String(index)))]
    for (const dataDir of folders) {
      const files = await entriesBelow(dataDir)
      expect(files.filter((entry) => entry.isFile() && /vid_|mp4|spoken/u.test(entry.name))).toEqual([])
      expect(await readdir(dataDir)).not.toContain('media')
    }
  })
})

function ended(machine: ChildProcess): Promise<void> {
  if (machine.exitCode !== null || machine.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => machine.once('exit', () => resolve()))
}
