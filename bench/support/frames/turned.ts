import { toHundredths } from '../figure.ts'

/** A row for each figure, a column for each case, to two places: narrow enough for any terminal. */
export function turned(
  columns: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Record<string, Record<string, number>> {
  const figures = Object.keys(Object.values(columns)[0] ?? {})
  const row = (figure: string) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [name, toHundredths(values[figure] ?? 0)]),
    )
  return Object.fromEntries(figures.map((figure) => [figure, row(figure)]))
}
