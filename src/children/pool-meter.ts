import type { MetricLabels } from '../domain/health/metric-families.ts'
import type { MeasuredAs } from './child-pool.ts'
import type { ChildLost, TaskOutcome } from './perform-task.ts'

/** Measures how long tasks wait for a child, and what children take. */
export interface PoolMeter {
  /** Does work that waits for a child first. @param work calls back when it has waited. */
  use<Output>(work: (begin: () => void) => Promise<Output>): Promise<Output>
  /** Takes down what came of a task. */
  note(outcome: TaskOutcome): void
}

type Loss = MetricLabels<'presenter_children_lost_total'>['why']

const NO_METER: PoolMeter = { use: (work) => work(() => undefined), note: () => undefined }

/** Makes a meter for a pool with so many children. @param measured nothing is, when absent. */
export function createPoolMeter(measured: MeasuredAs | undefined, size: number): PoolMeter {
  if (measured === undefined) return NO_METER
  const { pool, metrics } = measured
  let busy = 0
  let waiting = 0
  metrics.beforeTelling(() => {
    metrics.set('presenter_pool_size', { pool }, size)
    metrics.set('presenter_pool_busy', { pool }, busy)
    metrics.set('presenter_pool_waiting', { pool }, waiting)
  })
  return {
    async use(work) {
      const askedAt = performance.now()
      let hasBegun = false
      waiting += 1
      const begin = (): void => {
        hasBegun = true
        waiting -= 1
        busy += 1
        metrics.observe('presenter_pool_wait_seconds', { pool }, (performance.now() - askedAt) / 1_000)
      }
      try {
        return await work(begin)
      } finally {
        if (hasBegun) busy -= 1
        else waiting -= 1
      }
    },
    note({ childUsable, error, cpuSeconds }) {
      if (cpuSeconds !== undefined) metrics.count('presenter_child_cpu_seconds_total', { pool }, cpuSeconds)
      if (!childUsable) metrics.count('presenter_children_lost_total', { pool, why: lossOf(error) })
    },
  }
}

/** Whoever asked may have given up; then the child is ended too. */
function lossOf(error: Error | undefined): Loss {
  if (error?.name === ('ChildLost' satisfies ChildLost['name'])) return 'lost'
  return error?.name === 'ChildStalled' ? 'stalled' : 'aborted'
}
