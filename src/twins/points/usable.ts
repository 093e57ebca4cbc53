import { medianOf } from './median.ts'
import type { FaceTrack } from '../../face/face-track.ts'

/** A tracker that loses a face is beside it just before and after. */
const AROUND_MISSED = 2

/** What is this many times as far above the median as the upper quarter begins is damaged. */
const OUTLYING = 4

/** 1 where exactly one face was found, and in the frames around too. */
export function surelySeen({ faces, frames }: FaceTrack): Uint8Array {
  return Uint8Array.from({ length: frames }, (_, frame) => {
    const around = faces.subarray(Math.max(0, frame - AROUND_MISSED), frame + AROUND_MISSED + 1)
    return Number(around.every((count) => count === 1))
  })
}

/**
 * Whether a measure of a frame is not out of the ordinary, by those frames that are to be usual.
 *
 * @param floor a value below which nothing is out of the ordinary.
 */
export function ordinary(
  measure: Float32Array,
  usual: readonly number[],
  floor: number,
): (frame: number) => boolean {
  const values = usual.map((frame) => measure[frame] ?? 0)
  const median = medianOf(values)
  const upper = medianOf(values.filter((value) => value >= median))
  const limit = Math.max(floor, median + OUTLYING * (upper - median))
  return (frame) => (measure[frame] ?? 0) <= limit
}
