import { spot } from '../paint/brush.ts'
import type { Brush, Point } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** How things on a desk are painted, each around the place where it is. */
export type Things<Name extends string> = Readonly<
  Record<Name, (brush: Brush, set: PresenterLook['set']) => void>
>

/** Paints the shadow that a thing throws on the desk. */
export function underThing(brush: Brush, at: Point, radius: Point): void {
  spot(brush, '#3a2413', 0.5, at, radius)
}
