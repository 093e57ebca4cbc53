import { LANDMARKS } from '../../face/landmarks.ts'
import type { FaceTrack } from '../../face/face-track.ts'

/** Standard deviation of the smoothing of points, in frames: trackers tremble, lips close within two frames. */
const POINTS_SIGMA = 0.8

/** A head is slower than lips. */
const POSES_SIGMA = 1.5

/**
 * The points of a track without holes and without the tracker's tremble: where no face was found, between the frames
 * in which one was.
 *
 * @returns frames × LANDMARKS × 2. All NaN when there is no face at all.
 */
export function steadyPoints({ points, frames }: FaceTrack): Float32Array {
  return smoothed(withoutHoles(points, frames, LANDMARKS * 2), frames, POINTS_SIGMA)
}

/** Poses, four numbers a frame, as calm as heads are. */
export function steadyPoses(poses: Float32Array, frames: number): Float32Array {
  return smoothed(poses, frames, POSES_SIGMA)
}

function withoutHoles(rows: Float32Array, frames: number, width: number): Float32Array {
  const filled = rows.slice()
  let before = -1
  for (let frame = 0; frame <= frames; frame += 1) {
    if (frame < frames && Number.isNaN(rows[frame * width])) continue
    for (let hole = before + 1; hole < frame; hole += 1) {
      const share = before < 0 ? 1 : frame === frames ? 0 : (hole - before) / (frame - before)
      for (let place = 0; place < width; place += 1) {
        const [left, right] = [rows[before * width + place] ?? 0, rows[frame * width + place] ?? 0]
        filled[hole * width + place] =
          share === 1 ? right : share === 0 ? left : left + share * (right - left)
      }
    }
    before = frame
  }
  return filled
}

function smoothed(rows: Float32Array, frames: number, sigma: number): Float32Array {
  const width = rows.length / frames
  const reach = Math.ceil(2.5 * sigma)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)),
  )
  const result = new Float32Array(rows.length)
  for (let frame = 0; frame < frames; frame += 1) {
    const from = Math.max(0, frame - reach)
    const to = Math.min(frames - 1, frame + reach)
    let total = 0
    for (let other = from; other <= to; other += 1) total += weights[other - frame + reach] ?? 0
    for (let place = 0; place < width; place += 1) {
      let sum = 0
      for (let other = from; other <= to; other += 1)
        sum += (weights[other - frame + reach] ?? 0) * (rows[other * width + place] ?? 0)
      result[frame * width + place] = sum / total
    }
  }
  return result
}
