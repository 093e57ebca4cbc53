import { VISEMES } from '../domain/speech/speech-timeline.ts'
import type { VisemeCue } from '../domain/speech/speech-timeline.ts'

/** Moments around a frame at which is looked what is said, in seconds, and for how long each time. */
const MOMENTS = [-0.2, -0.12, -0.06, 0, 0.06, 0.12, 0.2]
const MOMENT_SECONDS = 0.07

/** Moments that tell best what comes before and after. */
const BEFORE = MOMENTS.indexOf(-0.12)
const AFTER = MOMENTS.indexOf(0.12)

/** Numbers that say what is said around a frame: a share of each viseme at each moment, and a constant one. */
export const FEATURES = MOMENTS.length * VISEMES.length + 1

/** The place among the features of a viseme at the frame itself. */
export function featureNow(viseme: (typeof VISEMES)[number]): number {
  return MOMENTS.indexOf(0) * VISEMES.length + VISEMES.indexOf(viseme)
}

/**
 * What is said around each frame.
 *
 * @param cues mouth shapes in order of time; what they leave out is silence.
 * @returns frames × FEATURES.
 */
export function featuresOf(
  cues: readonly VisemeCue[],
  frames: number,
  framesPerSecond: number,
): Float32Array {
  const features = new Float32Array(frames * FEATURES)
  for (let frame = 0; frame < frames; frame += 1) {
    const row = features.subarray(frame * FEATURES, (frame + 1) * FEATURES)
    MOMENTS.forEach((offset, moment) => {
      const middle = (frame + 0.5) / framesPerSecond + offset
      addShares(row.subarray(moment * VISEMES.length), cues, middle - MOMENT_SECONDS / 2)
    })
    row[FEATURES - 1] = 1
  }
  return features
}

/**
 * What is said at a frame, and just before and after, as places in `VISEMES`.
 *
 * @param row the features of the frame.
 */
export function saidAround(row: Float32Array): [now: number, before: number, after: number] {
  return [mostAt(row, MOMENTS.indexOf(0)), mostAt(row, BEFORE), mostAt(row, AFTER)]
}

function mostAt(row: Float32Array, moment: number): number {
  const shares = row.subarray(moment * VISEMES.length, (moment + 1) * VISEMES.length)
  return shares.reduce((most, share, place) => (share > (shares[most] ?? 0) ? place : most), 0)
}

function addShares(shares: Float32Array, cues: readonly VisemeCue[], from: number): void {
  const to = from + MOMENT_SECONDS
  let known = 0
  for (let index = firstAfter(cues, from); index < cues.length; index += 1) {
    const { viseme, start, end } = cues[index] as VisemeCue
    if (start >= to) break
    const share = Math.max(0, Math.min(to, end) - Math.max(from, start)) / MOMENT_SECONDS
    const place = VISEMES.indexOf(viseme)
    shares[place] = (shares[place] ?? 0) + share
    known += share
  }
  const silence = VISEMES.indexOf('sil')
  shares[silence] = (shares[silence] ?? 0) + Math.max(0, 1 - known)
}

/** The first cue that ends after a moment. */
function firstAfter(cues: readonly VisemeCue[], seconds: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.end ?? 0) > seconds) high = middle
    else low = middle + 1
  }
  return low
}
