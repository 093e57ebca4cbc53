import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { TestService } from './service.ts'

/** A worker process as in production, for a service of the tests. */
export interface WorkerProcess {
  /** Asks the worker and all its processes to stop, as a service manager does. Resolves when it has ended. */
  stop(): Promise<void>
  /** Ends it as a loss of power does. Resolves when it has ended. */
  kill(): Promise<void>
  /** Halts it and all its processes where they are, as a machine does that has no processor time, until it thaws. */
  freeze(): void
  thaw(): void
}

/**
 * Starts a worker with one core's worth of studio. End it before the service.
 *
 * @param folder of the program, when it is that of another release.
 */
export function startWorkerProcess(
  service: TestService,
  settings: Readonly<Record<string, string>> = {},
  folder = '.',
): WorkerProcess {
  const worker = spawn(process.execPath, ['bootstrap.mjs', 'src/worker.ts'], {
    env: {
      ...process.env,
      ...service.settings,
      STUDIO_PROCESSES: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A process group of its own, to which signals are sent.
    detached: true,
    cwd: folder,
  })
  const end = (signal: NodeJS.Signals, pid: (of: number) => number) => async () => {
    if (hasEnded(worker)) return
    const ended = once(worker, 'exit')
    process.kill(pid(worker.pid ?? 0), signal)
    await ended
  }
  const signalAll = (signal: NodeJS.Signals) => () => void process.kill(-(worker.pid ?? 0), signal)
  return {
    stop: end('SIGTERM', (pid) => -pid),
    kill: end('SIGKILL', (pid) => pid),
    freeze: signalAll('SIGSTOP'),
    thaw: signalAll('SIGCONT'),
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
