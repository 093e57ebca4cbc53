import type { Point } from './brush.ts'

/**
 * A point of the smooth curve through the points of a line (Catmull-Rom).
 *
 * @param place where on the line: 0 is its first point, 1 its second, 1.5 half-way from there to the third.
 */
export function curvePoint(line: readonly Point[], place: number): Point {
  const last = line.length - 1
  const index = Math.min(last - 1, Math.floor(place))
  const part = place - index
  const at = (number: number) => line[Math.min(last, Math.max(0, number))] ?? [0, 0]
  const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
  const mix = (axis: 0 | 1) =>
    b[axis] +
    0.5 *
      part *
      (c[axis] -
        a[axis] +
        part *
          (2 * a[axis] -
            5 * b[axis] +
            4 * c[axis] -
            d[axis] +
            part * (3 * (b[axis] - c[axis]) + d[axis] - a[axis])))
  return [mix(0), mix(1)]
}
