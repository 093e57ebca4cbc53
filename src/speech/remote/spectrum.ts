/** Rate at which sounds are compared; flite's own. */
export const ALIGNMENT_RATE = 16_000

/** A window of 25 ms every 10 ms, as is usual for speech. */
const STEP_SAMPLES = 160
const WINDOW_SAMPLES = 400
const FFT_SIZE = 512

/** Steps of the comparison in a second. */
export const STEPS_PER_SECOND = ALIGNMENT_RATE / STEP_SAMPLES

const MEL_BANDS = 26
const COEFFICIENTS = 13
const LOWEST_HZ = 50
const HIGHEST_HZ = 7600

/** How loud a step is tells less than how it sounds, but most of all where there is silence. */
const LOUDNESS_WEIGHT = 1.5

/**
 * The sound of each step as 13 mel-frequency cepstral coefficients, each with mean 0 and variance 1
 * over the whole, so that voices and microphones can be compared.
 *
 * @param samples at `ALIGNMENT_RATE`, in any scale.
 */
export function cepstra(samples: Float32Array): Float32Array[] {
  const steps: Float32Array[] = []
  const window = hamming()
  const bands = melBands()
  for (let at = 0; at + WINDOW_SAMPLES <= samples.length; at += STEP_SAMPLES) {
    const real = new Float64Array(FFT_SIZE)
    for (let index = 0; index < WINDOW_SAMPLES; index += 1) {
      // Pre-emphasis: consonants are high and quiet.
      const emphasised = (samples[at + index] ?? 0) - 0.97 * (samples[at + index - 1] ?? 0)
      real[index] = emphasised * (window[index] ?? 0)
    }
    steps.push(cosines(bandEnergies(powers(real), bands)))
  }
  return normalised(steps)
}

/** Linear interpolation: enough for telling phones apart. */
export function resampled(samples: Int16Array, sampleRate: number, rate: number): Float32Array {
  const out = new Float32Array(Math.floor((samples.length * rate) / sampleRate))
  const step = sampleRate / rate
  for (let index = 0; index < out.length; index += 1) {
    const at = index * step
    const left = Math.floor(at)
    const share = at - left
    out[index] = ((samples[left] ?? 0) * (1 - share) + (samples[left + 1] ?? 0) * share) / 32_768
  }
  return out
}

function hamming(): Float64Array {
  return Float64Array.from(
    { length: WINDOW_SAMPLES },
    (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (WINDOW_SAMPLES - 1)),
  )
}

const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700)
const fromMel = (mel: number): number => 700 * (10 ** (mel / 2595) - 1)

/** Borders of the triangular bands, as bins of the transform. */
function melBands(): number[] {
  const [low, high] = [toMel(LOWEST_HZ), toMel(HIGHEST_HZ)]
  return Array.from({ length: MEL_BANDS + 2 }, (_, index) => {
    const hz = fromMel(low + ((high - low) * index) / (MEL_BANDS + 1))
    return Math.floor(((FFT_SIZE + 1) * hz) / ALIGNMENT_RATE)
  })
}

function bandEnergies(power: Float64Array, bands: readonly number[]): Float64Array {
  return Float64Array.from({ length: MEL_BANDS }, (_, band) => {
    const [from = 0, peak = 0, to = 0] = bands.slice(band, band + 3)
    let sum = 0
    for (let bin = from; bin < to; bin += 1) {
      const weight =
        bin < peak ? (bin - from) / Math.max(1, peak - from) : (to - bin) / Math.max(1, to - peak)
      sum += weight * (power[bin] ?? 0)
    }
    return Math.log(sum + 1e-7)
  })
}

/** The discrete cosine transform, which takes the bands' likeness out of them. */
function cosines(energies: Float64Array): Float32Array {
  return Float32Array.from({ length: COEFFICIENTS }, (_, order) => {
    let sum = 0
    for (let band = 0; band < MEL_BANDS; band += 1)
      sum += (energies[band] ?? 0) * Math.cos((Math.PI * order * (band + 0.5)) / MEL_BANDS)
    return sum
  })
}

function normalised(steps: Float32Array[]): Float32Array[] {
  for (let order = 0; order < COEFFICIENTS; order += 1) {
    const mean = steps.reduce((sum, step) => sum + (step[order] ?? 0), 0) / steps.length
    const variance = steps.reduce((sum, step) => sum + ((step[order] ?? 0) - mean) ** 2, 0) / steps.length
    const scale = (order === 0 ? LOUDNESS_WEIGHT : 1) / Math.sqrt(variance + 1e-9)
    for (const step of steps) step[order] = ((step[order] ?? 0) - mean) * scale
  }
  return steps
}

/** Power of each bin, by the fast Fourier transform of Cooley and Tukey, in place. */
function powers(real: Float64Array): Float64Array {
  const imaginary = new Float64Array(FFT_SIZE)
  reorder(real)
  for (let size = 2; size <= FFT_SIZE; size *= 2)
    for (let k = 0; k < size / 2; k += 1) {
      const angle = (-2 * Math.PI * k) / size
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      for (let top = k; top < FFT_SIZE; top += size) {
        const bottom = top + size / 2
        const [re, im] = [real[bottom] ?? 0, imaginary[bottom] ?? 0]
        const turnedRe = re * cos - im * sin
        const turnedIm = re * sin + im * cos
        real[bottom] = (real[top] ?? 0) - turnedRe
        imaginary[bottom] = (imaginary[top] ?? 0) - turnedIm
        real[top] = (real[top] ?? 0) + turnedRe
        imaginary[top] = (imaginary[top] ?? 0) + turnedIm
      }
    }
  return Float64Array.from(
    { length: FFT_SIZE / 2 + 1 },
    (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2,
  )
}

/** Each sample to the place that its index has with its bits the other way round. */
function reorder(real: Float64Array): void {
  let mirrored = 0
  for (let index = 1; index < FFT_SIZE; index += 1) {
    let bit = FFT_SIZE >> 1
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit
    mirrored ^= bit
    if (index < mirrored) {
      const kept = real[index] ?? 0
      real[index] = real[mirrored] ?? 0
      real[mirrored] = kept
    }
  }
}
