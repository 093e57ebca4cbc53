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

/** The failed video that a video was made in place of; null for one that was asked for by itself. */
export function retriedVideo(idempotencyKey: string | null): string | null {
  return idempotencyKey?.startsWith(RETRY) ? idempotencyKey.slice(RETRY.length) : null
}
