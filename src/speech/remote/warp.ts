/** How far from an even pace the two may stray, as a share of the longer. */
const BAND = 0.25

/** Steps that they may stray at least: pauses of half a second come and go. */
const NARROWEST_BAND = 50

const DIAGONAL = 0
const DOWN = 1
const RIGHT = 2

/**
 * Dynamic time warping: for each step of one sound the step of another that sounds the same, so
 * that all follow each other in order and differ least in sum.
 *
 * @returns as many indices of `other` as `one` has steps, never going down.
 */
export function warp(one: readonly Float32Array[], other: readonly Float32Array[]): Int32Array {
  const [rows, columns] = [one.length, other.length]
  const path = new Int32Array(rows)
  if (rows === 0 || columns === 0) return path
  const moves = cheapestMoves(one, other)
  let [row, column] = [rows - 1, columns - 1]
  while (row >= 0) {
    path[row] = column
    const move = moves[row * columns + column]
    if (move !== RIGHT || column === 0) row -= 1
    if (move !== DOWN && column > 0) column -= 1
  }
  return path
}

/** For each pair of steps the move by which the cheapest way comes to it. */
function cheapestMoves(one: readonly Float32Array[], other: readonly Float32Array[]): Uint8Array {
  const [rows, columns] = [one.length, other.length]
  const band = Math.max(NARROWEST_BAND, Math.round(BAND * Math.max(rows, columns)))
  const moves = new Uint8Array(rows * columns).fill(DIAGONAL)
  let above = new Float64Array(columns).fill(Infinity)
  for (let row = 0; row < rows; row += 1) {
    const costs = new Float64Array(columns).fill(Infinity)
    const centre = Math.round((row * columns) / rows)
    const last = Math.min(columns - 1, centre + band)
    for (let column = Math.max(0, centre - band); column <= last; column += 1) {
      const diagonal =
        row === 0 ? (column === 0 ? 0 : Infinity) : column === 0 ? Infinity : (above[column - 1] ?? 0)
      const down = row === 0 ? Infinity : (above[column] ?? Infinity)
      const right = column === 0 ? Infinity : (costs[column - 1] ?? Infinity)
      const cheapest = Math.min(diagonal, down, right)
      moves[row * columns + column] = cheapest === diagonal ? DIAGONAL : cheapest === down ? DOWN : RIGHT
      costs[column] = cheapest + distance(one[row], other[column])
    }
    above = costs
  }
  return moves
}

/** How differently two steps sound: the length of the difference. */
export function distance(one: Float32Array | undefined, other: Float32Array | undefined): number {
  let sum = 0
  const length = one?.length ?? 0
  for (let index = 0; index < length; index += 1) {
    const difference = (one?.[index] ?? 0) - (other?.[index] ?? 0)
    sum += difference * difference
  }
  return Math.sqrt(sum)
}
