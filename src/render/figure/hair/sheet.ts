import { blend, curve } from '../../paint/brush.ts'
import { faded } from '../../paint/colour.ts'
import { between, chance } from '../../paint/noise.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** How a region of hair is cut into clumps. */
interface Sheet {
  readonly seed: number
  readonly clumps: number
  readonly lift: number
  readonly tips?: number
  readonly roots?: number
  readonly shade?: number
  /** Sideways swing of the clumps, logical units at the tips, and how many swings. */
  readonly wave?: number
  readonly swings?: number
  /** How far neighbours lie over each other, as a share of their width. */
  readonly overlap?: number
  /** How unevenly the clumps end, as a share of the length. */
  readonly ragged?: number
}

/** Clumps that together fill the region between two lines of equally many points, root to tip. */
export function sheet(inner: readonly Point[], outer: readonly Point[], options: Sheet): Card[] {
  const { seed, clumps, lift, tips = 0.12, roots = 0, shade = 0, overlap = 0.45, ragged = 0.06 } = options
  const order = Array.from({ length: clumps }, (_, index) => index).toSorted(
    (a, b) => chance(seed + 9, a) - chance(seed + 9, b),
  )
  return order.map((index): Card => {
    const middle = (index + 0.5 + between(seed + 1, index, -0.22, 0.22)) / clumps
    const half = ((0.5 + overlap) * between(seed + 2, index, 0.75, 1.25)) / clumps
    const reach = 1 - between(seed + 3, index, 0, ragged)
    const rail = (share: number) =>
      swung(inner, outer, Math.max(-0.04, Math.min(1.04, share)), reach, options)
    return {
      left: rail(middle - half),
      right: rail(middle + half),
      seed: seed * 17 + index,
      lift: lift + between(seed + 4, index, 0, 7),
      tips,
      roots,
      shade: Math.min(1, shade + between(seed + 5, index, 0, 0.16)),
    }
  })
}

/** A line between two others, swinging the more the nearer to the tip. */
function swung(
  inner: readonly Point[],
  outer: readonly Point[],
  share: number,
  reach: number,
  { wave: amount = 0, swings = 2, seed }: Sheet,
): Point[] {
  const last = inner.length - 1
  return inner.map((_, index): Point => {
    const place = index * reach
    const [low, part] = [Math.min(last - 1, Math.floor(place)), place - Math.min(last - 1, Math.floor(place))]
    const at = (line: readonly Point[], axis: 0 | 1) =>
      (line[low]?.[axis] ?? 0) + ((line[low + 1]?.[axis] ?? 0) - (line[low]?.[axis] ?? 0)) * part
    const along = index / last
    const swing = amount * along ** 1.3 * Math.sin(along * swings * Math.PI * 2 + share * 1.5 + seed)
    return [
      at(inner, 0) + (at(outer, 0) - at(inner, 0)) * share + swing,
      at(inner, 1) + (at(outer, 1) - at(inner, 1)) * share + swing * 0.15,
    ]
  })
}

/** Single hairs that do not lie with the others, along the rims of clumps. */
export function paintFlyaways(
  brush: Brush,
  hair: PresenterLook['hair'],
  cards: readonly Card[],
  count: number,
): void {
  brush.lineCap = 'round'
  for (let index = 0; index < count; index += 1) {
    const card = cards[Math.floor(chance(801, index) * cards.length)]
    if (!card) return
    const line = chance(802, index) < 0.5 ? card.left : card.right
    const away = between(803, index, 1.5, 7)
    const course = line.map(([x, y], step): Point => [
      x + Math.sign(x) * away * (step / line.length) + between(804 + step, index, -1, 1),
      y + between(805 + step, index, -1.5, 1.5),
    ])
    const from: Point = course[0] ?? [0, 0]
    const to: Point = course.at(-1) ?? [0, 0]
    const tone = faded(hair.light, between(806, index, 0.25, 0.6))
    brush.strokeStyle = blend(brush, from, to, faded(hair.light, 0), tone, tone, faded(hair.light, 0))
    brush.lineWidth = between(807, index, 0.5, 1)
    brush.stroke(curve(course))
  }
}
