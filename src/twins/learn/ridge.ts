import { emptyRows, rowOf } from './rows.ts'
import type { Rows } from './rows.ts'

/**
 * Ridge regression: the weights with which inputs come nearest to outputs, kept small.
 *
 * @param inputs,outputs as many rows each.
 * @param lambda how much small weights are worth.
 * @returns as many rows as inputs are wide, as wide as outputs.
 */
export function ridge(inputs: Rows, outputs: Rows, lambda: number): Rows {
  const products = emptyRows(inputs.width, inputs.width)
  const sums = emptyRows(inputs.width, outputs.width)
  for (let index = 0; index < inputs.count; index += 1) {
    const input = rowOf(inputs, index)
    const output = rowOf(outputs, index)
    for (let place = 0; place < input.length; place += 1) {
      const value = input[place] ?? 0
      if (value === 0) continue
      add(rowOf(products, place), input, value)
      add(rowOf(sums, place), output, value)
    }
  }
  for (let place = 0; place < inputs.width; place += 1) {
    const row = rowOf(products, place)
    row[place] = (row[place] ?? 0) + lambda
  }
  return solved(triangleOf(products), sums)
}

function add(to: Float64Array, values: Float64Array, times: number): void {
  for (let place = 0; place < to.length; place += 1)
    to[place] = (to[place] ?? 0) + times * (values[place] ?? 0)
}

/** Cholesky: the lower triangle whose product with its mirror image is the matrix. */
function triangleOf(matrix: Rows): Rows {
  const triangle = emptyRows(matrix.count, matrix.width)
  for (let index = 0; index < matrix.count; index += 1) {
    const row = rowOf(triangle, index)
    for (let place = 0; place <= index; place += 1) {
      const other = rowOf(triangle, place)
      let rest = rowOf(matrix, index)[place] ?? 0
      for (let before = 0; before < place; before += 1) rest -= (row[before] ?? 0) * (other[before] ?? 0)
      row[place] = place === index ? Math.sqrt(rest) : rest / (other[place] ?? 1)
    }
  }
  return triangle
}

/** Solves for all columns: down the triangle, and up its mirror image. */
function solved(triangle: Rows, sums: Rows): Rows {
  const solution = { ...sums, values: sums.values.slice() }
  const size = triangle.count
  for (let index = 0; index < size; index += 1) {
    const row = rowOf(solution, index)
    for (let before = 0; before < index; before += 1)
      add(row, rowOf(solution, before), -(rowOf(triangle, index)[before] ?? 0))
    shrink(row, rowOf(triangle, index)[index] ?? 1)
  }
  for (let index = size - 1; index >= 0; index -= 1) {
    const row = rowOf(solution, index)
    for (let after = index + 1; after < size; after += 1)
      add(row, rowOf(solution, after), -(rowOf(triangle, after)[index] ?? 0))
    shrink(row, rowOf(triangle, index)[index] ?? 1)
  }
  return solution
}

function shrink(row: Float64Array, by: number): void {
  for (let place = 0; place < row.length; place += 1) row[place] = (row[place] ?? 0) / by
}
