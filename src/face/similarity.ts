/** Turns, scales and moves points: (x, y) to (a x − b y + e, b x + a y + f). */
export interface Similarity {
  readonly a: number
  readonly b: number
  readonly e: number
  readonly f: number
}

/**
 * The similarity that brings points nearest to others (least squares).
 *
 * @param from,to arrays of points, two numbers each.
 * @param indices which of the points count; at least two that differ.
 */
export function similarityOf(from: Float32Array, to: Float32Array, indices: readonly number[]): Similarity {
  const [fromX, fromY] = middleOf(from, indices)
  const [toX, toY] = middleOf(to, indices)
  let [along, across, extent] = [0, 0, 0]
  for (const index of indices) {
    const [x, y] = [at(from, 2 * index) - fromX, at(from, 2 * index + 1) - fromY]
    const [u, v] = [at(to, 2 * index) - toX, at(to, 2 * index + 1) - toY]
    along += x * u + y * v
    across += x * v - y * u
    extent += x * x + y * y
  }
  const [a, b] = [along / extent, across / extent]
  return { a, b, e: toX - a * fromX + b * fromY, f: toY - b * fromX - a * fromY }
}

/** The similarity that undoes another. */
export function inverseOf({ a, b, e, f }: Similarity): Similarity {
  const size = a * a + b * b
  const [back, turned] = [a / size, -b / size]
  return { a: back, b: turned, e: turned * f - back * e, f: -turned * e - back * f }
}

/** Points under a similarity, in an array of their own. */
export function moved({ a, b, e, f }: Similarity, points: Float32Array): Float32Array {
  const result = new Float32Array(points.length)
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x, y] = [at(points, index), at(points, index + 1)]
    result[index] = a * x - b * y + e
    result[index + 1] = b * x + a * y + f
  }
  return result
}

function middleOf(points: Float32Array, indices: readonly number[]): [number, number] {
  let [x, y] = [0, 0]
  for (const index of indices) {
    x += at(points, 2 * index)
    y += at(points, 2 * index + 1)
  }
  return [x / indices.length, y / indices.length]
}

function at(points: Float32Array, index: number): number {
  return points[index] ?? 0
}
