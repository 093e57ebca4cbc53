import { featuresOf } from '../../face/features.ts'
import { TRACK_RATE } from '../../face/face-track.ts'
import { readModel } from '../../face/model-file.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import { expectedShapes, openingOf } from '../../face/predict.ts'
import { eyeDistance, lipGap, pointsOf } from '../points/mean-face.ts'
import { steadyPoints } from '../points/steady.ts'
import { speaksAt } from '../learn/said.ts'
import { momentsOf } from '../learn/shapes.ts'
import type { TestTwinJob, TwinSelfTest } from '../../domain/twin/twin-job.ts'
import type { FaceTrack } from '../../face/face-track.ts'
import type { MouthModel } from '../../face/mouth-model.ts'

/** Lips this many frames beside the sound are looked for. */
const LARGEST_LAG = 10

/** What viewers do not notice: a thirtieth of a second. */
const MOST_LAG = 1

/** Lips that follow other words reach half of it. */
const LEAST_CORRELATION = 0.4

/** Lips that move less, in distances between the eyes, are held still: the rest is the trembling of the tracker. */
const STILL = 0.003

/**
 * Tracks a video of a twin again and holds the gap between its lips against what it says.
 *
 * @param trackFilm finds the face in each frame of a video.
 */
export async function testTwin(
  { videoFile, modelFile, cues, gapSpread }: TestTwinJob,
  trackFilm: (videoFile: string) => Promise<FaceTrack>,
): Promise<TwinSelfTest> {
  const model = await readModel(modelFile)
  const track = await trackFilm(videoFile)
  const seen = gapsOf(track)
  const features = featuresOf(cues, track.frames, TRACK_RATE)
  const expected = expectedGaps(model, features)
  const { lagFrames, gapCorrelation } = bestLag(expected, seen)
  const articulation = spreadOf(seen, features) / gapSpread
  const passed = Math.abs(lagFrames) <= MOST_LAG && gapCorrelation >= LEAST_CORRELATION
  return { lagFrames, gapCorrelation, articulation, passed }
}

/** The gap between the lips in each frame, in distances between the eyes; NaN where no face was found. */
function gapsOf(track: FaceTrack): Float64Array {
  const points = steadyPoints(track)
  return Float64Array.from({ length: track.frames }, (_, frame) =>
    track.faces[frame] === 0 ? NaN : lipGap(pointsOf(points, frame)),
  )
}

/** How far the lips should be apart, but for what they are at rest. */
function expectedGaps(model: MouthModel, features: Float32Array): Float64Array {
  const shapes = expectedShapes(model, features)
  const unit = eyeDistance(model.mean)
  return Float64Array.from({ length: shapes.length / COMPONENTS }, (_, frame) => {
    const shape = shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
    return openingOf(model, shape) / unit
  })
}

/** The lag at which what is seen follows what is expected best. Positive: it comes late. */
function bestLag(
  expected: Float64Array,
  seen: Float64Array,
): Pick<TwinSelfTest, 'lagFrames' | 'gapCorrelation'> {
  let best = { lagFrames: 0, gapCorrelation: correlation(expected, seen, 0) }
  for (let distance = 1; distance <= LARGEST_LAG; distance += 1)
    for (const lagFrames of [distance, -distance]) {
      const gapCorrelation = correlation(expected, seen, lagFrames)
      if (gapCorrelation > best.gapCorrelation) best = { lagFrames, gapCorrelation }
    }
  return best
}

/** 0 where nothing moves, or nothing is seen. */
function correlation(expected: Float64Array, seen: Float64Array, lag: number): number {
  const pairs = Array.from(expected, (value, frame) => [value, seen[frame + lag] ?? NaN] as const).filter(
    ([, value]) => !Number.isNaN(value),
  )
  const [meanOne, spreadOne] = momentsOf(Float64Array.from(pairs, ([one]) => one))
  const [meanOther, spreadOther] = momentsOf(Float64Array.from(pairs, ([, other]) => other))
  if (spreadOne === 0 || spreadOther < STILL) return 0
  const sum = pairs.reduce((total, [one, other]) => total + (one - meanOne) * (other - meanOther), 0)
  return sum / pairs.length / (spreadOne * spreadOther)
}

/** Spread of the gap while something is said: pauses would make it larger than that of a recording. */
function spreadOf(gaps: Float64Array, features: Float32Array): number {
  const spoken = gaps.filter((gap, frame) => speaksAt(features, frame) && !Number.isNaN(gap))
  return momentsOf(spoken)[1]
}
