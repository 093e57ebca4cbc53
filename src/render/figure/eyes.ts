import { apart, blend, oval, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { paintIris } from './iris.ts'
import type { Brush, Point } from '../paint/brush.ts'
import type { Rect } from '../paint/stage.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** What eyes and lashes fill, wherever they look. */
export const EYES_EXTENT: Rect = { x: -130, y: -66, width: 260, height: 90 }

/** Distance of each eye's middle from the middle of the face, and their height. */
const EYE_PLACE = { x: 62, y: -12 } as const

/** Eyes are drawn a little larger than life: they carry the expression. */
const EYE_SCALE = 1.13

/** What the eyes do at one moment. */
interface EyesState {
  /** Cheeks push the lower lids up. */
  readonly cheeks: number
  readonly lids: number
  readonly gazeX: number
  readonly gazeY: number
}

/** Paints both eyes: whites, irises, lids and lashes. Brush origin: the head's. */
export function paintEyes(brush: Brush, look: PresenterLook, state: EyesState): void {
  for (const side of [-1, 1] as const) {
    apart(brush, () => {
      brush.translate(EYE_PLACE.x * look.eyes.spacing * side, EYE_PLACE.y)
      // From here on the outer corner is at positive x on both sides.
      brush.scale(side * look.eyes.size * EYE_SCALE, look.eyes.size * EYE_SCALE)
      brush.rotate(-look.eyes.tilt)
      const lids = lidsOf(look, Math.min(1, state.lids), state.cheeks)
      if (state.lids < 0.94) paintBall(brush, look, state, lids, side)
      paintLid(brush, look, lids)
      paintLashes(brush, look, lids)
      if (state.cheeks > 0) paintPouch(brush, look, lids.below, state.cheeks)
    })
  }
}

interface Lids {
  readonly shut: number
  /** The inner corner; the outer one is the same for everybody. */
  readonly corner: Point
  /** The rim of the upper lid from the inner corner to the outer one, as path data. */
  readonly upper: string
  /** Heights of the two points that bow it. */
  readonly inner: Point
  readonly outer: Point
  /** The rim of the lower lid, going on from the outer corner back to the inner one. */
  readonly lower: string
  /** The lowest height of that rim. */
  readonly below: number
}

/** How each kind of lid bows: its inner and outer bowing points, and where the inner corner lies. */
const LIDS = {
  creased: { inner: [-24, -23], outer: [10, -26], corner: [-34, 4] },
  hooded: { inner: [-24, -20], outer: [14, -21], corner: [-34, 4] },
  single: { inner: [-20, -17], outer: [12, -22], corner: [-33, 6] },
} as const satisfies Record<string, Record<string, Point>>

/** How low the lower lid hangs: a friendly eye is held up a little from below. */
const BELOW = 8.4

/** How much of that is left by cheeks that are wholly up. */
const PUSHED_UP = 0.5

/** A shut upper lid lies exactly on the lower one. */
function lidsOf({ eyes }: PresenterLook, shut: number, cheeks: number): Lids {
  const form = LIDS[eyes.lid]
  const bowed = (open: Point, closed: Point): Point => [
    open[0] + (closed[0] - open[0]) * shut,
    open[1] + (closed[1] - open[1]) * shut,
  ]
  const below = BELOW * eyes.opening * (1 - PUSHED_UP * cheeks)
  const [cornerX, cornerY] = form.corner
  const inner = bowed([form.inner[0], form.inner[1] * eyes.opening], [-10, below + 3.5])
  const outer = bowed([form.outer[0], form.outer[1] * eyes.opening], [26, below + 2])
  return {
    shut,
    corner: form.corner,
    inner,
    outer,
    upper: `M ${cornerX} ${cornerY} C ${inner.join(' ')} ${outer.join(' ')} 36 0`,
    below,
    lower: `C 26 ${below + 2} -10 ${below + 3.5} ${cornerX} ${cornerY}`,
  }
}

function paintBall(
  brush: Brush,
  look: PresenterLook,
  { gazeX, gazeY }: EyesState,
  lids: Lids,
  side: number,
): void {
  const { skin } = look
  apart(brush, () => {
    brush.clip(path(`${lids.upper} ${lids.lower} Z`))
    brush.fillStyle = blend(brush, [0, -20], [0, 13], '#9c8c8a', '#e4dcd8', '#f3efec', '#ddd0ca')
    brush.fillRect(-44, -34, 90, 60)
    spot(brush, mixed(skin.deep, '#b06a62', 0.5), 0.5, [40, 0], [12, 14])
    spot(brush, mixed(skin.deep, '#b06a62', 0.5), 0.4, [-40, 2], [12, 12])
    const x = gazeX * 7 * side - 0.5
    const y = -4 + gazeY * 5
    spot(brush, '#4a3634', 0.3, [x, y], [16, 16])
    paintIris(brush, look, x, y)
    // The upper lid shades the ball; without this the eye stares.
    brush.strokeStyle = 'rgba(28, 12, 10, 0.26)'
    for (const width of [16, 8]) {
      brush.lineWidth = width
      brush.stroke(path(lids.upper))
    }
    spot(brush, '#d8847c', 0.85, [lids.corner[0] + 1, lids.corner[1] + 1.5], [4.5, 4])
    brush.fillStyle = 'rgba(255, 255, 255, 0.96)'
    oval(brush, [x - 6 * side, y - 6], [4.1, 4.7], 0.3)
    brush.fillStyle = 'rgba(255, 255, 255, 0.5)'
    oval(brush, [x + 6.5 * side, y + 6], [2.3, 2])
    // The tear line along the lower lid catches the light.
    brush.strokeStyle = faded(mixed(skin.light, '#ffffff', 0.5), 0.75)
    brush.lineWidth = 2.6
    brush.stroke(path(`M 36 0 ${lids.lower}`))
  })
}

/** The skin under the lower lid swells over a cheek that is up, and has a fold below. */
function paintPouch(brush: Brush, { skin }: PresenterLook, below: number, cheeks: number): void {
  spot(brush, skin.light, 0.34 * cheeks, [2, below + 5], [26, 4])
  brush.lineCap = 'round'
  for (const [width, strength] of [
    [7, 0.07],
    [3, 0.12],
  ] as const) {
    brush.strokeStyle = faded(skin.deep, strength * cheeks)
    brush.lineWidth = width
    brush.stroke(path(`M -22 ${below + 8} C -8 ${below + 16} 16 ${below + 16} 36 ${below + 6}`))
  }
}

/** The skin of the upper lid, from its fold down to its rim. */
function paintLid(brush: Brush, look: PresenterLook, lids: Lids): void {
  const { skin, eyes } = look
  const { shut, inner, outer, corner } = lids
  const fold = foldOf(eyes.lid, eyes.opening, shut, corner)
  const tint = eyes.shadow ? mixed(skin.base, eyes.shadow, 0.55) : skin.base
  if (eyes.lid !== 'single' || shut > 0.04) {
    brush.fillStyle = blend(
      brush,
      [0, -34 * eyes.opening + shut * 6],
      [0, (inner[1] + outer[1]) / 2 + 6],
      mixed(tint, skin.deep, 0.42),
      mixed(tint, skin.light, 0.3),
      mixed(tint, skin.shade, 0.35),
    )
    brush.fill(path(`${lids.upper} ${fold.back} Z`))
  }
  if (eyes.lid === 'single') return
  brush.lineCap = 'round'
  for (const [width, strength] of [
    [5, 0.16],
    [1.9, 0.5],
  ] as const) {
    brush.strokeStyle = faded(skin.deep, strength * (1 - shut * 0.6))
    brush.lineWidth = width
    brush.stroke(path(fold.line))
  }
}

/** The fold of the upper lid, as a line from the inner side and as a way back from the outer corner. */
function foldOf(lid: Lid, opening: number, shut: number, [cornerX, cornerY]: Point) {
  const high = (lid === 'hooded' ? 27 : 33) * opening - shut * 7
  const fall = lid === 'hooded' ? -3 : -9
  return {
    line: `M ${cornerX + 3} -8 C -22 ${-high + 3} 14 ${-high - 2} 41 ${fall}`,
    back: `L 41 ${fall} C 14 ${-high - 2} -22 ${-high + 3} ${cornerX + 3} -8 L ${cornerX} ${cornerY}`,
  }
}

type Lid = PresenterLook['eyes']['lid']

function paintLashes(brush: Brush, { skin, eyes, hair }: PresenterLook, lids: Lids): void {
  const { shut, inner, outer, corner } = lids
  const ink = mixed(hair.root, '#0a0505', 0.75)
  const thick = 2.2 + eyes.lashes * 3.2
  const wing = 37 + eyes.lashes * 6
  brush.lineCap = 'round'
  brush.fillStyle = faded(ink, 0.55 + eyes.lashes * 0.45)
  brush.fill(
    path(
      `${lids.upper} L ${wing} ${-1.5 - eyes.lashes * 5 * (1 - shut)} C ${outer[0] + 1} ${outer[1] - thick} ${inner[0]} ${inner[1] - thick * 0.6} ${corner[0] - 1} ${corner[1]} Z`,
    ),
  )
  brush.strokeStyle = faded(mixed(skin.deep, ink, 0.35), 0.55 * (1 - shut))
  brush.lineWidth = 1.3
  brush.stroke(path(`M 36 0 ${lids.lower}`))
  if (eyes.lashes < 0.4) return
  const fall = shut * 10
  brush.fillStyle = ink
  for (const [x, y, dx, dy] of [
    [34, -3, 8, -8],
    [28, -9, 8, -9],
    [21, -13.5, 6, -8.5],
  ] as const) {
    const rise = y * eyes.opening * (1 - shut) + shut * (12 - (x - 20) * 0.6)
    brush.fill(
      path(
        `M ${x - 2.4} ${rise} q ${dx * 0.7} ${dy * 0.3 + fall * 0.5} ${dx} ${dy * eyes.lashes + fall} q ${-dx * 0.2} ${-dy * 0.5 - fall * 0.3} ${-dx + 4.4} ${-dy * eyes.lashes - fall + 1.4} Z`,
      ),
    )
  }
}
