/** How high a voice is, in hertz. */
export interface Pitch {
  readonly median: number
  /** Nine tenths of the time it is between these two. */
  readonly low: number
  readonly high: number
}

/** A step is looked at together with what is around it; two periods of the lowest voice fit in. */
const WINDOW_SECONDS = 0.04
const STEP_SECONDS = 0.01
/** Voices are between these. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 400
/** Softer than this share of the peak is breath or silence. */
const LEAST_LEVEL = 0.05
/** How alike a sound must be to itself one period later to be voiced. */
const LEAST_LIKENESS = 0.75
/** A shorter period that is nearly as good is the true one; the other is a multiple of it. */
const NEARLY = 0.9

/** The pitch of a voice by autocorrelation, over all voiced steps of a recording. */
export function pitchOf(samples: Int16Array, sampleRate: number): Pitch {
  const window = Math.round(WINDOW_SECONDS * sampleRate)
  const longest = Math.round(sampleRate / LOWEST_HZ)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const pitches: number[] = []
  for (let at = 0; at + window + longest < samples.length; at += Math.round(STEP_SECONDS * sampleRate)) {
    const period = periodAt(samples, at, window, sampleRate, peak)
    if (period !== null) pitches.push(sampleRate / period)
  }
  const sorted = Float64Array.from(pitches).sort()
  const quantile = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { median: quantile(0.5), low: quantile(0.05), high: quantile(0.95) }
}

function periodAt(
  samples: Int16Array,
  at: number,
  window: number,
  sampleRate: number,
  peak: number,
): number | null {
  const energy = product(samples, at, at, window)
  if (Math.sqrt(energy / window) < peak * LEAST_LEVEL) return null
  const shortest = Math.round(sampleRate / HIGHEST_HZ)
  const likeness = Array.from({ length: Math.round(sampleRate / LOWEST_HZ) - shortest }, (_, index) => {
    const shifted = at + shortest + index
    const norm = Math.sqrt(energy * product(samples, shifted, shifted, window)) || 1
    return product(samples, at, shifted, window) / norm
  })
  const best = likeness.reduce((most, each) => Math.max(most, each), 0)
  if (best < LEAST_LIKENESS) return null
  const first = likeness.findIndex(
    (each, index) =>
      each >= best * NEARLY && each >= (likeness[index - 1] ?? 0) && each >= (likeness[index + 1] ?? 0),
  )
  return shortest + first
}

function product(samples: Int16Array, one: number, other: number, length: number): number {
  let sum = 0
  for (let index = 0; index < length; index += 1)
    sum += (samples[one + index] ?? 0) * (samples[other + index] ?? 0)
  return sum
}
