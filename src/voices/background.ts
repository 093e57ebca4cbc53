import { createChildPool } from '../children/child-pool.ts'
import { downloadEnvironment } from '../process/program-environment.ts'
import type { InstallOptions } from './install.ts'

/** Input of the task `install`. */
export interface InstallTask extends Omit<InstallOptions, 'onProgress' | 'prepare' | 'renew'> {
  readonly engineId: string
}

/**
 * Longest time without progress: pip does not tell how far it is, and rewriting the model takes a
 * minute on a machine under heavy load.
 */
const STALL_LIMIT_MS = 15 * 60_000

/** An installation that goes on while this process does its own work. */
export interface BackgroundInstall {
  /** Settles when it has ended; rejects when it failed. */
  readonly done: Promise<void>
  /** Breaks it off; what was downloaded is kept for the next time. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * Installs an engine's files in a process of its own, because rewriting the model takes seconds
 * of a whole core and 500 MB.
 */
export function installInBackground(
  task: InstallTask,
  onProgress: (share: number) => void,
): BackgroundInstall {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: 1,
    stallLimitMs: STALL_LIMIT_MS,
    start: { env: downloadEnvironment() },
  })
  const run = async (): Promise<void> => {
    try {
      await children.run<void>('install', task, { onProgress })
    } finally {
      await children.close()
    }
  }
  return { done: run(), stop: children.close }
}
