import { apart, castShadow, points } from '../../paint/brush.ts'
import { blurred, lit } from '../../paint/light.ts'
import { CLOTH } from '../../paint/materials.ts'
import { between, chance } from '../../paint/noise.ts'
import { coverWith, createSurface, crease, developed, lay, model } from '../../paint/surface.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Path2D } from '@napi-rs/canvas'

/** How cloth is made: smooth, woven with a grain, or knitted in stitches. */
export type Weave = 'smooth' | 'woven' | 'knitted'

/** A piece of clothing on the torso. */
interface Garment {
  readonly path: Path2D
  readonly colour: string
  readonly weave: Weave
  /** How far it lies over the body, in logical units: its edges are that thick. */
  readonly thickness: number
  /** What it does besides following the torso. */
  readonly folds: (surface: Surface) => void
  /** Where it can be; smaller is painted faster. */
  readonly rect?: Rect
}

/** What clothes can reach, from the head's origin at rest. */
const TORSO: Rect = { x: -500, y: 150, width: 1000, height: 480 }

/** Paints a piece of clothing with its shadow on what is below it. Origin: the head's at rest. */
export function paintGarment(brush: Brush, look: PresenterLook, garment: Garment): void {
  const surface = createSurface(brush, garment.rect ?? TORSO, garment.colour)
  coverWith(surface, garment.path)
  modelTorso(surface, look)
  thicken(surface, garment.thickness)
  garment.folds(surface)
  weaveInto(surface, garment.weave)
  const canvas = developed(surface, lit(surface, CLOTH, look.set.rim))
  apart(brush, () => {
    castShadow(brush, 'rgba(10, 5, 12, 0.42)', 12, [3, 5])
    lay(brush, surface, canvas)
  })
}

/** Shoulders, chest and upper arms under the cloth. */
function modelTorso(surface: Surface, { clothes: { shoulders } }: PresenterLook): void {
  const halfAt = (y: number) =>
    shoulders * (y < 300 ? 90 + (y - 150) * 1.3 : 285 + 125 * (1 - Math.exp((300 - y) / 70)))
  let [row, half] = [Number.NaN, 0]
  model(surface, (x, y) => {
    if (y !== row) [row, half] = [y, halfAt(y)]
    const across = Math.min(0.99, Math.abs(x) / half)
    const over = 1 - Math.max(0, Math.min(1, (y - 215 - Math.abs(x) * 0.22) / 150))
    return 95 * Math.sqrt(1 - across * across * Math.sqrt(across)) + 46 * Math.sqrt(1 - over * over)
  })
}

/** Rounds the edges of a piece, so that it lies on what is below and is not painted on it. */
function thicken({ relief, cover, width, height, scale }: Surface, thickness: number): void {
  const soft = blurred(new Float32Array(cover), width, height, Math.max(1, Math.round(2.4 * scale)))
  const lift = (thickness * 2) / 255
  for (let at = 0; at < relief.length; at += 1) relief[at] = (relief[at] ?? 0) + (soft[at] ?? 0) * lift
}

/** Rows of a knitted fabric, in logical units. */
const STITCH = { width: 11, height: 9 } as const

/** Gives cloth its threads or stitches. */
export function weaveInto(surface: Surface, weave: Weave): void {
  if (weave === 'smooth') return
  const { width, height, scale } = surface
  for (let row = 0; row < height; row += 1) {
    const y = surface.y + row / scale
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column
      if (surface.cover[at] === 0) continue
      if (weave === 'woven') threads(surface, at, surface.x + column / scale, y)
      else stitches(surface, at, surface.x + column / scale, y)
    }
  }
}

function threads({ colour }: Surface, at: number, x: number, y: number): void {
  const shade = 1 + (chance(Math.floor(x / 1.6) * 7919 + Math.floor(y / 2.2), 3) - 0.5) * 0.16
  for (let channel = at * 3; channel < at * 3 + 3; channel += 1)
    colour[channel] = (colour[channel] ?? 0) * shade
}

function stitches({ relief }: Surface, at: number, x: number, y: number): void {
  const column = Math.abs(((x / STITCH.width) % 1) + (x < 0 ? 1 : 0) - 0.5)
  const stitch = Math.sin(((y / STITCH.height + column * 1.1) % 1) * Math.PI * 2)
  relief[at] = (relief[at] ?? 0) + stitch * 0.75 - (column < 0.06 ? 1 : 0)
}

/** At the armholes, from the shoulders to the middle, over the sleeves: depth, width and course. */
const FOLDS = [
  [-13, 9, '300 424, 286 500, 288 570, 294 640'],
  [5, 14, '262 440, 240 520, 232 620'],
  [-5, 7, '286 470, 238 512, 190 566'],
  [4, 8, '276 446, 222 486, 172 536'],
  [-4, 6, '284 520, 246 566, 216 620'],
  [-4, 7, '352 440, 372 520, 366 600'],
  [3.5, 8, '330 420, 346 500, 340 600'],
  [-3, 6, '320 540, 356 566, 392 580'],
] as const

/** The folds of all clothes, a little different for each piece. */
export function dropFolds(surface: Surface, look: PresenterLook, seed: number, strength = 1): void {
  const broad = look.clothes.shoulders
  for (const side of [-1, 1]) {
    for (const [amount, radius, line] of FOLDS) {
      const course = points(line).map(([x, y], index): Point => [
        side * x * broad + between(seed + side, index, -5, 5),
        y + between(seed + 7 + side, index, -5, 5),
      ])
      crease(surface, amount * strength, radius, course)
    }
  }
}

/** The outline of shoulders and upper arms, from the neck's height and half width. */
export function torsoOutline(look: PresenterLook, neck: number, top: number): string {
  const broad = look.clothes.shoulders
  const near = 396 * broad
  return `M ${-neck} ${top} C ${-neck - 18} ${top + 36} ${-neck - 58} 284 ${-160 * broad} 300 C ${-250 * broad} 316 ${-near + 40} 326 ${-near + 14} 384 C ${-near - 6} 430 ${-near - 12} 500 ${-near - 26} 640 L ${near + 22} 640 C ${near + 8} 500 ${near + 2} 436 ${near - 18} 390 C ${near - 44} 332 ${250 * broad} 322 ${160 * broad} 304 C ${neck + 58} 286 ${neck + 18} ${top + 36} ${neck} ${top}`
}
