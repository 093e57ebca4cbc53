import type { Metrics } from '../ports/process/metrics.ts'

const ignore = (): void => undefined

/** For a process that nobody watches: nothing is kept, and nothing is looked at. */
export const NO_METRICS: Metrics = { count: ignore, observe: ignore, set: ignore, beforeTelling: ignore }
