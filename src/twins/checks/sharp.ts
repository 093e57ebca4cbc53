import { measureOf } from './signals/signals.ts'
import { median } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** People filmed with a good camera have 0.03; blurred by two pixels, 0.01. */
const LEAST = 0.02

/** The face is in focus. */
export function checkSharp({ track }: RecordedTake): TakeCheck {
  const measured = median(measureOf(track, 'sharpness'))
  return verdict('sharp', {
    outcome: measured < LEAST ? 'failed' : 'passed',
    measured,
    limit: LEAST,
    message: 'The picture is blurred: clean the lens, wait until the camera has focused, and add light.',
  })
}
