import { emptyRows, product, rowOf } from './rows.ts'
import type { Rows } from './rows.ts'

/** More directions than are asked for are looked for: the last ones settle slowly. */
const SPARE = 4

/** Rounds after which directions are where they stay, to what single precision can hold. */
const ROUNDS = 60

/** What is smaller against the whole is not known. */
const ROUNDING = 1e-9

/**
 * The directions in which rows differ most from zero, each of length one and at right angles to the others; the
 * strongest first. The same rows give the same numbers.
 *
 * Rows are differences from a state of rest, which stays at zero: no mean is taken away.
 */
export function principalComponents(rows: Rows, count: number): Rows {
  const products = productsOfColumns(rows)
  const { width } = rows
  const directions = emptyRows(Math.min(width, count + SPARE), width)
  scatter(directions.values)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let index = 0; index < directions.count; index += 1) {
      const direction = rowOf(directions, index)
      direction.set(times(products, direction))
    }
    straighten(directions)
  }
  const chosen = emptyRows(Math.min(width, count), width)
  for (let index = 0; index < chosen.count; index += 1)
    rowOf(chosen, index).set(facing(rowOf(directions, index)))
  return chosen
}

/** A row in terms of components. */
export function shapeOf(row: Float64Array, components: Rows): Float64Array {
  return Float64Array.from({ length: components.count }, (_, index) => product(row, rowOf(components, index)))
}

/** What components leave unsaid of a row: the length of the difference. */
export function residualOf(row: Float64Array, components: Rows): number {
  const rest = Float64Array.from(row)
  for (let index = 0; index < components.count; index += 1) {
    const component = rowOf(components, index)
    const share = product(row, component)
    for (let place = 0; place < rest.length; place += 1)
      rest[place] = (rest[place] ?? 0) - share * (component[place] ?? 0)
  }
  return Math.sqrt(product(rest, rest))
}

/** Width × width: the products of the columns, summed over the rows. */
function productsOfColumns(rows: Rows): Rows {
  const { width } = rows
  const products = emptyRows(width, width)
  for (let index = 0; index < rows.count; index += 1) {
    const row = rowOf(rows, index)
    for (let one = 0; one < width; one += 1) {
      const value = row[one] ?? 0
      if (value === 0) continue
      const sums = rowOf(products, one)
      for (let other = 0; other < width; other += 1)
        sums[other] = (sums[other] ?? 0) + value * (row[other] ?? 0)
    }
  }
  return products
}

function times(square: Rows, column: Float64Array): Float64Array {
  return Float64Array.from({ length: square.count }, (_, index) => product(rowOf(square, index), column))
}

/** Some direction, never the same twice, always the same ones (a linear congruential generator). */
function scatter(values: Float64Array): void {
  let state = 1
  for (let index = 0; index < values.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    values[index] = state / 2 ** 32 - 0.5
  }
}

/** Takes out of each direction what those before it have (Gram and Schmidt), and makes its length one. */
function straighten(directions: Rows): void {
  for (let index = 0; index < directions.count; index += 1) {
    const direction = rowOf(directions, index)
    const whole = Math.sqrt(product(direction, direction))
    for (let before = 0; before < index; before += 1) {
      const other = rowOf(directions, before)
      const share = product(direction, other)
      for (let place = 0; place < direction.length; place += 1)
        direction[place] = (direction[place] ?? 0) - share * (other[place] ?? 0)
    }
    const length = Math.sqrt(product(direction, direction))
    // Rows of fewer dimensions than are asked for have nothing more to say: what is left is rounding.
    const isNothing = length <= ROUNDING * whole
    for (let place = 0; place < direction.length; place += 1)
      direction[place] = isNothing ? 0 : (direction[place] ?? 0) / length
  }
}

/** A direction and its opposite say the same: the one in which the largest number is positive. */
function facing(direction: Float64Array): Float64Array {
  const largest = direction.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
  return largest < 0 ? direction.map((one) => -one) : direction
}
