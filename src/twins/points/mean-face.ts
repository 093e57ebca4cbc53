import { LANDMARKS, POINT, STABLE } from '../../face/landmarks.ts'
import { moved, similarityOf } from '../../face/similarity.ts'
import { steadyPoses } from './steady.ts'

/** Rounds after which the mean of the faces no longer changes. */
const ROUNDS = 3

/** How far above the base of the nose the lower face begins, as a share of the distance from there to the mouth. */
const ABOVE_NOSE = 0.15

/** The points of one frame of many. */
export function pointsOf(points: Float32Array, frame: number): Float32Array {
  return points.subarray(frame * LANDMARKS * 2, (frame + 1) * LANDMARKS * 2)
}

/**
 * The mean of faces that are turned, scaled and moved so that their stable points agree, where the face of the middle
 * frame is.
 *
 * @param points frames × LANDMARKS × 2.
 * @param which the frames that count; at least one.
 */
export function meanFace(points: Float32Array, which: readonly number[]): Float32Array {
  let mean = pointsOf(points, which[which.length >> 1] ?? 0).slice()
  for (let round = 0; round < ROUNDS; round += 1) {
    const sum = new Float64Array(mean.length)
    for (const frame of which) {
      const face = pointsOf(points, frame)
      moved(similarityOf(face, mean, STABLE), face).forEach((value, place) => {
        sum[place] = (sum[place] ?? 0) + value
      })
    }
    mean = Float32Array.from(sum, (value) => value / which.length)
  }
  return mean
}

/** The similarities that bring the faces of frames to the mean one: a, b, e, f for each. */
export function posesOf(points: Float32Array, mean: Float32Array): Float32Array {
  const frames = points.length / mean.length
  const poses = new Float32Array(frames * 4)
  for (let frame = 0; frame < frames; frame += 1) {
    const { a, b, e, f } = similarityOf(pointsOf(points, frame), mean, STABLE)
    poses.set([a, b, e, f], frame * 4)
  }
  return steadyPoses(poses, frames)
}

/** The face of a frame in canonical coordinates. */
export function canonical(points: Float32Array, poses: Float32Array, frame: number): Float32Array {
  const [a = 1, b = 0, e = 0, f = 0] = poses.subarray(frame * 4, frame * 4 + 4)
  return moved({ a, b, e, f }, pointsOf(points, frame))
}

/** The landmarks that speaking moves: all from a little above the base of the nose down. */
export function lowerFace(mean: Float32Array): Uint16Array {
  const down = (point: number): number => mean[2 * point + 1] ?? 0
  const mouth = (down(POINT.upperLip) + down(POINT.lowerLip)) / 2
  const base = down(POINT.noseBase)
  const border = base - ABOVE_NOSE * (mouth - base)
  return Uint16Array.from(range(LANDMARKS).filter((point) => down(point) > border))
}

/** The distance between the outer corners of the eyes. */
export function eyeDistance(face: Float32Array): number {
  return distanceOf(face, POINT.leftEye, POINT.rightEye)
}

/** The gap between the lips, in distances between the eyes: positive when the mouth is open. */
export function lipGap(face: Float32Array): number {
  const down = (point: number): number => face[2 * point + 1] ?? 0
  return (down(POINT.lowerLip) - down(POINT.upperLip)) / eyeDistance(face)
}

/** How far a face is from the mean one where speaking moves nothing: mean distance of the stable points. */
export function misfit(face: Float32Array, mean: Float32Array): number {
  let sum = 0
  for (const point of STABLE) {
    const across = (face[2 * point] ?? 0) - (mean[2 * point] ?? 0)
    const down = (face[2 * point + 1] ?? 0) - (mean[2 * point + 1] ?? 0)
    sum += Math.hypot(across, down)
  }
  return sum / STABLE.length
}

function distanceOf(face: Float32Array, one: number, other: number): number {
  const across = (face[2 * one] ?? 0) - (face[2 * other] ?? 0)
  const down = (face[2 * one + 1] ?? 0) - (face[2 * other + 1] ?? 0)
  return Math.hypot(across, down)
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
