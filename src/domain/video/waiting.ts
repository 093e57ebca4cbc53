import { hasEnded } from './video.ts'
import type { Video } from './video.ts'

/** Longest time that an answer waits for a video to end: proxies close connections that are silent for a minute. */
export const LONGEST_WAIT_SECONDS = 60

/** How long a video takes to make: about a third of its own length, and never less than a few seconds. */
export const WORK_SECONDS = { least: 5, perSecond: 1 / 3 } as const

const LONGEST_PAUSE_SECONDS = 30
/** Of how late a video is. */
const PAUSE_WHEN_LATE = 0.25

/**
 * After how many seconds a client that polls should ask again; null for a video that has ended. It is the time that the work
 * should still take. For a video that takes longer, pauses grow with its delay.
 *
 * @param slotInSeconds when a queued video should get its slot.
 */
export function pollAgainAfterSeconds(video: Video, now: Date, slotInSeconds = 0): number | null {
  if (hasEnded(video)) return null
  const work = WORK_SECONDS.least + video.costSeconds * WORK_SECONDS.perSecond
  const waitedSeconds = (now.getTime() - video.createdAt.getTime()) / 1_000
  const left = video.status === 'queued' ? slotInSeconds + work : work - waitedSeconds
  const pause = left > 0 ? left : -left * PAUSE_WHEN_LATE
  return Math.min(LONGEST_PAUSE_SECONDS, Math.max(1, Math.ceil(pause)))
}
