/** Samples of a window: 25 ms at 24,000 a second. */
const WINDOW = 600
const SAMPLE_RATE = 24_000
const BANDS = 24
/** Windows that are so much quieter than the loudest are not heard beside it. */
const AUDIBLE_DECIBELS = 35

const waves = Array.from({ length: WINDOW }, (_, index) => Math.cos((2 * Math.PI * index) / WINDOW))
const borders = Array.from({ length: BANDS + 1 }, (_, index) =>
  binAt((index / BANDS) * melOf(SAMPLE_RATE / 2)),
)

/** How much louder or quieter bands of one sound are than of another, in decibels on average, where it is heard. */
export function bandDifference(one: Float32Array, other: Float32Array): number {
  const windows = Array.from({ length: Math.floor(one.length / WINDOW) }, (_, index) => ({
    one: bandsOf(one.subarray(index * WINDOW, (index + 1) * WINDOW)),
    other: bandsOf(other.subarray(index * WINDOW, (index + 1) * WINDOW)),
  }))
  const level = (bands: readonly number[]) => mean(bands)
  const loudest = Math.max(...windows.map((window) => level(window.one)))
  const heard = windows.filter((window) => level(window.one) > loudest - AUDIBLE_DECIBELS)
  return mean(
    heard.flatMap((window) => window.one.map((value, band) => Math.abs(value - (window.other[band] ?? 0)))),
  )
}

/** Energies of bands that are equally wide to the ear, in decibels. */
function bandsOf(samples: Float32Array): number[] {
  const powers = Array.from({ length: WINDOW / 2 }, (_, bin) => power(samples, bin))
  return Array.from({ length: BANDS }, (_, band) => {
    const bins = powers.slice(borders[band], Math.max((borders[band] ?? 0) + 1, borders[band + 1] ?? 0))
    return 10 * Math.log10(bins.reduce((sum, value) => sum + value, 0) + 1e-7)
  })
}

function power(samples: Float32Array, bin: number): number {
  let [real, imaginary] = [0, 0]
  for (let index = 0; index < WINDOW; index += 1) {
    const windowed = (samples[index] ?? 0) * (0.5 - 0.5 * waves[index]!)
    const turn = (bin * index) % WINDOW
    real += windowed * waves[turn]!
    imaginary += windowed * waves[(turn + (3 * WINDOW) / 4) % WINDOW]!
  }
  return real * real + imaginary * imaginary
}

function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700)
}

function binAt(mel: number): number {
  return Math.round((700 * (10 ** (mel / 2595) - 1) * WINDOW) / SAMPLE_RATE)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
