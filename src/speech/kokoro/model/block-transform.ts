/**
 * A transform of short overlapping blocks under which a convolution over time is one product of matrices for
 * each frequency. All numbers are computed in 64 bits from a table and rounded once, in a fixed order: they are
 * the same on every machine.
 *
 * @see https://en.wikipedia.org/wiki/Overlap%E2%80%93save_method
 */
export interface BlockTransform {
  /** Steps of time in a block. */
  readonly length: number
  /** Steps from block to block: what a block gives of the result. */
  readonly step: number
  /** Numbers a block becomes: one product of matrices takes as many of them as `rows / groups`. */
  readonly rows: number
  readonly groups: number
  /** `rows` by `length`: from a block to its frequencies. */
  readonly forward: Float32Array
  /** `rows` by `step`: back, as far as the result is not touched by the end of the block. */
  readonly inverse: Float32Array
  /**
   * The matrices of a kernel, group after group, each with a row for each channel and number that it gives.
   *
   * @param kernel as ONNX has it: channels that come out by channels that go in by taps.
   * @param channels as many go in as come out.
   */
  weights(kernel: Float32Array, channels: number): Float32Array
}

/**
 * How a frequency is multiplied. `pairs`: real and imaginary part together, by one matrix of twice as many rows and
 * columns as there are channels. `triples`: by three matrices of as many rows and columns (Karatsuba's way), which
 * takes three quarters of the operations and of the weights and more room for what is on the way.
 */
export type Products = 'pairs' | 'triples'

/** cos(2πj / length) for a quarter of a circle: the digits of `Math.cos` may differ from engine to engine. */
const QUARTER_COSINES: ReadonlyMap<number, readonly number[]> = new Map([
  [24, [1, 0.9659258262890683, 0.8660254037844386, 0.7071067811865476, 0.5, 0.25881904510252074, 0]],
  [
    32,
    [
      1, 0.9807852804032304, 0.9238795325112867, 0.8314696123025452, 0.7071067811865476, 0.5555702330196022,
      0.3826834323650898, 0.19509032201612825, 0,
    ],
  ],
  [
    48,
    [
      1, 0.9914448613738104, 0.9659258262890683, 0.9238795325112867, 0.8660254037844386, 0.7933533402912352,
      0.7071067811865476, 0.6087614290087207, 0.5, 0.3826834323650898, 0.25881904510252074,
      0.13052619222005157, 0,
    ],
  ],
])

/** One product of a matrix: of which combination of the input, with which one of the kernel, and to where. */
interface Row {
  /** By which each step of a block counts. */
  readonly forward: (step: number) => number
  /** By which the product counts in each step of the result. */
  readonly inverse: (step: number) => number
}

/**
 * @param taps of the kernel.
 * @param length of a block: 24, 32 or 48 steps.
 */
export function blockTransform(taps: number, length: number, products: Products): BlockTransform {
  const step = length - taps + 1
  const rows = rowsOf(length, products)
  const table = (steps: number, cell: (row: Row, step: number) => number): number[][] =>
    rows.map((row) => Array.from({ length: steps }, (_, at) => cell(row, at)))
  const forward = table(length, (row, at) => row.forward(at))
  const inverse = table(step, (row, at) => row.inverse(at))
  return {
    length,
    step,
    rows: rows.length,
    groups: products === 'pairs' ? length / 2 : rows.length,
    forward: Float32Array.from(forward.flat()),
    inverse: Float32Array.from(inverse.flat()),
    weights(kernel, channels) {
      const spectrum = spectrumOf(kernel, { cells: channels * channels, taps, length })
      return products === 'pairs' ? pairMatrices(spectrum, channels) : tripleMatrices(spectrum)
    },
  }
}

/** First the two frequencies that have no imaginary part, then the others, each in its two or three numbers. */
function rowsOf(length: number, products: Products): Row[] {
  const half = length / 2
  const real = (frequency: number, share: number): Row => ({
    forward: (at) => cosine(frequency * at, length),
    inverse: (at) => (share * cosine(frequency * at, length)) / length,
  })
  const rows = [real(0, 1), real(half, 1)]
  for (let frequency = 1; frequency < half; frequency += 1) {
    const [cos, sin] = [real(frequency, 2), imaginary(frequency, length)]
    if (products === 'pairs') rows.push(cos, sin)
    // (x + iy)(a + ib) is k₁ − k₃ + i(k₁ + k₂) of k₁ = a(x + y), k₂ = x(b − a) and k₃ = y(a + b).
    else
      rows.push(
        { forward: sum(cos.forward, sin.forward), inverse: sum(cos.inverse, sin.inverse) },
        { forward: cos.forward, inverse: sin.inverse },
        { forward: sin.forward, inverse: (at) => -cos.inverse(at) },
      )
  }
  return rows
}

function imaginary(frequency: number, length: number): Row {
  return {
    forward: (at) => -sine(frequency * at, length),
    inverse: (at) => (-2 * sine(frequency * at, length)) / length,
  }
}

function sum(one: Row['forward'], other: Row['forward']): Row['forward'] {
  return (at) => one(at) + other(at)
}

/** cos(2πj / length) by the symmetries of the circle. */
function cosine(j: number, length: number): number {
  const quarters = QUARTER_COSINES.get(length)
  if (!quarters) throw new Error(`There is no table for blocks of ${length} steps`)
  const around = j % length
  const folded = around > length / 2 ? length - around : around
  return folded > length / 4 ? -quarters[length / 2 - folded]! : quarters[folded]!
}

function sine(j: number, length: number): number {
  return cosine(j + (3 * length) / 4, length)
}

/** For each frequency the real and the imaginary part of every cell of the kernel, mirrored in time. */
interface Spectrum {
  readonly real: readonly Float64Array[]
  readonly imaginary: readonly Float64Array[]
}

/** A layer of a network multiplies by its kernel without turning it round: the spectrum is the conjugate one. */
function spectrumOf(
  kernel: Float32Array,
  { cells, taps, length }: { readonly cells: number; readonly taps: number; readonly length: number },
): Spectrum {
  const part = (wave: (at: number) => number): Float64Array => {
    const waves = Array.from({ length: taps }, (_, tap) => wave(tap))
    const sums = new Float64Array(cells)
    for (let cell = 0; cell < cells; cell += 1)
      for (let tap = 0; tap < taps; tap += 1) sums[cell]! += waves[tap]! * kernel[cell * taps + tap]!
    return sums
  }
  const frequencies = Array.from({ length: length / 2 + 1 }, (_, frequency) => frequency)
  return {
    real: frequencies.map((frequency) => part((tap) => cosine(frequency * tap, length))),
    imaginary: frequencies.map((frequency) => part((tap) => sine(frequency * tap, length))),
  }
}

function pairMatrices({ real, imaginary }: Spectrum, channels: number): Float32Array {
  const half = real.length - 1
  const width = 2 * channels
  const matrices = new Float32Array(half * width * width)
  const put = (group: number, down: number, right: number, cells: Float64Array, sign = 1): void => {
    for (let out = 0; out < channels; out += 1) {
      const start = (group * width + down * channels + out) * width + right * channels
      for (let into = 0; into < channels; into += 1)
        matrices[start + into] = sign * cells[out * channels + into]!
    }
  }
  put(0, 0, 0, real[0]!)
  put(0, 1, 1, real[half]!)
  for (let frequency = 1; frequency < half; frequency += 1) {
    put(frequency, 0, 0, real[frequency]!)
    put(frequency, 0, 1, imaginary[frequency]!, -1)
    put(frequency, 1, 0, imaginary[frequency]!)
    put(frequency, 1, 1, real[frequency]!)
  }
  return matrices
}

function tripleMatrices({ real, imaginary }: Spectrum): Float32Array {
  const half = real.length - 1
  const cells = real[0]!.length
  const matrices = new Float32Array((2 + 3 * (half - 1)) * cells)
  let at = 0
  const put = (cell: (index: number) => number): void => {
    for (let index = 0; index < cells; index += 1) matrices[at + index] = cell(index)
    at += cells
  }
  put((index) => real[0]![index]!)
  put((index) => real[half]![index]!)
  for (let frequency = 1; frequency < half; frequency += 1) {
    const [a, b] = [real[frequency]!, imaginary[frequency]!]
    put((index) => a[index]!)
    put((index) => b[index]! - a[index]!)
    put((index) => a[index]! + b[index]!)
  }
  return matrices
}
