import { MEASURES, TRACK_RATE } from '../../../face/face-track.ts'
import { LANDMARKS, POINT } from '../../../face/landmarks.ts'
import type { FaceTrack } from '../../../face/face-track.ts'
import type { Pcm } from '../../../speech/engines/wav.ts'

/** The quietest that counts, in dB below the loudest that can be: digital silence has no level. */
const SILENCE_DB = -96

/** One value for each frame of a track; NaN where no face was found. */
function eachFrame(track: FaceTrack, value: (points: Float32Array) => number): Float32Array {
  return Float32Array.from({ length: track.frames }, (_, frame) => value(facePoints(track, frame)))
}

/** The points of one frame: LANDMARKS × 2. */
export function facePoints({ points }: FaceTrack, frame: number): Float32Array {
  return points.subarray(frame * LANDMARKS * 2, (frame + 1) * LANDMARKS * 2)
}

/** From the outer corner of one eye to that of the other, in pixels of the footage. */
export function eyeDistances(track: FaceTrack): Float32Array {
  return eachFrame(track, (points) => distance(points, POINT.leftEye, POINT.rightEye))
}

/** How far the lips are apart, in distances between the eyes. */
export function lipGaps(track: FaceTrack): Float32Array {
  return eachFrame(
    track,
    (points) =>
      distance(points, POINT.upperLip, POINT.lowerLip) / distance(points, POINT.leftEye, POINT.rightEye),
  )
}

/**
 * How far the head is turned, by where the nose is between the edges of the face: 0 straight ahead, towards 1 where
 * it turns to the right of the picture, which is the person's own left.
 */
export function headTurns(track: FaceTrack): Float32Array {
  return eachFrame(track, (points) => {
    const nose = points[2 * POINT.noseTip] ?? Number.NaN
    const left = nose - (points[2 * POINT.leftEdge] ?? Number.NaN)
    const right = (points[2 * POINT.rightEdge] ?? Number.NaN) - nose
    return (left - right) / (left + right)
  })
}

/** One of the measures of each frame. */
export function measureOf({ measures, frames }: FaceTrack, name: (typeof MEASURES)[number]): Float32Array {
  const place = MEASURES.indexOf(name)
  return Float32Array.from(
    { length: frames },
    (_, frame) => measures[frame * MEASURES.length + place] ?? Number.NaN,
  )
}

/** How loud it is during each frame of a track: dB below the loudest that can be. */
export function levels({ samples, sampleRate }: Pcm, frames: number): Float32Array {
  const length = sampleRate / TRACK_RATE
  return Float32Array.from({ length: frames }, (_, frame) => {
    const part = samples.subarray(Math.round(frame * length), Math.round((frame + 1) * length))
    const power = part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / Math.max(1, part.length)
    return Math.max(SILENCE_DB, 10 * Math.log10(power))
  })
}

function distance(points: Float32Array, one: number, other: number): number {
  return Math.hypot(
    (points[2 * one] ?? Number.NaN) - (points[2 * other] ?? Number.NaN),
    (points[2 * one + 1] ?? Number.NaN) - (points[2 * other + 1] ?? Number.NaN),
  )
}
