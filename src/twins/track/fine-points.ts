import { LANDMARKS } from '../../face/landmarks.ts'

/** Numbers that the model gives for each point: across, down, and depth. */
const DIMENSIONS = 3

/** What rounding cut off, on average. */
const CUT_OFF = 0.5

/**
 * Points of a face to fractions of a pixel.
 *
 * The package cuts the fractions off, and lips that open by two pixels then jump. What its model finds is exact, but
 * measured in the piece of the picture that was cut out for it: its place and scale are found by holding all points
 * of both against each other.
 *
 * @param whole points in whole pixels of the picture, rounded towards zero.
 * @param found what the model found, three numbers for each point, in pixels of the piece.
 * @returns LANDMARKS × 2.
 */
export function finePoints(
  whole: readonly (readonly [number, number, number])[],
  found: Float32Array,
): Float32Array {
  const points = new Float32Array(LANDMARKS * 2)
  for (const axis of [0, 1] as const) {
    const exact = (index: number) => found[index * DIMENSIONS + axis] ?? 0
    const pairs = whole
      .slice(0, LANDMARKS)
      // Left of the picture and above it, rounding goes the other way.
      .flatMap((point, index) =>
        point[axis] > 0 ? [{ at: exact(index), value: point[axis] + CUT_OFF }] : [],
      )
    const { scale, offset } = lineThrough(pairs)
    for (let index = 0; index < LANDMARKS; index += 1)
      points[2 * index + axis] = offset + scale * exact(index)
  }
  return points
}

interface Pair {
  readonly at: number
  readonly value: number
}

/** The straight line nearest to values over places (least squares). */
function lineThrough(pairs: readonly Pair[]): { scale: number; offset: number } {
  const place = pairs.reduce((sum, { at }) => sum + at, 0) / pairs.length
  const middle = pairs.reduce((sum, { value }) => sum + value, 0) / pairs.length
  let [together, spread] = [0, 0]
  for (const { at, value } of pairs) {
    together += (at - place) * (value - middle)
    spread += (at - place) ** 2
  }
  const scale = together / spread
  return { scale, offset: middle - scale * place }
}
