import { setTimeout as wait } from 'node:timers/promises'

import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'

/** Timers are late by a millisecond or two. */
const TIMER_SLACK_MS = 10

/**
 * Retries the calls of a connection as the SDK does, until the connection closes. By itself, the SDK retries a call even
 * after its connection was closed, and the error is thrown from a timer, where nothing can catch it.
 */
export function createCallRetries() {
  const usual = defaultGrpcRetryOptions()
  let isOver = false
  let lastDueAt = -Infinity
  return {
    interceptor: makeGrpcRetryInterceptor({
      retryableDecider: (attempt, status) => !isOver && usual.retryableDecider(attempt, status),
      delayFunction(attempt, status) {
        const delayMs = usual.delayFunction(attempt, status)
        lastDueAt = Math.max(lastDueAt, performance.now() + delayMs)
        return delayMs
      },
    }),
    /** From now on a call that fails has failed. Waits for the retries that are due already: some seconds at most. */
    async end(): Promise<void> {
      isOver = true
      const leftMs = lastDueAt - performance.now()
      if (leftMs > 0) await wait(leftMs + TIMER_SLACK_MS)
    },
  }
}
