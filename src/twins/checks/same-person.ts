import { SAME_PERSON } from '../../domain/twin/twin-take.ts'
import { likenessOf, meanPortrait } from '../../face/likeness.ts'
import { headTurns } from './signals/signals.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { FaceTrack, Portraits } from '../../face/face-track.ts'
import type { RecordedTake } from './take.ts'

/** Portraits that are taken together: fewer are unsteady, more would hide who is there for two seconds. */
const TOGETHER = 3

/**
 * Share of the other moments that a moment may look unlike. The two that are least alike of all say little: the
 * longer a film is, the less alike they are by chance. Who takes a place for a while looks unlike most moments, and
 * who takes it for half of the film makes every moment unlike the other half.
 */
const UNLIKE_SHARE = 0.25

/** Faces that are turned further away, by the nose between their edges, look like nobody. */
const MOST_TURN = 0.2

/** The same person is seen from the beginning to the end. */
export function checkSamePerson({ track, portraits }: RecordedTake): TakeCheck {
  const measured = leastAtHome(moments(portraits, frontal(track, portraits)))
  const { accepted, refused } = SAME_PERSON
  return verdict('same_person', {
    outcome: measured < refused ? 'failed' : measured < accepted ? 'unclear' : 'passed',
    measured,
    limit: measured < refused ? refused : accepted,
    message:
      'Your face does not look the same all the time: stay in the picture, and let nobody take your place.',
  })
}

/** The portraits on which the face looks into the camera, by their places; all where there are hardly any. */
function frontal(track: FaceTrack, portraits: Portraits): number[] {
  const turns = headTurns(track)
  const places = [...portraits.frames.keys()]
  const straight = places.filter((place) => Math.abs(turns[portraits.frames[place] ?? 0] ?? 1) <= MOST_TURN)
  return straight.length >= TOGETHER ? straight : places
}

/** The face at each moment of a take. */
function moments(portraits: Portraits, places: readonly number[]): Float32Array[] {
  const length = Math.min(TOGETHER, places.length)
  return places
    .slice(0, places.length - length + 1)
    .map((_, index) => meanPortrait(portraits, places.slice(index, index + length)))
}

/** How alike the face that fits least is to those that it is least like; NaN when there is none. */
function leastAtHome(faces: readonly Float32Array[]): number {
  const fits = faces.map((face, own) => {
    const likenesses = faces.filter((_, index) => index !== own).map((other) => likenessOf(face, other))
    return likenesses.toSorted((one, other) => one - other)[Math.floor(likenesses.length * UNLIKE_SHARE)] ?? 1
  })
  return fits.length > 0 ? Math.min(...fits) : Number.NaN
}

/** How alike the two of some faces are that are least alike; NaN when there is none. */
export function leastLikeness(faces: readonly Float32Array[]): number {
  let least = faces.length > 0 ? 1 : Number.NaN
  faces.forEach((face, index) => {
    for (const other of faces.slice(0, index)) least = Math.min(least, likenessOf(face, other))
  })
  return least
}
