import { LEAST_CALM_SECONDS, longestCalm } from '../points/calm.ts'
import { steadyPoints } from '../points/steady.ts'
import { levels, lipGaps } from './signals/signals.ts'
import { quantile, shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** Lips less apart than this, in distances between the eyes, are as good as closed: an "ah" has 0.06 and more. */
export const CLOSED_GAP = 0.06

/** Share of the time in which the mouth has to be closed. */
const LEAST_CLOSED = 0.8

/** Louder than this, in dB, in a twentieth of the time is speech: a room is quieter. */
const SPEECH_DB = -30

/**
 * The person listens: mouth closed, nothing said, and for long enough in a row that a twin can be drawn over it. A take that
 * passes never fails the build for that.
 */
export function checkStill({ track, sound }: RecordedTake): TakeCheck {
  const loudest = quantile(levels(sound, track.frames), 0.95)
  if (loudest > SPEECH_DB) {
    return verdict('still', {
      outcome: 'failed',
      measured: loudest,
      limit: SPEECH_DB,
      message: 'Something is heard: say nothing in this part, and wait until it is quiet around you.',
    })
  }
  const closed = shareOf(lipGaps(track), (gap) => gap < CLOSED_GAP)
  if (!(closed >= LEAST_CLOSED)) {
    return verdict('still', {
      outcome: 'failed',
      measured: closed,
      limit: LEAST_CLOSED,
      message:
        'Your mouth is open: close it without pressing your lips, and look into the camera until the time is over.',
    })
  }
  const { seconds } = longestCalm(track, steadyPoints(track))
  return verdict('still', {
    outcome: seconds < LEAST_CALM_SECONDS ? 'failed' : 'passed',
    measured: seconds,
    limit: LEAST_CALM_SECONDS,
    message:
      'You never look on for two seconds in a row: keep your mouth closed and your head still until the time is over.',
  })
}
