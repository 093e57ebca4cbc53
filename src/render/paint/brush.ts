import { faded } from './colour.ts'
import { Path2D } from '@napi-rs/canvas'
import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas'

/** What everything is painted with. */
export type Brush = SKRSContext2D

/** A place on the logical canvas, or relative to the origin of a part. */
export type Point = readonly [x: number, y: number]

/** A path from SVG path data. */
export const path = (data: string): Path2D => new Path2D(data)

/** Points written as text: `x y` pairs with commas between them. */
export function points(text: string): Point[] {
  return text.split(',').map((pair): Point => {
    const [x, y] = pair.trim().split(/\s+/u).map(Number)
    if (x === undefined || y === undefined) throw new Error(`"${pair}" is not a point`)
    return [x, y]
  })
}

/** A smooth line through points (Catmull-Rom, tension one half), optionally closed. */
export function curve(points: readonly Point[], closed = false): Path2D {
  const line = new Path2D()
  const at = (index: number): Point => {
    const place = closed
      ? (index + points.length) % points.length
      : Math.min(points.length - 1, Math.max(0, index))
    return points[place] ?? [0, 0]
  }
  line.moveTo(...at(0))
  for (let index = 0; index < points.length - (closed ? 0 : 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    line.bezierCurveTo(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    )
  }
  if (closed) line.closePath()
  return line
}

/** The points of a right half and their mirror images, as one closed outline. */
export function mirrored(rightHalf: readonly Point[]): Point[] {
  const left = rightHalf.filter(([x]) => x !== 0).map(([x, y]): Point => [-x, y])
  return [...rightHalf, ...left.toReversed()]
}

/** A gradient along a line with its colours evenly spread. */
export function blend(brush: Brush, from: Point, to: Point, ...colours: string[]): CanvasGradient {
  const gradient = brush.createLinearGradient(...from, ...to)
  for (const [index, colour] of colours.entries()) {
    gradient.addColorStop(colours.length === 1 ? 0 : index / (colours.length - 1), colour)
  }
  return gradient
}

/** How a spot fades from its middle outwards: the bell curve, cheaper as a gradient than as a blur. */
const BELL = [1, 0.92, 0.74, 0.52, 0.32, 0.17, 0.08, 0.02, 0]

/** How far a bell of a given radius reaches. */
const BELL_REACH = 1.7

/**
 * Paints a soft spot of light or shade, strongest in its middle.
 *
 * @param strength 0 to 1.
 * @param turn radians.
 */
export function spot(
  brush: Brush,
  colour: string,
  strength: number,
  at: Point,
  radius: Point,
  turn = 0,
): void {
  const [wide, high] = [radius[0] * BELL_REACH, radius[1] * BELL_REACH]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  brush.save()
  // Each call into the canvas costs as much as some of the painting.
  brush.transform(wide * cos, wide * sin, -high * sin, high * cos, ...at)
  brush.fillStyle = bellOf(brush, colour, strength)
  brush.fillRect(-1, -1, 2, 2)
  brush.restore()
}

/** Bells by colour and strength: making one costs more than painting it, and looks use few. */
const bells = new Map<string, CanvasGradient>()

function bellOf(brush: Brush, colour: string, strength: number): CanvasGradient {
  const key = `${colour} ${strength}`
  const known = bells.get(key)
  if (known) return known
  const bell = brush.createRadialGradient(0, 0, 0, 0, 0, 1)
  for (const [index, share] of BELL.entries()) {
    bell.addColorStop(index / (BELL.length - 1), faded(colour, strength * share))
  }
  bells.set(key, bell)
  return bell
}

/** Fills an ellipse. */
export function oval(brush: Brush, at: Point, radius: Point, turn = 0): void {
  brush.beginPath()
  brush.ellipse(at[0], at[1], radius[0], radius[1], turn, 0, Math.PI * 2)
  brush.fill()
}

/** Runs a piece of painting and puts the brush back as it was. */
export function apart(brush: Brush, paint: () => void): void {
  brush.save()
  paint()
  brush.restore()
}

/** Has the next things painted throw a shadow. Unlike the canvas's own, it scales with the drawing. */
export function castShadow(brush: Brush, colour: string, blur: number, offset: Point): void {
  const { a, b } = brush.getTransform()
  const scale = Math.hypot(a, b)
  brush.shadowColor = colour
  brush.shadowBlur = blur * scale
  brush.shadowOffsetX = offset[0] * scale
  brush.shadowOffsetY = offset[1] * scale
}
