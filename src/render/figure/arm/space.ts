/** A place or a direction before the presenter: x to the right of the picture, y up, z towards the viewer. */
export type Vector = readonly [x: number, y: number, z: number]

/** Where the axes of a part point: its columns are the part's own x, y and z. */
export type Frame = readonly [Vector, Vector, Vector]

/** One vector after another. */
export function sum(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** A vector made longer. */
export function scaled([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by]
}

/** A direction of length 1. */
export function unit(vector: Vector): Vector {
  return scaled(vector, 1 / Math.hypot(...vector))
}

/** A vector of a part's own, as it is before the presenter. */
export function inFrame([x, y, z]: Frame, vector: Vector): Vector {
  return sum(sum(scaled(x, vector[0]), scaled(y, vector[1])), scaled(z, vector[2]))
}

/** A frame within a frame. */
export function within(outer: Frame, [x, y, z]: Frame): Frame {
  return [inFrame(outer, x), inFrame(outer, y), inFrame(outer, z)]
}

/** A turn about the x axis that takes y towards z. Radians. */
export function nodded(angle: number): Frame {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [1, 0, 0],
    [0, cos, sin],
    [0, -sin, cos],
  ]
}

/** A turn about the y axis that takes z towards x. Radians. */
export function twisted(angle: number): Frame {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [cos, 0, -sin],
    [0, 1, 0],
    [sin, 0, cos],
  ]
}

/** A turn in the plane of the picture that takes x towards y. Radians. */
export function swung(angle: number): Frame {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [cos, sin, 0],
    [-sin, cos, 0],
    [0, 0, 1],
  ]
}
