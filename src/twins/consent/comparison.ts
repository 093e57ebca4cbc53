import { STEPS_PER_SECOND } from '../../speech/remote/spectrum.ts'
import { warp } from '../../speech/remote/warp.ts'
import type { TimeSpan } from '../../speech/engines/engine.ts'

/** Two sounds held against each other, moment by moment of the first. */
export interface Comparison {
  /** For each step of the first sound the step of the second that sounds like it. */
  readonly path: Int32Array
  /** How unlike they sound there. */
  readonly costs: Float32Array
}

/** Compares what one sound says with what another says, by their `cepstra`. */
export function compared(steps: readonly Float32Array[], others: readonly Float32Array[]): Comparison {
  const path = warp(steps, others)
  const costs = Float32Array.from(steps, (step, index) => {
    const likely = others[path[index] ?? 0]
    return likely
      ? Math.sqrt(step.reduce((sum, value, order) => sum + (value - (likely[order] ?? 0)) ** 2, 0))
      : Infinity
  })
  return { path, costs }
}

/** How unlike two sounds are on average during a part of the first; Infinity when there is nothing to compare. */
export function costDuring({ costs }: Comparison, { start, end }: TimeSpan): number {
  const part = costs.subarray(stepAt(start), Math.max(stepAt(start) + 1, stepAt(end)))
  return part.length === 0 ? Infinity : part.reduce((sum, cost) => sum + cost, 0) / part.length
}

/** When a part of the first sound is heard in the second, in seconds. */
export function placeOf({ path }: Comparison, { start, end }: TimeSpan): TimeSpan {
  const at = (seconds: number) => (path[Math.min(path.length - 1, stepAt(seconds))] ?? 0) / STEPS_PER_SECOND
  return { start: at(start), end: at(end) }
}

function stepAt(seconds: number): number {
  return Math.max(0, Math.round(seconds * STEPS_PER_SECOND))
}
