import { AsyncLocalStorage } from 'node:async_hooks'

/** What the lines that are written during a piece of work have in common, so that one search finds all that concerns a video. */
export interface LogFacts {
  readonly requestId?: string
  /** The trace that the work belongs to, if it is traced. */
  readonly traceId?: string
  readonly videoId?: string
  readonly workflowId?: string
  /** The name of an activity. */
  readonly step?: string
  /** From 1. */
  readonly attempt?: number
}

const current = new AsyncLocalStorage<LogFacts>()

/** Does some work whose lines have these facts, besides those of the work that it is a part of. */
export function withLogFacts<Result>(facts: LogFacts, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...facts }, work)
}

/** The facts of the work that is being done. */
export function logFacts(): LogFacts {
  return { ...current.getStore() }
}
