import { apart, path, spot } from '../paint/brush.ts'
import { mixed } from '../paint/colour.ts'
import { NECK, paintInsideOfClothes, paintTop } from './clothes/clothes.ts'
import { lit } from '../paint/light.ts'
import { SKIN } from '../paint/materials.ts'
import { paintOuter } from './clothes/outer.ts'
import {
  coverWith,
  createSurface,
  crease,
  developed,
  dye,
  lay,
  model,
  push,
  pushBoth,
} from '../paint/surface.ts'
import type { Brush, Point } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** The body sits a little higher than the head's place suggests: a shorter neck looks at ease. */
const RAISED = 24

/** Paints neck, top and jacket. Origin: the head's at rest. */
export function paintBody(brush: Brush, look: PresenterLook): void {
  apart(brush, () => {
    brush.translate(0, -RAISED)
    paintInsideOfClothes(brush, look)
    paintNeck(brush, look)
    paintTop(brush, look)
    paintOuter(brush, look)
  })
}

function paintNeck(brush: Brush, look: PresenterLook): void {
  const { skin, head, set } = look
  const half = NECK * head.neck
  const surface = createSurface(brush, { x: -230, y: 90, width: 460, height: 400 }, skin.base)
  const neck = path(
    `M ${-half} 90 L ${-half + 2} 222 C ${-half - 4} 262 -104 284 -132 300 L -112 480 L 112 480 L 132 300 C 104 284 ${half + 4} 262 ${half - 2} 222 L ${half} 90 Z`,
  )
  coverWith(surface, neck)
  model(surface, (x, y) => {
    const flare = Math.max(0, (y - 215) / 60) ** 1.6
    const wide = half + 4 + Math.min(240, flare * 34)
    const across = Math.min(0.99, Math.abs(x) / wide)
    // It levels off gently: a bend in the form would be seen as a line in the light.
    return (58 + 30 * (1 - Math.exp(-flare * 0.23))) * Math.sqrt(1 - across ** 2.3)
  })
  const line = (side: number, ...points: Point[]): Point[] => points.map(([x, y]): Point => [side * x, y])
  for (const side of [-1, 1]) {
    crease(surface, 6, 8, line(side, [half - 12, 140], [half * 0.55, 220], [16, 296]))
    crease(surface, -4, 7, line(side, [half * 0.62, 250], [40, 292], [24, 300]))
    crease(surface, 6, 6, line(side, [20, 312], [80, 304], [150, 312]))
    crease(surface, -5, 7, line(side, [34, 296], [90, 288], [140, 296]))
  }
  push(surface, -7, { at: [0, 308], radius: [10, 9] })
  push(surface, look.head.throat * 6, { at: [0, 214], radius: [9, 14] })
  pushBoth(surface, 4, { at: [70, 400], radius: [50, 50] })
  dye(surface, mixed(skin.base, skin.blush, 0.5), 0.35, { at: [0, 330], radius: [90, 60] })
  lay(brush, surface, developed(surface, lit(surface, SKIN, set.rim)))
  apart(brush, () => {
    brush.clip(neck)
    // The head's shadow falls down and to the right.
    spot(brush, skin.deep, 0.8, [20, 172], [96, 52])
    spot(brush, skin.deep, 0.45, [26, 214], [70, 40])
    spot(brush, skin.deep, 0.4, [half + 4, 226], [26, 80])
  })
}
