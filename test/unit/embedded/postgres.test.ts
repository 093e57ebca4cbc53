import { appendFile, chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import type { RunningPostgres } from '../../../src/embedded/postgres.ts'

import { startPostgres } from '../../../src/embedded/postgres.ts'
import { isRunning } from '../../../src/process/process-status.ts'
import { SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { scratchDir } from './scratch-dir.ts'

/** For tests that leave a cluster as they found it: making one takes longer than all else here. */
let sharedDir: string
beforeAll(async () => {
  sharedDir = await mkdtemp(join(tmpdir(), 'presenter-embedded-'))
  await chmod(sharedDir, 0o755)
})
afterAll(() => rm(sharedDir, { recursive: true, force: true }))

async function start(dataDir: string, scratch = true): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, progress: SILENT_PROGRESS, scratch })
  onTestFinished(() => server.stop())
  return server
}

async function rows(server: RunningPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const pidFile = (dataDir: string) => join(dataDir, 'postgres', 'data', 'postmaster.pid')

async function postmaster(dataDir: string): Promise<number> {
  return Number((await readFile(pidFile(dataDir), 'utf8')).split('\n')[0])
}

test('the database keeps its data and its address over a stop and a start', async () => {
  const dataDir = sharedDir
  const first = await start(dataDir)
  await rows(first, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start(dataDir)
  expect(await rows(second, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(second).toMatchObject({ url: first.url, adopted: false })
})

test('a second start adopts the server that runs', async () => {
  const dataDir = sharedDir
  const first = await start(dataDir)
  const pid = await postmaster(dataDir)
  expect(await start(dataDir)).toMatchObject({ adopted: true, url: first.url })
  expect(await postmaster(dataDir)).toBe(pid)
})

test('committed data survives a kill of the server', async () => {
  const dataDir = await scratchDir()
  const first = await start(dataDir, false)
  await rows(first, 'create table kept as select 42 as answer')
  process.kill(await postmaster(dataDir), 'SIGKILL')
  const second = await start(dataDir, false)
  expect(second.adopted).toBe(false)
  expect(await rows(second, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a lock file whose number another program has got since does not keep it from starting', async () => {
  const dataDir = sharedDir
  await (await start(dataDir)).stop()
  await writeFile(pidFile(dataDir), `${process.pid}\n${dataDir}\n0\n1\n`)
  expect(await start(dataDir)).toMatchObject({ adopted: false })
})

test('it moves to another port when its own is taken', async () => {
  const dataDir = sharedDir
  const first = await start(dataDir)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  expect(new URL((await start(dataDir)).url).port).not.toBe(`${port}`)
})

test('stopping leaves no process, and can be done twice', async () => {
  const dataDir = sharedDir
  const server = await start(dataDir)
  const pid = await postmaster(dataDir)
  await server.stop()
  expect(isRunning(pid)).toBe(false)
  await server.stop()
})

test('nobody gets in without the password, which only its owner can read', async () => {
  const dataDir = sharedDir
  const server = await start(dataDir)
  const wrong = new URL(server.url)
  wrong.password = 'wrong'
  await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toThrow('password')
  const { mode } = await stat(join(dataDir, 'postgres', 'password'))
  expect((mode & 0o777).toString(8)).toBe('600')
})

test('what a refused row says is not logged, whatever the settings of the cluster say', async () => {
  const dataDir = await scratchDir()
  await (await start(dataDir)).stop()
  await appendFile(join(dataDir, 'postgres', 'data', 'postgresql.conf'), 'log_error_verbosity = verbose\n')
  const server = await start(dataDir)
  await rows(server, "create table scripts (script text check (script <> 'our secret plan'))")
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const refused = client.query('insert into scripts values ($1)', ['our secret plan'])
  await expect(refused).rejects.toThrow('violates check constraint')
  await client.end()
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8')
  expect(log).toContain('violates check constraint "scripts_script_check"')
  expect(log).not.toContain('our secret plan')
})

test('text sorts alike on every system', async () => {
  const server = await start(sharedDir)
  expect(
    await rows(server, "select datlocprovider, datlocale from pg_database where datname = 'presenter'"),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
})

test.runIf(process.getuid?.() === 0)(
  'root gets a database although a folder above its own is closed to the user that the server runs as',
  async () => {
    const closed = await scratchDir()
    await chmod(closed, 0o700)
    const dataDir = join(closed, 'data')
    const server = await start(dataDir)
    const home = await realpath(join(dataDir, 'postgres'))
    onTestFinished(() => rm(home, { recursive: true }))
    expect(home.startsWith(dataDir)).toBe(false)
    expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }])
  },
)

test.runIf(process.getuid?.() === 0)(
  'the user that the server runs as passes through the closed folder of root, and nobody else does',
  async () => {
    const dataDir = await scratchDir()
    for (const start_ of ['first', 'second']) {
      await chmod(dataDir, 0o700)
      const server = await start(dataDir)
      expect(await realpath(join(dataDir, 'postgres')), start_).toBe(join(dataDir, 'postgres'))
      const [folder, home] = [await stat(dataDir), await stat(join(dataDir, 'postgres'))]
      expect((folder.mode & 0o777).toString(8), start_).toBe('710')
      expect(folder.gid, start_).toBe(home.gid)
      await server.stop()
    }
  },
)
