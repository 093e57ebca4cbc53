import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { Client, Connection } from '@temporalio/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import type { RunningTemporal } from '../../../src/embedded/temporal-server.ts'
import type { Log } from '../../../src/ports/process/log.ts'

import { processIdentity } from '../../../src/process/process-status.ts'
import { createProgress, SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { createLog } from '../../../src/process/log.ts'
import { freePort } from '../../../src/embedded/free-port.ts'
import { findRunningTemporal, startTemporal } from '../../../src/embedded/temporal-server.ts'
import { resolveExecutables } from '../../support/run/executables.ts'
import { PATIENTLY } from '../../support/run/patiently.ts'
import { scratchDir } from './scratch-dir.ts'

/** Far longer than an obtained executable needs; obtaining one is `npm test`'s first step. */
const OBTAIN_MS = 900_000
/** Not the usual ports: those belong to the service that a developer may run meanwhile. */
const ANY_PORTS = { grpc: 0, ui: 0 }

let executable: string
beforeAll(async () => {
  executable = (await resolveExecutables(createProgress())).temporal
}, OBTAIN_MS)

async function start(dataDir: string, ports?: typeof ANY_PORTS): Promise<RunningTemporal> {
  const options = { dataDir, executable, progress: SILENT_PROGRESS }
  const server = await startTemporal(ports === undefined ? options : { ...options, ports })
  onTestFinished(() => server.stop())
  return server
}

async function client({ address }: RunningTemporal): Promise<Client> {
  const connection = await Connection.connect({ address })
  onTestFinished(() => connection.close())
  return new Client({ connection })
}

async function pidOf(dataDir: string): Promise<number> {
  const state = JSON.parse(await readFile(join(dataDir, 'temporal', 'state.json'), 'utf8')) as { pid: number }
  return state.pid
}

test('workflows survive a kill of the server, which comes back at the same address', async () => {
  const dataDir = await scratchDir()
  const first = await start(dataDir, ANY_PORTS)
  await (await client(first)).workflow.start('waiting', { taskQueue: 'nobody', workflowId: 'kept' })
  process.kill(await pidOf(dataDir), 'SIGKILL')

  const second = await start(dataDir)
  expect(second).toMatchObject({ address: first.address, uiUrl: first.uiUrl, adopted: false })
  const kept = await (await client(second)).workflow.getHandle('kept').describe()
  expect(kept.status.name).toBe('RUNNING')
})

test('a server that is watched comes back by itself when it was killed, at the same address', async () => {
  const dataDir = await scratchDir()
  const warn = vi.fn<Log['warn']>()
  const options = { dataDir, executable, progress: SILENT_PROGRESS, ports: ANY_PORTS }
  const server = await startTemporal({ ...options, watchLog: { ...createLog({ level: 'silent' }), warn } })
  onTestFinished(() => server.stop())
  const { workflow } = await client(server)
  await workflow.start('waiting', { taskQueue: 'nobody', workflowId: 'kept' })
  const killed = await pidOf(dataDir)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => pidOf(dataDir), PATIENTLY).not.toBe(killed)
  await expect
    .poll(async () => (await workflow.getHandle('kept').describe()).status.name, PATIENTLY)
    .toBe('RUNNING')
  expect(warn).toHaveBeenCalledWith({ why: 'ended' }, 'the Temporal server is restarted')
  await server.stop()
  expect(await findRunningTemporal(dataDir)).toBeNull()
})

test('a second start adopts the server that runs, and stopping ends it for both', async () => {
  const dataDir = await scratchDir()
  const first = await start(dataDir, ANY_PORTS)
  const second = await start(dataDir)
  expect(second).toMatchObject({ address: first.address, adopted: true })
  const pid = await pidOf(dataDir)
  await second.stop()
  expect(processIdentity(pid)).toBeNull()
  await first.stop()
})

test('operators can search by account, video and status', async () => {
  const { workflow } = await client(await start(await scratchDir(), ANY_PORTS))
  const query = "AccountId = 'a' and VideoId = 'v' and VideoStatus = 'ready'"
  expect((await workflow.count(query)).count).toBe(0)
})

test('two that start at the same moment with the same ports in mind are two servers', async () => {
  const ports = { grpc: await freePort(), ui: await freePort() }
  const folders = [await scratchDir(), await scratchDir()]
  const servers = await Promise.all(folders.map((dataDir) => start(dataDir, ports)))
  expect(new Set(servers.map(({ address }) => address)).size).toBe(2)
  const [first, second] = await Promise.all(servers.map(client))
  await first!.workflow.start('waiting', { taskQueue: 'nobody', workflowId: 'mine' })
  expect((await second!.workflow.count("WorkflowId = 'mine'")).count).toBe(0)
})

test('it moves to other ports when its own are taken', async () => {
  const dataDir = await scratchDir()
  const first = await start(dataDir, ANY_PORTS)
  await first.stop()
  const taken = Number(first.address.split(':')[1])
  const other = createServer()
  await new Promise<void>((done) => other.listen(taken, '127.0.0.1', done))
  onTestFinished(() => void other.close())
  expect((await start(dataDir)).address).not.toBe(first.address)
})

test('it tries again when a port that it chose for its inner services was taken meanwhile', async () => {
  const dataDir = await scratchDir()
  const [unlucky, died] = [join(dataDir, 'unlucky'), join(dataDir, 'died')]
  // The words are those of Temporal 1.29; its trace is longer than the last lines that one would read.
  const trace = Array.from({ length: 40 }, (_, depth) => `go.temporal.io/server.start(${depth})`).join('\n')
  const words = `level=ERROR msg="Failed to start gRPC listener" error="listen tcp 127.0.0.1:40017: bind: address already in use"`
  await writeFile(join(dataDir, 'words'), `${words}\npanic: nil pointer dereference\n${trace}\n`)
  const script = `[ -e '${died}' ] && exec '${executable}' "$@"\ntouch '${died}'\ncat '${dataDir}/words' >&2\nexit 2`
  await writeFile(unlucky, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const options = { dataDir, executable: unlucky, progress: SILENT_PROGRESS, ports: ANY_PORTS }
  const server = await startTemporal(options)
  onTestFinished(() => server.stop())
  expect(await readFile(died, 'utf8')).toBe('')
  expect(await findRunningTemporal(dataDir)).toBe(server.address)
})

test('a server that cannot start is reported with its own words', async () => {
  const dataDir = await scratchDir()
  const broken = join(dataDir, 'broken')
  await writeFile(broken, '#!/bin/sh\necho no room on this disk\nexit 1\n', { mode: 0o755 })
  const options = { dataDir, executable: broken, progress: SILENT_PROGRESS, ports: ANY_PORTS }
  await expect(startTemporal(options)).rejects.toThrow('no room on this disk')
})

test('the server of a data folder is found while it runs', async () => {
  const dataDir = await scratchDir()
  expect(await findRunningTemporal(dataDir)).toBeNull()
  const server = await start(dataDir, ANY_PORTS)
  expect(await findRunningTemporal(dataDir)).toBe(server.address)
  await server.stop()
  expect(await findRunningTemporal(dataDir)).toBeNull()
})
