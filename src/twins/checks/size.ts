import { eyeDistances } from './signals/signals.ts'
import { median } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** Pixels of footage between the outer corners of the eyes: fewer show no teeth. */
const LEAST = 90
/** From here on a mouth is as sharp as a camera of 720 lines shows it. */
const GOOD = 120

/** The face is large enough in the picture. */
export function checkSize({ track }: RecordedTake): TakeCheck {
  const measured = median(eyeDistances(track))
  return verdict('size', {
    outcome: measured < LEAST ? 'failed' : measured < GOOD ? 'warning' : 'passed',
    measured,
    limit: measured < LEAST ? LEAST : GOOD,
    message:
      'Your face is small in the picture: come closer to the camera, until your head fills the frame shown.',
  })
}
