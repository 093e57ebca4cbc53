import type { Plan } from '../../domain/account/plan.ts'
import type { LimitFigures } from '../../domain/billing/ledger.ts'
import { problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'

/**
 * The refusal of a script for which too little of the allowance remains. Where videos under way hold so much that it may
 * be enough once they have ended, it says so.
 *
 * @param neededSeconds its expected length.
 */
export function allowanceExceeded(
  neededSeconds: number,
  { remainingSeconds, reservedSeconds }: Pick<LimitFigures, 'remainingSeconds' | 'reservedSeconds'>,
): Problem {
  const figures = `The script needs about ${neededSeconds} video seconds, and ${remainingSeconds} remain in this period.`
  if (remainingSeconds + reservedSeconds >= neededSeconds) {
    return problem('allowance_exceeded', {
      message:
        `${figures} ${reservedSeconds} more are reserved for videos that are being made; what those do not use is ` +
        'returned when they are ready.',
      userMessage:
        'Your remaining video minutes are reserved for videos that are being made. Wait for them to finish, or ' +
        'upgrade your plan.',
    })
  }
  if (remainingSeconds === 0) return problem('allowance_exceeded', { message: figures })
  const userMessage =
    `This script needs about ${minutes(neededSeconds)} of video, and ${minutes(remainingSeconds)} are left in this ` +
    'period. Shorten the script, or upgrade your plan.'
  return problem('allowance_exceeded', { message: figures, userMessage })
}

/** The refusal of a video beside as many as the plan renders at the same time. */
export function concurrencyLimit(plan: Plan, retryAfterSeconds?: number): Problem {
  const message =
    `The ${plan.name} plan renders ${videos(plan.concurrentVideos)} at the same time, and so many are rendering. ` +
    'Wait for one to finish.'
  return problem('concurrency_limit', {
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** The refusal of a video after as many as the plan allows in a day. */
export function dailyLimit(plan: Plan, retryAfterSeconds?: number): Problem {
  const message =
    `The ${plan.name} plan allows ${videos(plan.dailyVideos)} a day, and so many were created today. The limit resets ` +
    'at 00:00 UTC.'
  return problem('daily_limit', { message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) })
}

function videos(count: number): string {
  return count === 1 ? 'one video' : `${count} videos`
}

/** As people read lengths: 2:31. */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
