import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { lockDataDir } from '../../../src/process/data-dir-lock.ts'
import { processIdentity } from '../../../src/process/process-status.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const writeLock = (holder: { pid: number; identity: string }) =>
  writeFile(join(dataDir, 'service.lock'), JSON.stringify({ ...holder, since: '2026-01-01T00:00:00.000Z' }))

test('a second service on the same data is refused, with the process that holds it and the ways on', async () => {
  const lock = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new RegExp(`process ${process.pid}, since 20.*stop it first, or set DATA_DIR`, 'u'),
  )
  await lock.release()
})

test('a released lock can be taken again and leaves no file behind', async () => {
  const lock = await lockDataDir(dataDir)
  await lock.release()
  expect(await readdir(dataDir)).toEqual([])
  await (await lockDataDir(dataDir)).release()
})

test('the lock of a killed process is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const pid = Number(child.pid)
  await writeLock({ pid, identity: String(processIdentity(pid)) })
  await expect(lockDataDir(dataDir)).rejects.toThrow(`process ${pid}`)

  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await lockDataDir(dataDir)).release()
})

test('a lock whose process number went to another program is taken over', async () => {
  await writeLock({ pid: process.pid, identity: 'an earlier process with this number' })
  await (await lockDataDir(dataDir)).release()
})

test('a damaged lock file does not keep the service from starting', async () => {
  await writeFile(join(dataDir, 'service.lock'), '{"pid":')
  await (await lockDataDir(dataDir)).release()
})

test('of many starts that find the same dead lock, one alone gets it', async () => {
  await writeLock({ pid: process.pid, identity: 'an earlier process with this number' })
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDir(dataDir)))
  const winners = results.filter((result) => result.status === 'fulfilled')
  expect(winners).toHaveLength(1)
})

test('releasing a lock that another start has taken over leaves it alone', async () => {
  const lock = await lockDataDir(dataDir)
  await writeLock({ pid: 1, identity: String(processIdentity(1)) })
  await lock.release()
  await expect(lockDataDir(dataDir)).rejects.toThrow('process 1,')
})
