import type { Metrics } from '../../../src/ports/process/metrics.ts'

/** Metrics that remember what they were given. */
export interface RecordedMetrics extends Metrics {
  /** The sum of what was counted, the last value that was set, or the number of measurements, by name and labels. */
  of(name: string): Record<string, number>
  /** Has all looked at that is when somebody asks. */
  tell(): Promise<void>
}

/** Makes metrics for tests of what is counted and measured. */
export function recordedMetrics(): RecordedMetrics {
  const found = new Map<string, Record<string, number>>()
  const updates: (() => void | Promise<void>)[] = []
  const change = (name: string, labels: object, next: (before: number) => number): void => {
    const key = Object.values(labels as Record<string, string>).join(' ')
    const values = found.get(name) ?? {}
    found.set(name, { ...values, [key]: next(values[key] ?? 0) })
  }
  return {
    count: (name, labels, by = 1) => change(name, labels, (before) => before + by),
    observe: (name, labels) => change(name, labels, (before) => before + 1),
    set: (name, labels, value) => change(name, labels, () => value),
    beforeTelling: (update) => void updates.push(update),
    of: (name) => found.get(name) ?? {},
    async tell() {
      for (const update of updates) await update()
    },
  }
}
