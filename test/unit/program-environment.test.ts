import { createCanvas } from '@napi-rs/canvas'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { compilerEnvironment } from '../../compile.mjs'
import { createChildPool } from '../../src/children/child-pool.ts'
import { STANDARD_PICTURE } from '../../src/domain/picture/picture.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { createProgress, SILENT_PROGRESS } from '../../src/process/progress.ts'
import { runCommand } from '../../src/process/run-command.ts'
import { startTemporal } from '../../src/embedded/temporal-server.ts'
import { createAddressGuard } from '../../src/net/guard.ts'
import { createRemotePictures } from '../../src/pictures/remote-pictures.ts'
import { bareEnvironment, downloadEnvironment } from '../../src/process/program-environment.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import { createSpeaker } from '../../src/speech/speaker.ts'
import { installInBackground } from '../../src/voices/background.ts'
import { resolveExecutables } from '../support/run/executables.ts'
import { FROM_SOURCE } from '../../scripts/support/from-source.ts'
import { describeProcess, descendantsOf } from '../support/programs/other-processes.ts'

/** In every secret that the environment of a service may hold, ours and those of what is around it. */
const CANARY = 'canary-that-must-stay'
const SECRETS = [
  'MASTER_KEY',
  'MASTER_KEY_FILE',
  'DATABASE_URL',
  'OPENAI_SPEECH_KEY',
  'ELEVENLABS_API_KEY',
  'POSTGRES_PASSWORD',
  'PGPASSWORD',
  'AWS_SECRET_ACCESS_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'TEMPORAL_API_KEY',
  'SOMETHING_NEW',
]

let folder: string

beforeAll(async () => {
  for (const name of SECRETS) vi.stubEnv(name, CANARY)
  folder = await mkdtemp(join(tmpdir(), 'environment-'))
  // PostgreSQL may run as another user, who has to get in.
  await chmod(folder, 0o755)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

describe('what is passed on', () => {
  const env = {
    PATH: '/bin',
    Path: 'C:\\Windows',
    HOME: '/root',
    LC_ALL: 'C',
    LD_LIBRARY_PATH: '/lib',
    SystemRoot: 'C:\\Windows',
    https_proxy: 'http://user:password@proxy',
    PIP_INDEX_URL: 'https://token@example.com',
    GOPROXY: 'https://proxy',
    GOOGLE_API_KEY: 'secret',
    MASTER_KEY: 'secret',
  }

  test('programs that only compute get what they are found and started by', () => {
    const { PATH, Path, HOME, LC_ALL, LD_LIBRARY_PATH, SystemRoot } = env
    expect(bareEnvironment(env)).toEqual({ PATH, Path, HOME, LC_ALL, LD_LIBRARY_PATH, SystemRoot })
  })

  test('programs that download get the ways to the internet as well', () => {
    const { GOOGLE_API_KEY: _key, MASTER_KEY: _secret, ...rest } = env
    expect(downloadEnvironment(env)).toEqual(rest)
  })
})

test('the compiler of the sources has nothing of the secrets of the program that it compiles', () => {
  const seen = compilerEnvironment(process.env)
  expect(seen['PATH']).toBe(process.env['PATH'])
  expect(JSON.stringify(seen)).not.toContain(CANARY)
})

test('a child has nothing of the secrets of its parent, and what it needs', async () => {
  const children = createChildPool({
    script: new URL('./children/fixtures/child.ts', import.meta.url),
    size: 1,
    stallLimitMs: 20_000,
    start: { nodeOptions: FROM_SOURCE },
  })
  onTestFinished(() => children.close())
  const seen = await children.run<NodeJS.ProcessEnv>('environment', null)
  expect(JSON.stringify(seen)).not.toContain(CANARY)
  expect(seen['PATH']).toBe(process.env['PATH'])
})

test('a command has nothing of the secrets of who runs it', async () => {
  const { ok, output } = await runCommand(process.execPath, ['-p', 'JSON.stringify(process.env)'])
  expect(ok).toBe(true)
  expect(output).toContain('PATH')
  expect(output).not.toContain(CANARY)
})

/** Waits until there is a process of ours with these words in its command line; what it was given. */
async function environmentOf(words: string): Promise<string> {
  const find = () => descendantsOf(process.pid).find(({ commandLine }) => commandLine.includes(words))
  return vi.waitUntil(() => find()?.environment, { timeout: 120_000, interval: 5 })
}

// Elsewhere the environment of another process cannot be read; it is given by the same functions.
describe.runIf(process.platform === 'linux')('no secret is in the environment of', () => {
  test('what speaks', async () => {
    const speaker = createSpeaker({ processes: 1 })
    onTestFinished(() => speaker.close())
    await speaker.warmUp()
    expect(await environmentOf('speech/child.js')).not.toContain(CANARY)
  })

  test('what draws', async () => {
    const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
    onTestFinished(() => renderer.close())
    await renderer.warmUp()
    expect(await environmentOf('render/child.js')).not.toContain(CANARY)
    expect(await environmentOf('render/mp4/child.js')).not.toContain(CANARY)
  })

  test('what decodes pictures of strangers', async () => {
    const picture = await createCanvas(2_000, 2_000).encode('png')
    const server = createServer((_, response) => response.end(picture)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const guard = createAddressGuard({ allowCidrs: ['127.0.0.0/8'] })
    const pictures = createRemotePictures({ guard, version: '1' })
    onTestFinished(() => pictures.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const fetched = pictures.fetch(url, STANDARD_PICTURE, join(folder, 'picture.jpg'))
    expect(await environmentOf('pictures/child.js')).not.toContain(CANARY)
    await fetched
  })

  test('what fetches voices', async () => {
    const install = installInBackground(
      { engineId: 'kokoro', dir: join(folder, 'voices'), localDir: folder, privateOnly: true },
      () => undefined,
    )
    install.done.catch(() => undefined)
    onTestFinished(() => install.stop())
    expect(await environmentOf('voices/child.js')).not.toContain(CANARY)
  })

  test('the Temporal server', async () => {
    const { temporal: executable } = await resolveExecutables(createProgress())
    const ports = { grpc: 0, ui: 0 }
    const server = await startTemporal({ dataDir: folder, executable, progress: SILENT_PROGRESS, ports })
    onTestFinished(() => server.stop())
    const { pid } = JSON.parse(await readFile(join(folder, 'temporal', 'state.json'), 'utf8')) as {
      pid: number
    }
    const found = describeProcess(pid)
    expect(found?.commandLine).toContain('start-dev')
    expect(found?.environment).not.toContain(CANARY)
  })

  test('PostgreSQL', async () => {
    const postgres = await startPostgres({ dataDir: folder, progress: SILENT_PROGRESS, scratch: true })
    onTestFinished(() => postgres.stop())
    const [pid] = (await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')
    const found = describeProcess(Number(pid))
    expect(found?.commandLine).toContain('postgres')
    expect(found?.environment).not.toContain(CANARY)
  })
})
