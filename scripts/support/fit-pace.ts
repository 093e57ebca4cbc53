import type { Pace, SpeechLoad } from '../../src/domain/speech/speech-estimate.ts'

/** What a script comes to, and how long it took. */
export interface Sample {
  readonly load: SpeechLoad
  readonly seconds: number
}

const KINDS = ['vowels', 'consonants', 'words', 'unstressed', 'pauses', 'phrases'] as const

/** Holds what few samples tell apart near zero: seconds squared, against errors squared. */
const RIDGE = 1e-4

/** Short scripts would rule otherwise: a tenth of a second is much of one. */
const FAIR_LENGTH_SECONDS = 4

/**
 * Finds the pace that explains the lengths best, by least squares on the relative error.
 *
 * @returns also the error of each sample when it is estimated by a fit to all the others.
 */
export function fitPace(samples: readonly Sample[]): { pace: Pace; unseenErrors: number[] } {
  const unseenErrors = samples.map((sample) => {
    const pace = solve(samples.filter((other) => other !== sample))
    return estimate(sample.load, pace) / sample.seconds - 1
  })
  return { pace: solve(samples), unseenErrors }
}

/** How much slower than a pace the samples are: for a voice of which few scripts were measured. */
export function fitFactor(samples: readonly Sample[], pace: Pace): number {
  const spoken = (sample: Sample) => sample.seconds - sample.load.silentSeconds
  const expected = ({ load }: Sample) => estimate(load, pace) - load.silentSeconds
  const factors = samples.map((sample) => spoken(sample) / expected(sample)).toSorted((a, b) => a - b)
  return factors[factors.length >> 1] ?? 1
}

function estimate(load: SpeechLoad, pace: Pace): number {
  return KINDS.reduce((sum, kind) => sum + load[kind] * pace[kind], load.silentSeconds)
}

function solve(samples: readonly Sample[]): Pace {
  const rows = samples.map(({ load, seconds }) => {
    const weight = 1 / Math.max(seconds, FAIR_LENGTH_SECONDS)
    return { x: KINDS.map((kind) => load[kind] * weight), y: (seconds - load.silentSeconds) * weight }
  })
  const matrix = KINDS.map((_, i) => [
    ...KINDS.map((__, j) =>
      rows.reduce((sum, { x }) => sum + (x[i] ?? 0) * (x[j] ?? 0), i === j ? RIDGE : 0),
    ),
    rows.reduce((sum, { x, y }) => sum + (x[i] ?? 0) * y, 0),
  ])
  const solution = eliminate(matrix)
  return Object.fromEntries(KINDS.map((kind, index) => [kind, solution[index] ?? 0])) as Pace
}

/** Gauss and Jordan, of a matrix that is positive definite. */
function eliminate(matrix: readonly (readonly number[])[]): number[] {
  const rows = matrix.map((row) => [...row])
  for (const [pivot, row] of rows.entries()) {
    const head = row[pivot] ?? 1
    for (const [column, value] of row.entries()) row[column] = value / head
    for (const other of rows) {
      if (other === row) continue
      const factor = other[pivot] ?? 0
      for (const [column, value] of row.entries()) other[column] = (other[column] ?? 0) - factor * value
    }
  }
  return rows.map((row) => row.at(-1) ?? 0)
}
