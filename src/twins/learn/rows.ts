/** A table of numbers, row by row. */
export interface Rows {
  readonly count: number
  readonly width: number
  readonly values: Float64Array
}

/** A table of zeros. */
export function emptyRows(count: number, width: number): Rows {
  return { count, width, values: new Float64Array(count * width) }
}

/** One row of a table, to be read and written in place. */
export function rowOf({ width, values }: Rows, index: number): Float64Array {
  return values.subarray(index * width, (index + 1) * width)
}

/** Some rows of a table, in a table of their own. */
export function pickedRows(rows: Rows, which: readonly number[]): Rows {
  const picked = emptyRows(which.length, rows.width)
  which.forEach((index, place) => rowOf(picked, place).set(rowOf(rows, index)))
  return picked
}

/** The sum of the products of two rows. */
export function product(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}
