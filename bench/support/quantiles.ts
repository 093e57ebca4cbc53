/** Of some durations, in milliseconds, to a tenth; NaN of none. */
export interface Quantiles {
  readonly p50: number
  readonly p99: number
}

/** The middle one, and the one that one in a hundred exceeds. */
export function quantiles(milliseconds: readonly number[]): Quantiles {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(10 * (sorted[Math.floor(sorted.length * share)] ?? Number.NaN)) / 10
  return { p50: at(0.5), p99: at(0.99) }
}
