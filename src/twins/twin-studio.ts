import { createChildPool } from '../children/child-pool.ts'
import type { CheckedTake, LearnedTwin, TrackedTake, TwinSelfTest } from '../domain/twin-job.ts'
import type { TwinStudio } from '../ports/twin-studio.ts'
import type { CheckTask } from './checks/check-take.ts'

/** A studio with child processes, which must be ended. */
export interface ChildTwinStudio extends TwinStudio {
  /** Ends the children; work in progress is rejected. Safe to repeat. */
  close(): Promise<void>
}

/** How a studio is made. */
interface TwinStudioOptions {
  /** Most child processes at the same time; each keeps a core busy and wants half a gigabyte. */
  readonly poolSize: number
  /** Where the files of a speech recogniser are (consent/recogniser.ts); null or left out: none. */
  readonly recogniserFolder?: string | null
}

/** A child reports after each picture. Loading the models takes seconds, and many times that on a busy machine. */
const STALL_LIMIT_MS = 120_000

/** Takes come from strangers: one that makes a decoder ask for all memory there is costs one child. */
const MEMORY_LIMIT_BYTES = 3 * 1024 ** 3

/** Makes the studio that looks at recordings and learns from them in child processes of its own, so that a crash costs one task. */
export function createTwinStudio({ poolSize, recogniserFolder = null }: TwinStudioOptions): ChildTwinStudio {
  const children = createChildPool({
    script: new URL('./child.ts', import.meta.url),
    size: poolSize,
    stallLimitMs: STALL_LIMIT_MS,
    start: { nodeOptions: ['--single-threaded-gc'], memoryLimitBytes: MEMORY_LIMIT_BYTES },
  })
  return {
    trackTake: (job, options) => children.run<TrackedTake>('trackTake', job, options),
    checkTake: (job, options) =>
      children.run<CheckedTake>('checkTake', { ...job, recogniserFolder } satisfies CheckTask, options),
    matchTakes: (job, options) => children.run<number>('matchTakes', job, options),
    learnTwin: (job, options) => children.run<LearnedTwin>('learnTwin', job, options),
    testTwin: (job, options) => children.run<TwinSelfTest>('testTwin', job, options),
    close: children.close,
  }
}
