import { points } from '../../paint/brush.ts'
import { between } from '../../paint/noise.ts'
import type { Point } from '../../paint/brush.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** Hair below this height hangs free: there a style's length stretches it; above, it follows the skull. */
const LEVEL = 60

/** A course of hair written for the standard skull, fitted to a look: `x y` pairs, root to tip. */
export function course(text: string, { hair, head }: PresenterLook): Point[] {
  return points(text).map(([x, y]): Point => [
    x * head.width * (1 + (hair.volume - 1) * (y < LEVEL ? 0.6 : 1)),
    y > LEVEL ? LEVEL + (y - LEVEL) * hair.length : y < -190 ? -190 + (y + 190) * (hair.volume * 2 - 1) : y,
  ])
}

/** A course on the other side of the head. */
export function mirroredCourse(text: string, look: PresenterLook): Point[] {
  return course(text, look).map(([x, y]): Point => [-x, y])
}

/** How a single clump runs. */
interface Run {
  readonly seed: number
  readonly at: Point
  /** Radians from straight down, to the right positive. */
  readonly turn: number
  readonly length: number
  readonly width: number
  /** How far it swings to the sides, and how often. */
  readonly swing: number
  readonly swings: number
  readonly lift: number
  readonly shade?: number
}

/** A single curling clump. */
export function curl({ seed, at, turn, length, width, swing, swings, lift, shade = 0 }: Run): Card {
  const [down, aside]: Point[] = [
    [Math.sin(turn), Math.cos(turn)],
    [Math.cos(turn), -Math.sin(turn)],
  ]
  const phase = between(seed, 1, 0, Math.PI * 2)
  const rail = (side: number): Point[] =>
    Array.from({ length: 9 }, (_, index): Point => {
      const along = index / 8
      const off =
        swing * Math.sin(phase + along * swings * Math.PI * 2) -
        swing * Math.sin(phase) +
        side * width * 0.5 * Math.min(1, 0.45 + along * 2.2) * (1 - along ** 3 * 0.75)
      const far = length * along
      return [
        at[0] + (down?.[0] ?? 0) * far + (aside?.[0] ?? 0) * off,
        at[1] + (down?.[1] ?? 0) * far + (aside?.[1] ?? 0) * off,
      ]
    })
  return { left: rail(-1), right: rail(1), seed, lift, tips: 0.16, roots: 0.05, shade }
}

/** A braid along a course: plaits that lie over each other in turn, left over right over left. */
export function braid(line: readonly Point[], width: number, seed: number, lift: number, shade = 0): Card[] {
  const cards: Card[] = []
  let since = 0
  let side = 1
  for (let index = 0; index + 1 < line.length; index += 1) {
    const [from, to] = [line[index] ?? [0, 0], line[index + 1] ?? [0, 0]]
    const long = Math.hypot(to[0] - from[0], to[1] - from[1])
    const along: Point = [(to[0] - from[0]) / long, (to[1] - from[1]) / long]
    for (; since < long; since += width * PLAIT_DISTANCE) {
      const at: Point = [from[0] + along[0] * since, from[1] + along[1] * since]
      cards.push(
        plait(
          at,
          along,
          width * (1 - 0.25 * (index / line.length)),
          side,
          seed * 97 + cards.length,
          lift,
          shade,
        ),
      )
      side = -side
    }
    since -= long
  }
  return cards
}

/** Plaits follow each other at this share of the braid's width. */
const PLAIT_DISTANCE = 0.46

function plait(
  at: Point,
  along: Point,
  width: number,
  side: number,
  seed: number,
  lift: number,
  shade: number,
): Card {
  const place = (down: number, across: number): Point => [
    at[0] + along[0] * down * width - along[1] * across * side * width,
    at[1] + along[1] * down * width + along[0] * across * side * width,
  ]
  return {
    left: [place(-0.2, 0.42), place(0.05, 0.58), place(0.5, 0.5), place(0.86, 0.1), place(1.02, -0.22)],
    right: [place(-0.36, 0.1), place(-0.22, -0.02), place(0.1, -0.12), place(0.55, -0.26), place(0.98, -0.3)],
    seed,
    lift: lift + side * 1.5,
    tips: 0.04,
    roots: 0,
    shade,
  }
}
