import { curvePoint } from '../../paint/curve.ts'
import { darkenHollows, shadePixel, tonesOf } from './shade.ts'
import { chance } from '../../paint/noise.ts'
import { createSurface, developed } from '../../paint/surface.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { Ribbon, Station, Tones } from './shade.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Canvas } from '@napi-rs/canvas'

/**
 * A clump of hair between two lines of equally many points, from root to tip: a curved ribbon with
 * strands along it. Hair is made of many that overlap.
 */
export interface Card {
  readonly left: readonly Point[]
  readonly right: readonly Point[]
  readonly seed: number
  /** How far over the head the clump lies; later ones in a list cover earlier ones. */
  readonly lift: number
  /** Share of the length over which strands end one by one, at the tip and at the root. */
  readonly tips: number
  readonly roots: number
  /** 0 in the light to 1 in the dark of other hair. */
  readonly shade: number
}

/** Points along a clump, and cells across it, that it is drawn with. */
const STATIONS = 26
const CELLS = 3

/** A strand as seen: several hairs that lie together, in logical units. */
const STRAND_UNITS = 2.6
const CLUMP_UNITS = 13

/** Paints clumps of hair and gives back the picture, for shadows to be made of. */
export function paintCards(
  brush: Brush,
  rect: Rect,
  look: PresenterLook,
  cards: readonly Card[],
): { readonly surface: Surface; readonly canvas: Canvas } {
  const surface = createSurface(brush, rect, look.hair.base)
  const light = new Float32Array(surface.width * surface.height * 3)
  const tones = tonesOf(look.hair)
  for (const card of cards) paintCard(surface, light, card, tones)
  darkenHollows(surface, light)
  return { surface, canvas: developed(surface, light) }
}

function stationsOf({ left, right }: Card): { stations: Station[]; length: number } {
  const at = (line: readonly Point[], share: number) => curvePoint(line, share * (line.length - 1))
  const lefts = Array.from({ length: STATIONS }, (_, index) => at(left, index / (STATIONS - 1)))
  const rights = Array.from({ length: STATIONS }, (_, index) => at(right, index / (STATIONS - 1)))
  let length = 0
  const stations = lefts.map((leftPoint, index): Station => {
    const rightPoint = rights[index] ?? leftPoint
    const before = middle(lefts[Math.max(0, index - 1)], rights[Math.max(0, index - 1)])
    const after = middle(lefts[Math.min(STATIONS - 1, index + 1)], rights[Math.min(STATIONS - 1, index + 1)])
    const step = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
    length += step / 2
    const width = Math.hypot(rightPoint[0] - leftPoint[0], rightPoint[1] - leftPoint[1]) || 0.01
    return {
      left: leftPoint,
      right: rightPoint,
      along: [(after[0] - before[0]) / step, (after[1] - before[1]) / step],
      across: [(rightPoint[0] - leftPoint[0]) / width, (rightPoint[1] - leftPoint[1]) / width],
      width,
    }
  })
  return { stations, length }
}

function middle(a: Point = [0, 0], b: Point = [0, 0]): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

function paintCard(surface: Surface, light: Float32Array, card: Card, tones: Tones): void {
  const { stations, length } = stationsOf(card)
  const widest = Math.max(...stations.map(({ width }) => width))
  const ribbon: Ribbon = {
    card,
    tones,
    length,
    strands: Math.max(3, widest / STRAND_UNITS),
    clumps: Math.max(1, widest / CLUMP_UNITS),
    tint: (chance(card.seed, 3) - 0.5) * 0.5,
  }
  for (let index = 0; index + 1 < stations.length; index += 1) {
    const [from, to] = [stations[index], stations[index + 1]]
    if (!from || !to) continue
    for (let cell = 0; cell < CELLS; cell += 1) {
      const [t0, t1] = [cell / CELLS, (cell + 1) / CELLS]
      const [s0, s1] = [index / (STATIONS - 1), (index + 1) / (STATIONS - 1)]
      const a: Corner = [...between2(from, t0), s0, t0]
      const b: Corner = [...between2(from, t1), s0, t1]
      const c: Corner = [...between2(to, t0), s1, t0]
      const d: Corner = [...between2(to, t1), s1, t1]
      fillTriangle(surface, light, ribbon, from, a, b, c)
      fillTriangle(surface, light, ribbon, from, b, d, c)
    }
  }
}

type Corner = readonly [x: number, y: number, s: number, t: number]

function between2({ left, right }: Station, share: number): [number, number] {
  return [left[0] + (right[0] - left[0]) * share, left[1] + (right[1] - left[1]) * share]
}

function fillTriangle(
  surface: Surface,
  light: Float32Array,
  ribbon: Ribbon,
  station: Station,
  a: Corner,
  b: Corner,
  c: Corner,
): void {
  const { scale, width, height } = surface
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  if (Math.abs(area) < 1e-6) return
  const firstRow = Math.max(0, Math.ceil((Math.min(a[1], b[1], c[1]) - surface.y) * scale))
  const lastRow = Math.min(height - 1, Math.floor((Math.max(a[1], b[1], c[1]) - surface.y) * scale))
  const first = Math.max(0, Math.ceil((Math.min(a[0], b[0], c[0]) - surface.x) * scale))
  const last = Math.min(width - 1, Math.floor((Math.max(a[0], b[0], c[0]) - surface.x) * scale))
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = surface.y + row / scale
    for (let column = first; column <= last; column += 1) {
      const x = surface.x + column / scale
      const v = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
      const w = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
      if (v < 0 || w < 0 || v + w > 1) continue
      const s = a[2] + (b[2] - a[2]) * v + (c[2] - a[2]) * w
      const t = a[3] + (b[3] - a[3]) * v + (c[3] - a[3]) * w
      shadePixel(surface, light, ribbon, station, row * width + column, x, y, s, t)
    }
  }
}
