import { measureOf } from './signals/signals.ts'
import { median, shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** Frames on either side that a frame is held against. */
const AROUND = 15

/** How much sharper or less sharp, as a factor, a frame is that was damaged on its way, or torn by a movement. */
const MOST_CHANGE = 2

/** Share of frames that may be so: they are left out of what is learned from. */
const MOST = 0.1

/** The picture of the face is not damaged: single frames that differ from those around them are counted. */
export function checkTexture({ track }: RecordedTake): TakeCheck {
  const sharpness = measureOf(track, 'sharpness')
  const changes = sharpness.map((value, frame) => {
    const usual = median(sharpness.subarray(Math.max(0, frame - AROUND), frame + AROUND + 1))
    return Math.max(value / usual, usual / value)
  })
  const measured = shareOf(changes, (change) => change > MOST_CHANGE)
  return verdict('texture', {
    outcome: measured > MOST ? 'failed' : 'passed',
    measured,
    limit: MOST,
    message:
      'The picture breaks up: close other programs and windows, move calmly, and record this part again.',
  })
}
