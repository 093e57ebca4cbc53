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

/** The person listens: mouth closed, nothing said. */
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
  const measured = shareOf(lipGaps(track), (gap) => gap < CLOSED_GAP)
  return verdict('still', {
    outcome: measured < LEAST_CLOSED ? 'failed' : 'passed',
    measured,
    limit: LEAST_CLOSED,
    message:
      'Your mouth is open: close it without pressing your lips, and look into the camera until the time is over.',
  })
}
