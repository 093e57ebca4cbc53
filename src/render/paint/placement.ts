import type { Mapping } from '../../raster/raster.ts'
import type { Rect } from './stage.ts'

/** Where and how a part is put. */
export interface Placement {
  /** Pixels of the picture. */
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly turn: number
  /** Pixels sideways per pixel downwards; 0 for what does not swing. */
  readonly lean: number
  /** How much larger across and downwards; 1 as painted. */
  readonly width: number
  readonly height: number
  /** Pixels downwards per pixel to the right: one shoulder lower than the other. */
  readonly slope: number
}

/** A part as it was painted, at its place. */
export const AS_PAINTED: Omit<Placement, 'x' | 'y'> = { turn: 0, lean: 0, width: 1, height: 1, slope: 0 }

/** Entries of a matrix without its shift, in the canvas's order. */
export type Matrix = readonly [a: number, b: number, c: number, d: number]

/** What a placement does to a part: first leant and stretched, then turned. */
export function matrixOf({ turn, lean, width, height, slope }: Placement): Matrix {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [
    width * cos - slope * sin,
    width * sin + slope * cos,
    lean * cos - height * sin,
    lean * sin + height * cos,
  ]
}

/** The whole pixels that hold a rectangle around a part's origin when the origin is put at a place. */
export function extentOf(
  { x, y, width, height }: Rect,
  [a, b, c, d]: Matrix,
  at: Pick<Placement, 'x' | 'y'>,
): Rect {
  const corners = [x, x + width].flatMap((right) =>
    [y, y + height].map((down) => ({ x: a * right + c * down + at.x, y: b * right + d * down + at.y })),
  )
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  return {
    x: left,
    y: top,
    width: Math.ceil(Math.max(...xs)) - left,
    height: Math.ceil(Math.max(...ys)) - top,
  }
}

/** From places of the extent back to places of a bitmap whose corner is at `corner` from the part's origin. */
export function mappingBack([a, b, c, d]: Matrix, shift: Point, corner: Point): Mapping {
  const size = a * d - b * c
  const back = { a: d / size, b: -b / size, c: -c / size, d: a / size }
  return {
    ...back,
    e: -back.a * shift.x - back.c * shift.y - corner.x,
    f: -back.b * shift.x - back.d * shift.y - corner.y,
  }
}

interface Point {
  readonly x: number
  readonly y: number
}
