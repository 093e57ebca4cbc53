import { createCanvas } from '@napi-rs/canvas'
import { byteOf, lightOf } from './colour.ts'
import { curvePoint } from './curve.ts'
import { easeInOut } from './noise.ts'
import { createScratch } from './scratch.ts'
import type { Brush, Point } from './brush.ts'
import type { Light } from './colour.ts'
import type { Rect } from './stage.ts'
import type { Canvas, Path2D } from '@napi-rs/canvas'

/**
 * A piece of a body as a relief: for each pixel how far it stands out, its own colour, how it
 * shines and how much of it is there. Modelled with the functions here, then lit (`light.ts`).
 */
export interface Surface {
  /** Pixels in a logical unit. */
  readonly scale: number
  /** The pixel of the brush in the corner, and where that is in logical units. */
  readonly left: number
  readonly top: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Towards the viewer, logical units. */
  readonly relief: Float32Array
  /** Three amounts of light for each pixel. */
  readonly colour: Float32Array
  readonly shine: Float32Array
  /** 0 to 255. */
  readonly cover: Uint8ClampedArray
}

/** A surface over a logical rectangle, on the pixels of a brush that is neither turned nor skewed. */
export function createSurface(brush: Brush, rect: Rect, colour: string): Surface {
  const { a: scale, e, f } = brush.getTransform()
  const left = Math.floor(rect.x * scale + e)
  const top = Math.floor(rect.y * scale + f)
  const width = Math.ceil((rect.x + rect.width) * scale + e) - left
  const height = Math.ceil((rect.y + rect.height) * scale + f) - top
  const surface = {
    scale,
    left,
    top,
    x: (left + 0.5 - e) / scale,
    y: (top + 0.5 - f) / scale,
    width,
    height,
    relief: new Float32Array(width * height),
    colour: new Float32Array(width * height * 3),
    shine: new Float32Array(width * height),
    cover: new Uint8ClampedArray(width * height),
  }
  const [red, green, blue] = lightOf(colour)
  for (let at = 0; at < width * height * 3; at += 3) {
    surface.colour[at] = red
    surface.colour[at + 1] = green
    surface.colour[at + 2] = blue
  }
  return surface
}

/** Has a surface be there where a path is filled, with soft edges of `blur` logical units. */
export function coverWith(surface: Surface, path: Path2D, blur = 0): void {
  const canvas = createCanvas(surface.width, surface.height)
  const brush = canvas.getContext('2d')
  brush.scale(surface.scale, surface.scale)
  brush.translate(-surface.x + 0.5 / surface.scale, -surface.y + 0.5 / surface.scale)
  if (blur > 0) brush.filter = `blur(${blur * surface.scale}px)`
  brush.fill(path)
  const rgba = canvas.data()
  for (let at = 0; at < surface.cover.length; at += 1) surface.cover[at] = rgba[at * 4 + 3] ?? 0
}

/** Sets each pixel's height by its place. */
export function model(surface: Surface, heightAt: (x: number, y: number) => number): void {
  const { width, height, relief, scale } = surface
  for (let row = 0; row < height; row += 1) {
    const y = surface.y + row / scale
    for (let column = 0; column < width; column += 1) {
      relief[row * width + column] = heightAt(surface.x + column / scale, y)
    }
  }
}

/** A bell-shaped place of a surface. */
export interface Spot {
  readonly at: Point
  /** Standard deviations along its own axes. */
  readonly radius: Point
  /** Radians. */
  readonly turn?: number
}

/** Beyond this many deviations a bell is nothing. */
const BELL_REACH = 3

/**
 * Height of a bell by the square of the deviations from its middle. At its reach it comes down to nothing, and levels
 * off: where it were only cut off, a step of a hundredth of the bell would be seen as a line in the light.
 */
function bellShape(reach: number): (square: number) => number {
  const rest = Math.exp(-(reach * reach) / 2)
  const tangent = (square: number) => rest * (1 + (reach * reach - square) / 2)
  const whole = 1 - tangent(0)
  return (square) => (square < reach * reach ? (Math.exp(-square / 2) - tangent(square)) / whole : 0)
}

const bell = bellShape(BELL_REACH)

/** Calls back for each pixel of a bell with its share there. */
function overBell(
  surface: Surface,
  { at, radius, turn = 0 }: Spot,
  visit: (pixel: number, share: number) => void,
) {
  const { scale, width, height } = surface
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reachX = Math.hypot(radius[0] * cos, radius[1] * sin) * BELL_REACH
  const reachY = Math.hypot(radius[0] * sin, radius[1] * cos) * BELL_REACH
  const firstRow = Math.max(0, Math.ceil((at[1] - reachY - surface.y) * scale))
  const lastRow = Math.min(height - 1, Math.floor((at[1] + reachY - surface.y) * scale))
  const first = Math.max(0, Math.ceil((at[0] - reachX - surface.x) * scale))
  const last = Math.min(width - 1, Math.floor((at[0] + reachX - surface.x) * scale))
  for (let row = firstRow; row <= lastRow; row += 1) {
    const dy = surface.y + row / scale - at[1]
    for (let column = first; column <= last; column += 1) {
      const dx = surface.x + column / scale - at[0]
      const along = (dx * cos + dy * sin) / radius[0]
      const across = (dy * cos - dx * sin) / radius[1]
      const distance = along * along + across * across
      if (distance < BELL_REACH * BELL_REACH) visit(row * width + column, bell(distance))
    }
  }
}

/** Pushes a place out by some units, or in. */
export function push(surface: Surface, amount: number, spot: Spot): void {
  const { relief } = surface
  overBell(surface, spot, (pixel, share) => {
    relief[pixel] = (relief[pixel] ?? 0) + amount * share
  })
}

/** Pushes a place and its mirror image. */
export function pushBoth(surface: Surface, amount: number, spot: Spot): void {
  push(surface, amount, spot)
  push(surface, amount, mirror(spot))
}

/** The mirror image of a place. */
function mirror({ at, radius, turn = 0 }: Spot): Spot {
  return { at: [-at[0], at[1]], radius, turn: -turn }
}

/** Pushes out, or in, along a smooth line through points; its sides are bells of `radius`. */
export function crease(surface: Surface, amount: number, radius: number, line: readonly Point[]): void {
  const { relief } = surface
  const course = smoothed(line)
  const pieces = course.length - 1
  const reach = radius * CREASE_REACH
  const [distances, shares] = [distancesFrom(relief.length), sharesOf(relief.length)]
  const touched: number[] = []
  for (let index = 0; index < pieces; index += 1) {
    const from: Point = course[index] ?? [0, 0]
    const to: Point = course[index + 1] ?? [0, 0]
    aroundSegment(surface, from, to, reach, (pixel, distance, part) => {
      const known = distances[pixel] ?? 0
      if (distance >= known) return
      if (known === Infinity) touched.push(pixel)
      distances[pixel] = distance
      shares[pixel] = (index + part) / pieces
    })
  }
  const closed = line[0]?.[0] === line.at(-1)?.[0] && line[0]?.[1] === line.at(-1)?.[1]
  for (const pixel of touched) {
    const away = (distances[pixel] ?? 0) / radius
    const along = shares[pixel] ?? 0
    // Lines of a body begin and end gently.
    const ends = closed ? 1 : easeInOut(Math.min(along, 1 - along) * 4)
    relief[pixel] = (relief[pixel] ?? 0) + amount * ends * creaseAcross(away * away)
    distances[pixel] = Infinity
  }
}

/** Distances from a line, endless before and after each use; and beside which share of it they were measured. */
const [distancesFrom, sharesOf] = [createScratch(Infinity), createScratch()]

/** Where the sides of a crease end, in deviations. */
const CREASE_REACH = 2.6

const creaseAcross = bellShape(CREASE_REACH)

/** Steps between two points of a crease. */
const CREASE_STEPS = 4

/** A finer line through the same points. */
function smoothed(line: readonly Point[]): Point[] {
  return Array.from({ length: (line.length - 1) * CREASE_STEPS + 1 }, (_, step) =>
    curvePoint(line, step / CREASE_STEPS),
  )
}

/** Calls back for the pixels near a piece of a line: how far they are, and beside which share of it. */
function aroundSegment(
  { scale, width, height, x: left, y: top }: Surface,
  from: Point,
  to: Point,
  reach: number,
  visit: (pixel: number, distance: number, part: number) => void,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const long = dx * dx + dy * dy || 1
  const firstRow = Math.max(0, Math.ceil((Math.min(from[1], to[1]) - reach - top) * scale))
  const lastRow = Math.min(height - 1, Math.floor((Math.max(from[1], to[1]) + reach - top) * scale))
  const first = Math.max(0, Math.ceil((Math.min(from[0], to[0]) - reach - left) * scale))
  const last = Math.min(width - 1, Math.floor((Math.max(from[0], to[0]) + reach - left) * scale))
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = top + row / scale - from[1]
    for (let column = first; column <= last; column += 1) {
      const x = left + column / scale - from[0]
      const part = Math.max(0, Math.min(1, (x * dx + y * dy) / long))
      const [offX, offY] = [x - dx * part, y - dy * part]
      const square = offX * offX + offY * offY
      if (square < reach * reach) visit(row * width + column, Math.sqrt(square), part)
    }
  }
}

/** Dyes a place. */
export function dye(surface: Surface, colour: string | Light, strength: number, spot: Spot): void {
  const target = typeof colour === 'string' ? lightOf(colour) : colour
  const { colour: own } = surface
  overBell(surface, spot, (pixel, share) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const at = pixel * 3 + channel
      const now = own[at] ?? 0
      own[at] = now + ((target[channel] ?? 0) - now) * strength * share
    }
  })
}

/** Dyes a place and its mirror image. */
export function dyeBoth(surface: Surface, colour: string | Light, strength: number, spot: Spot): void {
  dye(surface, colour, strength, spot)
  dye(surface, colour, strength, mirror(spot))
}

/** Makes a place shine more. */
export function polish(surface: Surface, amount: number, spot: Spot): void {
  const { shine } = surface
  overBell(surface, spot, (pixel, share) => {
    shine[pixel] = (shine[pixel] ?? 0) + amount * share
  })
}

/** A surface's pixels as a canvas, once their light is known: three amounts for each pixel. */
export function developed({ width, height, cover }: Surface, light: Float32Array): Canvas {
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  const image = brush.createImageData(width, height)
  const { data } = image
  for (let at = 0; at < width * height; at += 1) {
    const seen = cover[at] ?? 0
    if (seen === 0) continue
    data[at * 4] = byteOf(light[at * 3] ?? 0)
    data[at * 4 + 1] = byteOf(light[at * 3 + 1] ?? 0)
    data[at * 4 + 2] = byteOf(light[at * 3 + 2] ?? 0)
    data[at * 4 + 3] = seen
  }
  brush.putImageData(image, 0, 0)
  return canvas
}

/** Copies a canvas to the pixels of a brush that a surface lies on. */
export function lay(brush: Brush, surface: Pick<Surface, 'left' | 'top'>, canvas: Canvas): void {
  brush.save()
  brush.resetTransform()
  brush.drawImage(canvas, surface.left, surface.top)
  brush.restore()
}
