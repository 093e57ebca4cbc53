import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestClient } from '../support/service/client.ts'
import { processesThatMention, startProgram } from '../support/programs/program.ts'
import type { Program } from '../support/programs/program.ts'

/** Characters of a log that say enough. */
const MOST_LOG = 8_000

let dataDir: string
let running: Program | null = null

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'presenter-start-'))
  await chmod(dataDir, 0o755)
})
afterAll(async () => {
  running?.process.kill('SIGINT')
  await running?.ended
  await rm(dataDir, { recursive: true, force: true })
})

async function start(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ program: Program; url: string }> {
  const program = startProgram('src/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    // The test asks more often than a client may.
    RATE_LIMIT_REQUESTS_PER_MINUTE: '10000',
    ...settings,
  })
  running = program
  await program.says('Press Ctrl-C to stop')
  return { program, url: /API\s+(http:\S+)\/api\/v1/u.exec(program.output())![1]! }
}

function keyIn(output: string): string | undefined {
  return /API key\s+(pv_live_\w+)/u.exec(output)?.[1]
}

/** What the group and others may do in a folder. Root lets its database's user, and no one else, pass through. */
async function rightsOfOthers(folder: string): Promise<string> {
  const rights = (await stat(folder)).mode & 0o077
  return process.getuid?.() === 0 && rights === 0o010 ? '0' : rights.toString(8)
}

/** Fails with what the service wrote of itself, which is removed with its folder. */
async function withLog(error: Error): Promise<never> {
  const log = await readFile(path.join(dataDir, 'service.log'), 'utf8').catch(() => '')
  const lines = log.split('\n').filter((line) => !line.includes('"msg":"request"'))
  throw new Error(`${error.message}\n${lines.join('\n').slice(-MOST_LOG)}`, { cause: error })
}

test('npm start serves, is alone on its data, keeps it from other users, survives a kill, and stops at Ctrl-C with nothing left', async () => {
  const first = await start()
  const key = keyIn(first.program.output())!
  const created = await createTestClient(first.url, key).createVideo({ script: 'We began before the crash.' })
  expect(created.status).toBe(202)
  const testKey = /Test key\s+(pv_test_\w+)/u.exec(first.program.output())![1]!
  const { status, body } = await createTestClient(first.url, testKey).request('GET', '/videos')
  expect([status, body.data], 'test data is apart from the video above').toEqual([200, []])
  if (process.getuid !== undefined) expect(await rightsOfOthers(dataDir)).toBe('0')

  const local = { body: { url: 'http://localhost:9/hook' } }
  const set = await createTestClient(first.url, key).request('PUT', '/webhooks/endpoint', local)
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  expect(first.program.output()).toContain('Webhooks may go to this machine')

  const second = startProgram('src/main.ts', [], { DATA_DIR: dataDir, PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`is already running on ${dataDir}`)

  first.program.process.kill('SIGKILL')
  await first.program.ended
  const again = await start()
  expect(keyIn(again.program.output())).toBeUndefined()
  // Its worker is missed after a quarter of a minute, and whoever stood in for it has first to be started.
  const video = await createTestClient(again.url, key)
    .untilStatus(created.body.id, 'ready', 240_000)
    .catch(withLog)
  expect((await fetch(video.video_url)).status).toBe(200)

  again.program.process.kill('SIGINT')
  expect(await again.program.ended).toBe(0)
  expect(await processesThatMention(dataDir)).toEqual([])
})

test('npm start whose Temporal server hangs ends in its time, says what it did not wait for, and leaves nothing behind', async () => {
  const { program } = await start({ WORKER_SHUTDOWN_GRACE_SECONDS: '1' })
  const state = await readFile(path.join(dataDir, 'temporal', 'state.json'), 'utf8')
  process.kill((JSON.parse(state) as { pid: number }).pid, 'SIGSTOP')
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('Ended without waiting longer for the worker (11 s).')
  expect(await processesThatMention(dataDir)).toEqual([])
})
