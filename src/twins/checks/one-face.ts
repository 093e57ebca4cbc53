import { shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** Share of frames in which somebody else may be seen by mistake of the finder. */
const MOST_CROWDED = 0.01

/** Share of frames without a face: a blink of the finder. Who turns the head far enough is not seen for a while. */
const MOST_EMPTY: Record<TakePart, number> = { consent: 0.02, turn: 0.3, reading: 0.02, silence: 0.02 }

/** Share of frames without a face from which on nobody is there, rather than somebody who moves about. */
const NOBODY = 0.5

/** One person is in the picture, all the time. Too many people, nobody, and a face that is hidden at times are told apart. */
export function checkOneFace({ part, track }: RecordedTake): TakeCheck {
  const crowded = shareOf(track.faces, (faces) => faces > 1)
  const empty = shareOf(track.faces, (faces) => faces === 0)
  if (crowded > MOST_CROWDED) {
    return verdict('one_face', {
      outcome: 'failed',
      measured: crowded,
      limit: MOST_CROWDED,
      message:
        'More than one face is in the picture: be alone before the camera, and take down pictures of people.',
    })
  }
  return verdict('one_face', {
    outcome: empty > MOST_EMPTY[part] ? 'failed' : 'passed',
    measured: empty,
    limit: MOST_EMPTY[part],
    message:
      empty > NOBODY
        ? 'Nobody can be seen: sit before the camera, with light on your face, and choose another camera if it shows something else.'
        : 'Your face cannot be seen all the time: stay in the frame, with nothing in front of your face.',
  })
}
