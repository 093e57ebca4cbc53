import { TRACK_RATE } from '../../face/face-track.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { eyeDistances, facePoints } from './signals/signals.ts'
import { shareOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { FaceTrack } from '../../face/face-track.ts'
import type { RecordedTake } from './take.ts'

/**
 * How far the points of one picture may seem to move, in distances between the eyes: a film of it has key frames
 * that differ a little, and the finder cuts faces out at whole pixels.
 */
const TREMOR = 0.02

/** Movement from one frame to the next that is none: a camera's noise alone makes more. */
const NONE = 0.0007

/** Share of the steps of a still that have no movement. */
const LEAST_NONE = 0.5

/** Seconds for which a busy browser may show the same picture. */
const LONGEST = 3

/**
 * The picture moves all the time: it is not a still, and the camera did not stop. Who listens may sit so still that
 * only a warning is due.
 */
export function checkMoving({ part, track }: RecordedTake): TakeCheck {
  const measured = longestStill(track) / TRACK_RATE
  return verdict('moving', {
    outcome: measured <= LONGEST ? 'passed' : part === 'silence' ? 'warning' : 'failed',
    measured,
    limit: LONGEST,
    message: 'The picture stands still: close other programs that use the camera or keep the computer busy.',
  })
}

/** Frames of the longest stretch that may be one picture. */
function longestStill(track: FaceTrack): number {
  const size = eyeDistances(track)
  const moved = (from: number, to: number) => movement(track, from, to) / (size[from] ?? 0)
  const steps = Float32Array.from({ length: track.frames }, (_, frame) => moved(frame, frame + 1))
  let longest = 0
  // Every place at which a stretch may begin is near enough to one of these.
  for (let from = 0; from < track.frames; from += TRACK_RATE / 10) {
    let to = from + 1
    while (to < track.frames && moved(from, to) < TREMOR) to += 1
    const without = shareOf(steps.subarray(from, to - 1), (step) => step < NONE)
    if (without >= LEAST_NONE) longest = Math.max(longest, to - from)
  }
  return longest
}

/** Pixels by which the points of a frame are away from those of another on average; NaN where one has no face. */
function movement(track: FaceTrack, one: number, other: number): number {
  const [before, after] = [facePoints(track, one), facePoints(track, other)]
  let sum = 0
  for (let index = 0; index < 2 * LANDMARKS; index += 2)
    sum += Math.hypot(
      (after[index] ?? Number.NaN) - (before[index] ?? Number.NaN),
      (after[index + 1] ?? Number.NaN) - (before[index + 1] ?? Number.NaN),
    )
  return sum / LANDMARKS
}
