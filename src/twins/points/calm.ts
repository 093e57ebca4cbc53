import { TRACK_RATE } from '../../face/face-track.ts'
import { eyeDistance, lipGap, pointsOf } from './mean-face.ts'
import { medianOf } from './median.ts'
import { surelySeen } from './usable.ts'
import type { FaceTrack } from '../../face/face-track.ts'

/** How much wider than usual the mouth may be, in distances between the eyes. */
const CLOSED_TOLERANCE = 0.02

/** How far the head may be from where it usually is, in distances between the eyes. */
const MOST_TRAVEL = 0.35

const BRIDGE_OF_NOSE = 168

/** Seconds in a row in which the person must look on: shorter footage would be seen to repeat itself. */
export const LEAST_CALM_SECONDS = 2

/** Frames of a take: from the first to the one after the last. */
export interface CalmStretch {
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/**
 * The longest stretch of a take in which the person looks on with a calm head and closed mouth. Twins are drawn over it, so what
 * checks a take and what learns from it ask the same.
 *
 * @param points of the track without holes, `steadyPoints`.
 */
export function longestCalm(track: FaceTrack, points: Float32Array): CalmStretch {
  const marks = calmFrames(track, points)
  let best = { from: 0, to: 0 }
  let from = 0
  for (let frame = 0; frame <= marks.length; frame += 1) {
    if (marks[frame] === 1) continue
    if (frame - from > best.to - best.from) best = { from, to: frame }
    from = frame + 1
  }
  return { ...best, seconds: (best.to - best.from) / TRACK_RATE }
}

/** 1 where one face is seen, with its mouth closed, near where it is most of the time. */
function calmFrames(track: FaceTrack, points: Float32Array): Uint8Array {
  const seen = surelySeen(track)
  const frames = Array.from({ length: track.frames }, (_, frame) => frame).filter(
    (frame) => seen[frame] === 1,
  )
  const median = (of: (face: Float32Array) => number): number =>
    medianOf(frames.map((frame) => of(pointsOf(points, frame))))
  const [across, down] = [
    (face: Float32Array) => face[2 * BRIDGE_OF_NOSE] ?? 0,
    (face: Float32Array) => face[2 * BRIDGE_OF_NOSE + 1] ?? 0,
  ]
  const [x, y, size, gap] = [median(across), median(down), median(eyeDistance), median(lipGap)]
  return seen.map((isSeen, frame) => {
    const face = pointsOf(points, frame)
    const travel = Math.hypot(across(face) - x, down(face) - y) / size
    return Number(isSeen === 1 && lipGap(face) <= gap + CLOSED_TOLERANCE && travel <= MOST_TRAVEL)
  })
}
