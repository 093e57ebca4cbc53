import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openCpuShare } from './cpu-share.ts'
import type { NetworkPlace } from './network.ts'

/** A machine of its own: one process of the service, as the image runs it, and folders that nobody else has. */
export interface Machine {
  readonly name: string
  /** As the other machines call it. */
  readonly address: string
  /** Starts its process, with folders as empty as a new container's; resolves when it is at work. */
  start(): Promise<void>
  /** Asks it to stop, as an orchestrator does; resolves with its exit code or signal when it has. */
  stop(): Promise<number | string>
  /** Ends it at once, as a loss of power does. */
  kill(): Promise<void>
}

/** What a machine runs. */
export interface MachineOptions {
  readonly name: string
  readonly place: NetworkPlace
  /** Path below `dist/`, such as `worker.js`. */
  readonly program: string
  readonly env: NodeJS.ProcessEnv
  /** What it writes when it is at work. */
  readonly ready: string
  /** The processor that it is bound to; undefined: any. */
  readonly core?: number
  /** Of one processor's time, from 0 to 1; undefined: as much as there is. */
  readonly share?: number
}

/** Prepares a machine; its process does not run yet. `npm run build` has been run. */
export function prepareMachine({ name, place, program, env, ready, core, share }: MachineOptions): Machine {
  let child: ChildProcess | undefined
  let written = ''
  let ended: Promise<number | string> = Promise.resolve(0)
  const bound = core === undefined ? [] : ['taskset', '--cpu-list', String(core)]

  return {
    name,
    address: place.address,
    async start() {
      await ended
      const folder = await mkdtemp(join(tmpdir(), `machine-${name}-`))
      const held = share === undefined ? undefined : await openCpuShare(name, share)
      const line = place.inside([...bound, process.execPath, join('dist', program)])
      // Within a namespace, the control groups are not to be seen.
      const [command = '', ...args] = held?.within(line) ?? line
      const started = spawn(command, args, {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'production',
          DATA_DIR: join(folder, 'data'),
          CACHE_DIR: join(folder, 'cache'),
          ...env,
        },
      })
      child = started
      written = ''
      ended = new Promise((resolve) => {
        started.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
      })
      void ended.then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      void ended.then(() => held?.release())
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: string) => {
          written += chunk
          if (written.includes(ready)) resolve()
        }
        for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', hear)
        void ended.then((code) =>
          reject(new Error(`${name} ended with ${code} before it was ready:\n${written}`)),
        )
      })
    },
    stop() {
      child?.kill('SIGTERM')
      return ended
    },
    async kill() {
      const isRunning = child?.exitCode === null && child.signalCode === null
      // It leads a group of its own, so that its children end with it.
      if (isRunning && child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
