import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'

import { startProgram } from '../../support/programs/program.ts'
import type { Program } from '../../support/programs/program.ts'
import { startS3Server } from '../../support/tools/s3-server.ts'
import type { S3Server } from '../../support/tools/s3-server.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

const versitygw = inject('versitygw')
const run = promisify(execFile)

const VIDEOS = 20
const READING = ['s3:ListBucket', 's3:GetObject']
const WRITING = [...READING, 's3:PutObject', 's3:DeleteObject']

/** It may be a while until a process is started, or looked after, on a busy machine. */
const PATIENCE = { timeout: 120_000, interval: 250 }

let full: string
let empty: string
let bucket: S3Server
let postgres: TcpProxy
let service: TestService
let sick: Program | undefined

describe.skipIf(versitygw === null)('beside a healthy worker', () => {
  beforeAll(async () => {
    full = await mkdtemp(join(tmpdir(), 'full-disk-'))
    empty = await mkdtemp(join(tmpdir(), 'empty-cache-'))
    bucket = await startS3Server(versitygw!)
    postgres = await startTcpProxy(new URL(inject('postgresUrl')).host)
    service = await startTestService({ config: { bucket: bucket.settings } })
  })
  afterEach(async () => {
    sick?.process.kill('SIGKILL')
    await sick?.ended
  })
  afterAll(async () => {
    await service.stop()
    await postgres.stop()
    await bucket.stop()
    await run('umount', [full]).catch(() => undefined)
    await Promise.all([full, empty].map((folder) => rm(folder, { recursive: true, force: true })))
  })

  /** Starts a worker beside that of the service, which makes videos at once where it can make any. */
  function startWorker(env: Readonly<Record<string, string>>): Program {
    sick = startProgram('test/support/service/quick-worker-program.ts', [], {
      ...service.settings,
      ...bucket.env,
      ...env,
    })
    return sick
  }

  /** Makes videos, and sees that all are ready. */
  async function makeVideos(): Promise<void> {
    const account = await service.account('scale')
    const create = async (n: number) =>
      (await account.createVideo({ queue: true, idempotency_key: `video-${n}` })).status
    // What the sick worker took up before it noticed may be answered too late: then clients ask again.
    for (let n = 0; n < VIDEOS; n += 1) await expect.poll(() => create(n), PATIENCE).toBe(202)
    const statuses = async () => {
      const text = 'select status, count(*)::int from videos where account_id = $1 group by status'
      return service.query(text, [account.accountId])
    }
    await expect.poll(async () => JSON.stringify(await statuses()), PATIENCE).not.toMatch(/queued|rendering/u)
    expect(await statuses()).toEqual([{ status: 'ready', count: VIDEOS }])
  }

  /** What the processes of the service told of themselves, and lack. */
  async function lacking(): Promise<string[]> {
    const rows = await service.query<{ needs: string[] }>(
      // One that was killed leaves what it told last.
      `select array(select lack ->> 'need' from jsonb_array_elements(lacks) lack) as needs
       from processes where seen_at > clock_timestamp() - interval '30 seconds'`,
    )
    return rows.flatMap(({ needs }) => needs)
  }

  test('a worker whose disk is full is given nothing: no video fails, and its line says why', async () => {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', full])
    const worker = startWorker({ DATA_DIR: full })
    await worker.says('worker started')
    await makeVideos()
    expect(worker.output()).toContain('the disk takes no files: worker paused until it does')
    expect(worker.output()).toMatch(/only \d+ MB are free/u)
    await expect.poll(lacking, PATIENCE).toEqual(['disk'])
  })

  test.each([
    ['write to', READING],
    ['read', WRITING.filter((action) => action !== 's3:GetObject')],
  ])(
    'a worker whose key may not %s the store is given nothing, and works when it may',
    async (_, actions) => {
      const key = await bucket.addKey(actions)
      const worker = startWorker(key)
      await worker.says('worker started')
      expect(worker.output()).toMatch(/Allow s3:\w+Object.*the media store refuses this process/u)
      await makeVideos()
      expect(worker.output()).toContain('the media store takes no files: worker paused until it does')
      await expect.poll(lacking, PATIENCE).toEqual(['store'])

      await bucket.allow(key, WRITING)
      await worker.says('worker continues: what was lacking is there again')
      await expect.poll(lacking, PATIENCE).toEqual([])
    },
  )

  test('a worker without the voices that it was told to have speaks nothing', async () => {
    const worker = startWorker({ SPEECH_ENGINE: 'kokoro', CACHE_DIR: empty })
    await worker.says('worker started')
    await makeVideos()
    expect(worker.output()).toContain('voices are missing: worker paused until they are installed')
    await expect.poll(lacking, PATIENCE).toEqual(['voices'])
  })

  test('a worker that is cut from the database is given nothing until it is back', async () => {
    const databaseUrl = Object.assign(new URL(service.databaseUrl), { host: postgres.address }).href
    const worker = startWorker({ DATABASE_URL: databaseUrl })
    await worker.says('worker started')
    postgres.breakOff()
    await makeVideos()
    await worker.says('the database does not answer: worker paused until it does')
    postgres.mend()
    await worker.says('worker continues: what was lacking is there again')
  })
})
