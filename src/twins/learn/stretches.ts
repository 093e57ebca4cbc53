import type { TimeSpan } from '../../speech/engines/engine.ts'

/** Moments whose loudness is looked at, in seconds: the step of the comparison of sounds. */
const MOMENT_SECONDS = 0.01

/**
 * Speech is louder than this share of the loudest moments, and than this many times the quietest. Less takes breath
 * and chairs for speech: words are then found 220 ms beside themselves instead of 60.
 */
const LOUD_SHARE = 0.12
const LOUD_OVER_NOISE = 4

/** Soft sounds next to loud ones belong to them, for this long. */
const SOFT_SHARE = 0.3
const SOFT_MOMENTS = 12

/** The closure of a stop is shorter than any rest, and a click shorter than any word. */
const SHORTEST_REST_MOMENTS = 18
const SHORTEST_SPEECH_MOMENTS = 8

/**
 * The stretches of a sound in which somebody speaks, in order, without the rests between them.
 *
 * @param samples in any scale.
 */
export function speechStretches(samples: Float32Array, sampleRate: number): TimeSpan[] {
  const loudness = loudnessOfMoments(samples, Math.round(MOMENT_SECONDS * sampleRate))
  const inOrder = loudness.toSorted()
  const share = (of: number): number => inOrder[Math.floor(of * (inOrder.length - 1))] ?? 0
  const threshold = Math.max(LOUD_OVER_NOISE * share(0.1), LOUD_SHARE * share(0.98))
  const loud = loudness.map((one) => Number(one > threshold))
  const soft = loudness.map((one) => Number(one > SOFT_SHARE * threshold))
  return joined(grown(runsOf(loud), soft))
    .filter(([from, to]) => to - from >= SHORTEST_SPEECH_MOMENTS)
    .map(([from, to]) => ({ start: from * MOMENT_SECONDS, end: to * MOMENT_SECONDS }))
}

type Run = readonly [from: number, to: number]

function loudnessOfMoments(samples: Float32Array, length: number): Float64Array {
  return Float64Array.from({ length: Math.floor(samples.length / length) }, (_, moment) => {
    let sum = 0
    for (const sample of samples.subarray(moment * length, (moment + 1) * length)) sum += sample * sample
    return Math.sqrt(sum / length)
  })
}

function runsOf(marks: Float64Array): Run[] {
  const runs: Run[] = []
  let from = -1
  for (let at = 0; at <= marks.length; at += 1) {
    if (marks[at] === 1 && from < 0) from = at
    if (marks[at] !== 1 && from >= 0) {
      runs.push([from, at])
      from = -1
    }
  }
  return runs
}

function grown(runs: readonly Run[], soft: Float64Array): Run[] {
  return runs.map(([from, to]) => {
    let [first, last] = [from, to]
    while (from - first < SOFT_MOMENTS && soft[first - 1] === 1) first -= 1
    while (last - to < SOFT_MOMENTS && soft[last] === 1) last += 1
    return [first, last]
  })
}

function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const before = result.at(-1)
    if (before && run[0] - before[1] < SHORTEST_REST_MOMENTS) result[result.length - 1] = [before[0], run[1]]
    else result.push(run)
  }
  return result
}
