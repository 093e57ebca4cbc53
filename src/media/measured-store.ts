import type { MetricLabels } from '../domain/health/metric-families.ts'
import { placeFaultOf } from '../domain/error/place-fault.ts'
import type { Metrics } from '../ports/process/metrics.ts'
import { MediaMissing } from './media-missing.ts'
import type { MediaStore } from './media-store.ts'

type Operation = MetricLabels<'presenter_store_requests_total'>['operation']
type Status = MetricLabels<'presenter_store_requests_total'>['status']

/** The same store, whose calls are measured. What is done with a lent file is no part of its call. */
export function measuredStore(store: MediaStore, metrics: Metrics): MediaStore {
  function note(operation: Operation, startedAt: number, status: Status): void {
    metrics.count('presenter_store_requests_total', { operation, status })
    const seconds = (performance.now() - startedAt) / 1_000
    metrics.observe('presenter_store_request_duration_seconds', { operation }, seconds)
  }

  async function measured<Result>(operation: Operation, call: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    try {
      const result = await call()
      note(operation, startedAt, 'ok')
      return result
    } catch (error) {
      note(operation, startedAt, statusOf(error))
      throw error
    }
  }

  /** Measured up to the moment in which the file is there. */
  async function lent<Result>(call: (isLent: () => void) => Promise<Result>): Promise<Result> {
    const startedAt = performance.now()
    let isThere = false
    const isLent = (): void => {
      isThere = true
      note('lend', startedAt, 'ok')
    }
    try {
      return await call(isLent)
    } catch (error) {
      if (!isThere) note('lend', startedAt, statusOf(error))
      throw error
    }
  }

  return {
    put: (key, file) => measured('put', () => store.put(key, file)),
    putIfAbsent: (key, file) => measured('putIfAbsent', () => store.putIfAbsent(key, file)),
    has: (key) => measured('has', () => store.has(key)),
    withFile: (key, use) => lent((isLent) => store.withFile(key, (file) => (isLent(), use(file)))),
    withFiles: (keys, use) => lent((isLent) => store.withFiles(keys, (files) => (isLent(), use(files)))),
    open: (key) => measured('open', () => store.open(key)),
    linkTo: (key, link) => measured('link', () => store.linkTo(key, link)),
    removeAll: (key) => measured('remove', () => store.removeAll(key)),
  }
}

function statusOf(error: unknown): Status {
  if (error instanceof MediaMissing) return 'missing'
  return placeFaultOf(error) === null ? 'failed' : 'unavailable'
}
