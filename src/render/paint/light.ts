import { lightOf } from './colour.ts'
import { chance } from './noise.ts'
import { createScratch } from './scratch.ts'
import type { Light } from './colour.ts'
import type { Surface } from './surface.ts'

type Vector = readonly [number, number, number]

type Normal = [number, number, number]

/** How a material takes light. */
export interface Material {
  /** How far light creeps around into the shade, by colour: in skin red goes farthest. */
  readonly wrap: Light
  /** Strength of broad and of narrow highlights. */
  readonly sheen: number
  readonly gloss: number
  /** Strength of the light along the rim. */
  readonly rim: number
  /** How dark hollows are. */
  readonly hollows: number
  /** Unevenness of the colour, as a share. */
  readonly grain: number
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** One studio, one light: a large window at the upper left, a reflector at the right, a lamp behind. */
export const KEY = unit([-0.5, -0.55, 0.7])
const FILL = unit([0.72, 0.12, 0.62])
const BEHIND = unit([0.94, -0.3, 0.12])

const KEY_LIGHT: Light = [0.9, 0.86, 0.8]
const FILL_LIGHT: Light = [0.17, 0.18, 0.22]
const ABOVE_LIGHT: Light = [0.26, 0.27, 0.29]
const BELOW_LIGHT: Light = [0.2, 0.155, 0.12]

/** Half-way between the light and the viewer: where highlights are. */
export const KEY_HALF = unit([KEY[0], KEY[1], KEY[2] + 1])

/** The amounts of light that come from each pixel of a surface. */
export function lit(surface: Surface, material: Material, rimColour: string): Float32Array {
  const { width, height, relief, cover, scale } = surface
  const out = new Float32Array(width * height * 3)
  const hollows = hollowsOf(surface)
  const rimLight = lightOf(rimColour)
  const glances = glancesAtLight(scale)
  // One vector for all pixels: making one for each costs as much as the light.
  const normal: Normal = [0, 0, 1]
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column
      if (cover[at] === 0) continue
      setNormal(normal, relief, at, row, column, width, height, scale)
      // A rim lies lower than what is beside it and is no hollow for that.
      const hollow = (hollows[at] ?? 0) * normal[2] * normal[2]
      const open = 1 - Math.min(0.85, hollow * material.hollows)
      lightPixel(surface, material, rimLight, out, at, normal, shadowAt(surface, glances, row, column), open)
    }
  }
  return out
}

function lightPixel(
  { colour, shine }: Surface,
  material: Material,
  rimLight: Light,
  out: Float32Array,
  at: number,
  normal: Readonly<Normal>,
  shadow: number,
  open: number,
): void {
  const [x, y, z] = normal
  const facing = dot(normal, KEY)
  const up = 0.5 - y * 0.5
  const fill = Math.max(0, dot(normal, FILL) * 0.8 + 0.2)
  const half = Math.max(0, dot(normal, KEY_HALF))
  const highlight =
    shadow * (material.sheen * power10(half) + (material.gloss + (shine[at] ?? 0)) * power46(half))
  const behind = x * BEHIND[0] + y * BEHIND[1]
  const edge = z > 0.9 || behind <= 0 ? 0 : (1 - z) ** 3.2 * behind * material.rim
  const own = (0.6 + 0.4 * open) * (1 + (chance(at, 7) - 0.5) * material.grain)
  for (let channel = 0; channel < 3; channel += 1) {
    const wrap = material.wrap[channel] ?? 0
    const direct = Math.max(0, (facing + wrap) / (1 + wrap))
    const diffuse =
      (KEY_LIGHT[channel] ?? 0) * direct * (shadow + (1 - shadow) * wrap * 0.55) +
      (FILL_LIGHT[channel] ?? 0) * fill * open +
      ((ABOVE_LIGHT[channel] ?? 0) * up + (BELOW_LIGHT[channel] ?? 0) * (1 - up)) * open
    out[at * 3 + channel] =
      (colour[at * 3 + channel] ?? 0) * diffuse * own +
      highlight * (KEY_LIGHT[channel] ?? 0) +
      edge * (rimLight[channel] ?? 0)
  }
}

/** Written out: raising to a power is the slowest thing a processor does here. */
function power10(value: number): number {
  const square = value * value
  const fourth = square * square
  return fourth * fourth * square
}

function power46(value: number): number {
  const square = value * value
  const fourth = square * square
  const eighth = fourth * fourth
  const sixteenth = eighth * eighth
  return sixteenth * sixteenth * eighth * fourth * square
}

function dot(a: Readonly<Normal>, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Rims are steeper than any two pixels can tell; beyond this they would come out as a jagged dark line. */
const STEEPEST = 2.2

/** Where a relief faces. */
function setNormal(
  normal: Normal,
  relief: Float32Array,
  at: number,
  row: number,
  column: number,
  width: number,
  height: number,
  scale: number,
): void {
  const [before, after] = [column > 0 ? at - 1 : at, column < width - 1 ? at + 1 : at]
  const [above, below] = [row > 0 ? at - width : at, row < height - 1 ? at + width : at]
  const x = (((relief[before] ?? 0) - (relief[after] ?? 0)) * scale) / 2
  const y = (((relief[above] ?? 0) - (relief[below] ?? 0)) * scale) / 2
  const steep = Math.sqrt(x * x + y * y)
  const kept = steep > STEEPEST ? STEEPEST / steep : 1
  const length = Math.sqrt(steep * steep * kept * kept + 1)
  normal[0] = (x * kept) / length
  normal[1] = (y * kept) / length
  normal[2] = 1 / length
}

/** A shadow is looked for at these distances towards the light, in logical units. */
const SHADOW_STEPS = [6, 13, 22, 34, 50, 70] as const

/** Height of the light over the relief for each unit of distance. */
const SLOPE = KEY[2] / Math.hypot(KEY[0], KEY[1])

/** Where to look for what is in the light's way: pixels from one's own, and how high it must be there. */
interface Glance {
  readonly across: number
  readonly down: number
  readonly height: number
  /** Half shadows are the wider, the farther away the edge is that throws them. */
  readonly softness: number
}

function glancesAtLight(scale: number): Glance[] {
  const long = Math.hypot(KEY[0], KEY[1])
  return SHADOW_STEPS.map((distance) => ({
    across: Math.round((KEY[0] / long) * distance * scale),
    down: Math.round((KEY[1] / long) * distance * scale),
    height: distance * SLOPE,
    softness: 3 + distance * 0.32,
  }))
}

/** 1 in the light, 0 in the shadow of something higher; soft, as from a large window. */
function shadowAt(
  { relief, width, height }: Surface,
  glances: readonly Glance[],
  row: number,
  column: number,
): number {
  const own = relief[row * width + column] ?? 0
  let hidden = 0
  for (const glance of glances) {
    const x = column + glance.across
    const y = row + glance.down
    if (x < 0 || y < 0 || x >= width || y >= height) break
    hidden = Math.max(hidden, ((relief[y * width + x] ?? 0) - own - glance.height) / glance.softness)
  }
  return 1 - Math.min(1, Math.max(0, hidden + 0.15) * 0.87)
}

const [nearMeans, farMeans] = [createScratch(), createScratch()]

/** How far each pixel lies below its surroundings, in logical units, until the next call; hollows get less light. */
function hollowsOf({ relief, width, height, scale }: Surface): Float32Array {
  const [near, far] = [nearMeans(relief.length), farMeans(relief.length)]
  blurInto(near, relief, width, height, Math.max(1, Math.round(5 * scale)))
  blurInto(far, relief, width, height, Math.max(1, Math.round(16 * scale)))
  for (let at = 0; at < relief.length; at += 1) {
    const own = relief[at] ?? 0
    near[at] = Math.max(0, (near[at] ?? 0) - own) * 0.11 + Math.max(0, (far[at] ?? 0) - own) * 0.02
  }
  return near
}

/** A map with each value the mean of its surroundings: squares, twice over, nearly a bell. */
export function blurred(map: Float32Array, width: number, height: number, radius: number): Float32Array {
  const means = new Float32Array(map.length)
  blurInto(means, map, width, height, radius)
  return means
}

const meansOfRows = createScratch()

function blurInto(
  means: Float32Array,
  map: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const rows = meansOfRows(map.length)
  blurRows(map, rows, width, height, radius)
  blurColumns(rows, means, width, height, radius)
  blurRows(means, rows, width, height, radius)
  blurColumns(rows, means, width, height, radius)
}

function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (radius * 2 + 1)
  for (let row = 0; row < height; row += 1) {
    const start = row * width
    const last = start + width - 1
    let sum = (from[start] ?? 0) * radius
    for (let at = start; at < start + radius; at += 1) sum += from[Math.min(at, last)] ?? 0
    for (let at = start; at <= last; at += 1) {
      sum += from[Math.min(at + radius, last)] ?? 0
      to[at] = sum * share
      sum -= from[Math.max(at - radius, start)] ?? 0
    }
  }
}

/** Row by row with a sum for each column: memory is read in order, ten times as fast as down each column. */
function blurColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = 1 / (radius * 2 + 1)
  const sums = new Float64Array(width)
  const startOf = (row: number) => Math.min(height - 1, Math.max(0, row)) * width
  for (let row = -radius - 1; row < radius; row += 1) {
    const start = startOf(row)
    for (let column = 0; column < width; column += 1) {
      sums[column] = (sums[column] ?? 0) + (from[start + column] ?? 0)
    }
  }
  for (let row = 0; row < height; row += 1) {
    const [start, entering, leaving] = [row * width, startOf(row + radius), startOf(row - radius - 1)]
    for (let column = 0; column < width; column += 1) {
      const sum = (sums[column] ?? 0) + (from[entering + column] ?? 0) - (from[leaving + column] ?? 0)
      sums[column] = sum
      to[start + column] = sum * share
    }
  }
}
