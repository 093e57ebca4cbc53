import { mixed } from '../../paint/colour.ts'
import { lit } from '../../paint/light.ts'
import { CLOTH } from '../../paint/materials.ts'
import { easeInOut } from '../../paint/noise.ts'
import { createSurface, crease, developed } from '../../paint/surface.ts'
import { weaveInto } from '../clothes/garment.ts'
import { extentOfChains, modelChains, seen } from './capsules.ts'
import { scaled, sum } from './space.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Weave } from '../clothes/garment.ts'
import type { Painted } from './painted.ts'
import type { Arm, Chain } from './skeleton.ts'
import type { Vector } from './space.ts'

/** What covers a forearm. */
export interface SleeveCut {
  readonly colour: string
  readonly weave: Weave
  /** Of the cuff of a shirt below it; null where none is seen. */
  readonly cuff: string | null
  /** A knitted sleeve ends in a band. */
  readonly isBanded: boolean
  /** It ends above the elbow. */
  readonly isShort: boolean
}

/** How the sleeves of a look are cut. */
export function sleeveOf({ clothes: { outer, top } }: PresenterLook): SleeveCut {
  const long = { isShort: false, isBanded: false, cuff: null }
  if (outer.cut === 'blazer') {
    const showsCuff = top.cut === 'shirt' || top.cut === 'blouse'
    return { ...long, colour: outer.base, weave: 'woven', cuff: showsCuff ? top.base : null }
  }
  if (outer.cut === 'cardigan') return { ...long, colour: outer.base, weave: 'knitted', isBanded: true }
  if (top.cut === 'polo') return { ...long, colour: top.base, weave: 'woven', isShort: true }
  if (top.cut === 'crew' || top.cut === 'turtleneck') {
    return { ...long, colour: top.base, weave: 'knitted', isBanded: true }
  }
  return { ...long, colour: top.base, weave: 'smooth', cuff: mixed(top.base, top.dark, 0.1) }
}

/** So far before the wrist a sleeve ends, and its cuff. */
const ENDS = { sleeve: 26, cuff: 8 } as const

/** Cloth hangs over a bend without following it. */
const CLOTH_SOFTNESS = 24

/** How thick a sleeve is around the elbow, and above it. */
const ELBOW = 70
const UPPER_ARM = 82

/** So far up the upper arm is painted: there it passes into the body, over the last of it. */
const SHOWN = { long: 170, fades: 80 } as const

/** So far above the elbow a short sleeve ends, and how wide it is there. */
const HEM_AT = { along: 36, radius: 63 } as const

/** The sleeve of the upper arm, as far as it is before the body. */
export function upperSleeveOf({ upper }: Arm, { isShort }: SleeveCut): Chain {
  const [along, fromRadius] = isShort ? [HEM_AT.along, HEM_AT.radius] : [0, ELBOW]
  const to = scaled(upper, SHOWN.long + UPPER_ARM)
  return { capsules: [{ from: scaled(upper, along), to, fromRadius, toRadius: UPPER_ARM }], part: 0 }
}

/** Paints the sleeve of the upper arm. Brush: the elbow. */
export function paintUpperSleeve(brush: Brush, look: PresenterLook, arm: Arm, cut: SleeveCut): Painted {
  const chain = upperSleeveOf(arm, cut)
  const surface = createSurface(brush, extentOfChains([chain]), cut.colour)
  modelChains(surface, [chain], CLOTH_SOFTNESS)
  if (cut.isShort) endAt(surface, scaled(arm.upper, -1), -HEM_AT.along, HEM_AT.radius)
  weaveInto(surface, cut.weave)
  passIntoBody(surface, arm.upper)
  return { surface, canvas: developed(surface, lit(surface, CLOTH, look.set.rim)) }
}

/** How wide a sleeve is at its end, for each unit of a hand. */
const MOUTH = 41

/** The sleeve of a forearm. */
export function sleeveChainOf({ way, size, long }: Arm): Chain {
  const [middle, end] = [scaled(way, long * 0.4), scaled(way, long - ENDS.sleeve)]
  return {
    capsules: [
      { from: [0, 0, 0], to: middle, fromRadius: ELBOW, toRadius: ELBOW },
      { from: middle, to: end, fromRadius: ELBOW, toRadius: MOUTH * size },
    ],
    part: 0,
  }
}

/** Paints the sleeve of a forearm. Brush: the elbow. */
export function paintSleeve(brush: Brush, look: PresenterLook, arm: Arm, cut: SleeveCut): Painted {
  const chain = sleeveChainOf(arm)
  const surface = createSurface(brush, extentOfChains([chain]), cut.colour)
  modelChains(surface, [chain], CLOTH_SOFTNESS)
  finishForearm(surface, arm, arm.long - ENDS.sleeve, MOUTH * arm.size, cut)
  weaveInto(surface, cut.weave)
  return { surface, canvas: developed(surface, lit(surface, CLOTH, look.set.rim)) }
}

/** The end of a long sleeve, and its folds. */
function finishForearm(
  surface: Surface,
  { way }: Arm,
  end: number,
  mouth: number,
  { isBanded }: SleeveCut,
): void {
  endAt(surface, way, end, mouth)
  const on = placesOn(way)
  for (let fold = 0; fold < 6; fold += 1) {
    const side = fold % 2 === 0 ? -1 : 1
    const along = 12 + fold * 46
    const course = [
      on(along, -60 * side),
      on(along + 14, -18 * side),
      on(along + 32, 30 * side),
      on(along + 38, 58 * side),
    ]
    crease(surface, fold % 3 === 0 ? 4 : -4.5, 7, course)
  }
  const seam = isBanded ? 34 : 21
  crease(surface, -2.6, 1.9, [on(end - seam, -mouth), on(end - seam + 2, 0), on(end - seam, mouth)])
  if (!isBanded) return
  for (let rib = -8; rib <= 8; rib += 1)
    crease(surface, -1.5, 1.6, [on(end - 34, rib * 7), on(end + 20, rib * 6.6)])
}

/** Farther up, the sleeve is that of the body. */
function passIntoBody({ width, height, scale, cover, x: left, y: top }: Surface, upper: Vector): void {
  const [alongX, alongY] = seen(upper)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const along = (left + column / scale) * alongX + (top + row / scale) * alongY
      const share = easeInOut((SHOWN.long - along) / SHOWN.fades)
      const at = row * width + column
      cover[at] = (cover[at] ?? 0) * share
    }
  }
}

/** Paints the cuff of a shirt, which is seen between hand and sleeve. Brush: the elbow. */
export function paintCuff(
  brush: Brush,
  look: PresenterLook,
  { way, size, long }: Arm,
  colour: string,
): Painted {
  const end = long - ENDS.cuff
  const mouth = 36 * size
  const chain: Chain = {
    capsules: [{ from: scaled(way, end - 70), to: scaled(way, end), fromRadius: mouth + 1, toRadius: mouth }],
    part: 0,
  }
  const surface = createSurface(brush, extentOfChains([chain]), colour)
  modelChains(surface, [chain], CLOTH_SOFTNESS)
  endAt(surface, way, end, mouth)
  return { surface, canvas: developed(surface, lit(surface, CLOTH, look.set.rim)) }
}

/** Places on a forearm as it is seen: along it from the elbow, and aside from its middle. */
function placesOn(way: Vector): (along: number, aside: number) => Point {
  const flat = Math.hypot(way[0], way[1]) || 1
  return (along, aside) => seen(sum(scaled(way, along), scaled([way[1] / flat, -way[0] / flat, 0], aside)))
}

/** How thick the edge of a sleeve is. */
const HEM = 3

/** A tube ends in a ring: an arc that bows as the ring is turned to the viewer, not the ball of a capsule. */
function endAt(surface: Surface, way: Vector, end: number, radius: number): void {
  const { width, height, scale, cover, relief, x: left, y: top } = surface
  const flat = Math.hypot(way[0], way[1])
  if (flat < 0.2) return
  const [middleX, middleY] = seen(scaled(way, end))
  const [alongX, alongY] = [way[0] / flat, -way[1] / flat]
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const [x, y] = [left + column / scale - middleX, top + row / scale - middleY]
      const along = x * alongX + y * alongY
      const aside = Math.min(1, Math.abs(y * alongX - x * alongY) / radius)
      const over = along + way[2] * radius * Math.sqrt(1 - aside * aside)
      const at = row * width + column
      if (over > 0) cover[at] = Math.min(cover[at] ?? 0, Math.max(0, 255 * (1 - over * scale)))
      else if (over > -HEM * 3) relief[at] = (relief[at] ?? 0) + HEM * (1 + over / (HEM * 3))
    }
  }
}
