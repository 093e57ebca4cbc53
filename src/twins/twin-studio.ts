import { createChildPool } from '../children/child-pool.ts'
import { createSlots } from '../children/slots.ts'
import type { CheckedTake, LearnedTwin, TrackedTake, TwinSelfTest } from '../domain/twin/twin-job.ts'
import type { PoolName } from '../domain/health/metric-families.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import type { TwinStudio } from '../ports/twin/twin-studio.ts'
import type { CheckTask } from './checks/check-take.ts'

/** A studio with child processes, which must be ended. */
export interface ChildTwinStudio extends TwinStudio {
  /** Ends the children; work in progress is rejected. Safe to repeat. */
  close(): Promise<void>
}

/** How a studio is made. */
interface TwinStudioOptions {
  /**
   * Recordings that are looked at at the same time, each by a process that keeps a core busy and wants half a gigabyte. An
   * account has at most all but one of them.
   */
  readonly poolSize: number
  /** Where the files of a speech recogniser are (consent/recogniser.ts); null or left out: none. */
  readonly recogniserFolder?: string | null
  readonly metrics?: Metrics
}

/** A child reports after each picture. Loading the models takes seconds, and many times that on a busy machine. */
const STALL_LIMIT_MS = 120_000

const START = { nodeOptions: ['--single-threaded-gc'], memoryLimitBytes: 3 * 1024 ** 3 } as const

/**
 * Makes the studio that looks at recordings and learns from them, in processes of its own, so that a crash costs one task.
 *
 * Films are decoded in neither of them, but each in a new process without a compiler (decode/): a film that takes a decoder
 * over finds nothing of anybody else there. What finds faces stays, because its models take seconds to load, and is given
 * pictures. What learns and compares is a new process each time.
 */
export function createTwinStudio({
  poolSize,
  recogniserFolder = null,
  metrics,
}: TwinStudioOptions): ChildTwinStudio {
  const pool = { size: poolSize, stallLimitMs: STALL_LIMIT_MS, start: START }
  const as = (name: PoolName) => metrics && { measured: { pool: name, metrics } }
  const tracking = createChildPool({
    ...pool,
    ...as('tracking'),
    script: new URL('./tracking-child.ts', import.meta.url),
  })
  const learning = createChildPool({
    ...pool,
    ...as('learning'),
    script: new URL('./learning-child.ts', import.meta.url),
    newChildForEachTask: true,
  })
  const places = createSlots(poolSize, Math.max(1, poolSize - 1))
  return {
    inTurn: (options, work) => places.use(options, work),
    trackTake: (job, options) => tracking.run<TrackedTake>('trackTake', job, options),
    checkTake: (job, options) =>
      learning.run<CheckedTake>('checkTake', { ...job, recogniserFolder } satisfies CheckTask, options),
    matchTakes: (job, options) => learning.run<number>('matchTakes', job, options),
    learnTwin: (job, options) => learning.run<LearnedTwin>('learnTwin', job, options),
    testTwin: (job, options) => tracking.run<TwinSelfTest>('testTwin', job, options),
    async close() {
      await Promise.all([tracking.close(), learning.close()])
    },
  }
}
