import type { VideoFailure } from './video.ts'

const RETRY = 'retry-of-'

/** The idempotency key of the one video that may be made in place of a failed one. */
export function retryKey(failedVideoId: string): string {
  return `${RETRY}${failedVideoId}`
}

/** Whether a video that failed like this may succeed when the same is asked for again. */
export function retryMayHelp({ byRequest, twinWithdrawn = false }: VideoFailure): boolean {
  return !byRequest && !twinWithdrawn
}

/** Whether a video was itself made in place of a failed one. */
export function isRetryKey(idempotencyKey: string | null): boolean {
  return idempotencyKey?.startsWith(RETRY) ?? false
}
