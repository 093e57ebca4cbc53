import { headTurns } from './signals/signals.ts'
import { quantile } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** How far the head may be turned, by the nose between the edges of the face. */
const MOST = 0.25

/** The person looks towards the camera while speaking: nine frames of ten count. */
export function checkFrontal({ track }: RecordedTake): TakeCheck {
  const turns = headTurns(track)
  const measured = Math.max(Math.abs(quantile(turns, 0.05)), Math.abs(quantile(turns, 0.95)))
  return verdict('frontal', {
    outcome: measured > MOST ? 'failed' : 'passed',
    measured,
    limit: MOST,
    message:
      'Your head is turned to the side: put the text beside the camera, and face the camera while you speak.',
  })
}
