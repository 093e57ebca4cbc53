import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { vi } from 'vitest'

import { runNpm } from '../../../scripts/support/run-npm.ts'
import { SDK_PACKAGE } from '../../../src/app/shipped.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** Runs a program in a terminal, and ends as it did: what it shows is written, what is written to it is typed. */
const TERMINAL =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 4096))))'

/** How the command line is called. */
export interface Call {
  /** Without any, the program finds its key in the files of a profile. */
  readonly key?: string
  /** The service, without the version segment. */
  readonly url?: string
  readonly input?: string
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that is at work. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  /** What it has written so far, to both streams. */
  readonly written: () => string
  /** Resolves when it has written this. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
  ended(): Promise<Ended>
}

/** The package of the SDK, installed into an empty folder. */
export interface InstalledCommandLine {
  /** Also the home of who uses it. */
  readonly folder: string
  readonly program: string
  /** As another program runs it: no stream is a terminal. */
  start(args: readonly string[], call?: Call): Running
  /** As a person runs it. */
  startInTerminal(args: readonly string[], call?: Call): Running
  run(args: readonly string[], call?: Call): Promise<Ended>
  environment(call: Call): Record<string, string>
  write(name: string, text: string): Promise<string>
  remove(): Promise<void>
}

/** Installs it as its users do. */
export async function installCommandLine(): Promise<InstalledCommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-command-line-'))
  const installed = await runNpm(folder, ['install', SDK_PACKAGE, '--no-audit', '--no-fund', '--offline'])
  if (!installed.ok) throw new Error(installed.output)
  const program = join(folder, 'node_modules/.bin/presenter-video')

  const environment = ({ key, url }: Call): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TERM: 'xterm',
    ...(key !== undefined && { PRESENTER_API_KEY: key }),
    ...(url !== undefined && { PRESENTER_API_URL: `${url}/api/v1` }),
  })
  const begin = (file: string, args: readonly string[], call: Call) =>
    running(spawn(file, args, { cwd: folder, env: environment(call) }))

  return {
    folder,
    program,
    environment,
    start: (args, call = {}) => begin(program, args, call),
    startInTerminal: (args, call = {}) => begin('python3', ['-c', TERMINAL, program, ...args], call),
    async run(args, call = {}) {
      const { child, ended } = begin(program, args, call)
      child.stdin.end(call.input)
      return ended()
    },
    async write(name, text) {
      await writeFile(join(folder, name), text)
      return name
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function running(child: ChildProcessWithoutNullStreams): Running {
  const [stdout, stderr, both]: string[][] = [[], [], []]
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout!.push(piece), both!.push(piece)))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr!.push(piece), both!.push(piece)))
  const closed = once(child, 'close')
  const written = () => both!.join('')
  return {
    child,
    written,
    shows: (pattern) =>
      vi.waitFor(() => {
        const found = pattern.exec(written())
        if (!found) throw new Error(`It has not written ${pattern}: ${written()}`)
        return found
      }, PATIENTLY),
    async ended() {
      const [code] = (await closed) as [number | null]
      return { code, stdout: stdout!.join(''), stderr: stderr!.join('') }
    },
  }
}
