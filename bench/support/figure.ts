/** One round of a comparison: what ours and what the other took, one right after the other. */
export interface Round {
  readonly ours: number
  readonly theirs: number
}

/** A figure of speed: rounds of ours and another in turn within one run, so that both met the same machine. */
export interface Figure {
  /** What was measured, as a table's row says it: `a minute with a basic voice`. */
  readonly name: string
  /** What it is divided by: `plain x264 on both cores`. */
  readonly against: string
  /** The ratio is to be at most this. */
  readonly goal: number
  readonly unit: 's' | 'ms' | 'MB'
  /** At least one, in `unit`. */
  readonly rounds: readonly Round[]
}

/** The least, the middle and the greatest of some numbers. */
export interface Spread {
  readonly minimum: number
  readonly median: number
  readonly maximum: number
}

/** How many times the other's ours took, round by round: noise that lasts longer than a round is in both. */
export function ratios({ rounds }: Figure): Spread {
  return spread(rounds.map(({ ours, theirs }) => ours / theirs))
}

/** @param values at least one. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const at = (index: number): number => sorted[index] ?? Number.NaN
  return {
    minimum: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    maximum: at(sorted.length - 1),
  }
}

/** Prints figures with their goals, a row for each. */
export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => {
    const { minimum, median, maximum } = ratios(figure)
    const ours = spread(figure.rounds.map((round) => round.ours)).median
    const theirs = spread(figure.rounds.map((round) => round.theirs)).median
    return [
      figure.name,
      {
        against: figure.against,
        minimum: toHundredths(minimum),
        median: toHundredths(median),
        maximum: toHundredths(maximum),
        goal: figure.goal,
        ours: `${toHundredths(ours)} ${figure.unit}`,
        theirs: `${toHundredths(theirs)} ${figure.unit}`,
        rounds: figure.rounds.length,
      },
    ]
  })
  console.table(Object.fromEntries(rows))
}

/** A figure to two places. */
export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
