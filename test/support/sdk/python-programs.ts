import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { afterAll, expect, inject } from 'vitest'

import { synchronous } from '../../../scripts/support/python-sync.ts'
import { SDK_WHEEL } from '../../../src/app/shipped.ts'
import { runCommand } from '../../../src/process/run-command.ts'
import { isLeftOut } from '../run/left-out.ts'
import { test } from '../service/default-service.ts'
import type { TestService } from '../service/service.ts'

const PROGRAMS = fileURLToPath(new URL('../../slow/sdk/programs', import.meta.url))
/** The program that is made of another one. */
export const FOR_THREADS = 'calls_for_threads.py'

/** Both halves of the SDK: with asyncio, and with threads. */
export const HALVES = ['tasks', 'threads'] as const
/** One of them. */
export type Half = (typeof HALVES)[number]

/** Python with what the SDK needs, and what checks it. */
export const { python } = inject('sdkTools')
/** Whether there is none. */
export const hasNoPython = isLeftOut('The Python SDK', python)

/** What one of our programs is run with. */
interface Run {
  readonly half: Half
  /** The service or the way to it, without the version segment. */
  readonly url: string
  readonly key: string
  readonly extraEnv?: Readonly<Record<string, string>>
}

/** The SDK as it is installed, with the programs of the tests. */
export interface InstalledSdk {
  /** Its folder, and that of the programs. */
  readonly folder: string
  /** Runs a part of `programs/calls.py`, and returns what it prints, as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as it is printed
  run(run: Run, part: string, ...args: readonly unknown[]): Promise<any>
  /** The same, for tests that end it before it has printed anything. */
  start(run: Run, part: string, ...args: readonly unknown[]): ChildProcess
  remove(): Promise<void>
}

/** Writes our programs. They are written once, for tasks: the one for threads is made of it as the SDK is. */
export async function writePrograms(folder: string): Promise<void> {
  await cp(PROGRAMS, folder, { recursive: true })
  const calls = await readFile(join(folder, 'calls.py'), 'utf8')
  await writeFile(join(folder, FOR_THREADS), synchronous(calls).replace('from task_kind', 'from thread_kind'))
}

/** Installs the SDK. */
export async function installSdk(): Promise<InstalledSdk> {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-python-'))
  const bin = 'bin' in python ? python.bin : ''
  const quietly = ['install', '--quiet', '--no-deps', '--target', folder]
  const installed = await runCommand(join(bin, 'pip'), [...quietly, SDK_WHEEL])
  expect(installed.ok, installed.output).toBe(true)
  await writePrograms(folder)

  function start({ half, url, key, extraEnv }: Run, part: string, ...args: readonly unknown[]): ChildProcess {
    const program = join(folder, half === 'tasks' ? 'calls.py' : FOR_THREADS)
    return spawn(join(bin, 'python'), [program, part, ...args.map((arg) => JSON.stringify(arg))], {
      env: {
        PATH: [bin, process.env['PATH']].join(delimiter),
        PYTHONPATH: folder,
        PRESENTER_API_KEY: key,
        PRESENTER_API_URL: `${url}/api/v1`,
        ...extraEnv,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  return {
    folder,
    start,
    async run(run, part, ...args) {
      const program = start(run, part, ...args)
      const [printed, complaints, [code]] = await Promise.all([
        text(program.stdout!),
        text(program.stderr!),
        once(program, 'close'),
      ])
      expect(code, complaints).toBe(0)
      return JSON.parse(printed)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What the tests of a `describe` have, once they run. */
interface SdkAndService {
  service: TestService
  sdk: InstalledSdk
}

/** Installs the SDK for the tests of a `describe`, beside the service that tests share. */
export function useInstalledSdk(): Readonly<SdkAndService> {
  const given = {} as SdkAndService
  test.beforeAll(async ({ defaultService }) => {
    given.service = defaultService
    given.sdk = await installSdk()
  })
  afterAll(() => given.sdk.remove())
  return given
}
