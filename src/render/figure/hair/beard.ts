import { apart, spot } from '../../paint/brush.ts'
import { faded, mixed } from '../../paint/colour.ts'
import { faceOutline } from '../../presenter/face-shape.ts'
import { paintCards } from './cards.ts'
import { curl } from './lines.ts'
import { between } from '../../paint/noise.ts'
import { lay } from '../../paint/surface.ts'
import { hairTones } from '../../presenter/tones.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { Card } from './cards.ts'
import type { PresenterLook } from '../../presenter/look.ts'

type Beard = NonNullable<PresenterLook['beard']>

/** How long the hair of each kind of beard is, and how many tufts it is drawn with. */
const KINDS = {
  stubble: { length: 0, tufts: 0 },
  moustache: { length: 15, tufts: 900 },
  short: { length: 12, tufts: 2400 },
  full: { length: 24, tufts: 2200 },
} as const satisfies Record<Beard['kind'], unknown>

/** Paints a beard on a head at rest: a soft ground, then tuft by tuft. Origin: the head's. */
export function paintBeard(brush: Brush, look: PresenterLook): void {
  const { beard } = look
  if (!beard) return
  apart(brush, () => {
    brush.clip(faceOutline(look))
    paintGround(brush, look, beard)
    paintStubble(brush, look, beard)
  })
  const { tufts, length } = KINDS[beard.kind]
  if (tufts === 0) return
  const cards = tuftsOf(look, beard, tufts, length)
  const hair = hairTones({
    ...look.hair,
    colour: beard.colour,
    highlight: mixed(beard.colour, '#8a7468', 0.2),
    grey: beard.grey,
  })
  const rect = { x: -170, y: 0, width: 340, height: 250 }
  const { surface, canvas } = paintCards(brush, rect, { ...look, hair }, cards)
  brush.globalAlpha = Math.min(1, 0.35 + beard.density * 0.65)
  lay(brush, surface, canvas)
  brush.globalAlpha = 1
}

/** Skin with hair in it is darker and cooler. */
function paintGround(brush: Brush, { skin, head }: PresenterLook, beard: Beard): void {
  const long = head.length
  const strength = beard.density * (beard.kind === 'stubble' ? 0.34 : 0.86)
  const colour = mixed(
    beard.kind === 'stubble'
      ? mixed(beard.colour, '#5b6068', 0.3)
      : mixed(beard.colour, '#8d8d90', beard.grey * 0.6),
    skin.deep,
    0.25,
  )
  const soft = (at: Point, radius: Point, share: number, turn = 0) =>
    spot(brush, colour, strength * share, at, radius, turn)
  soft([-28, 96 * long], [26, 7], 0.8, -0.2)
  soft([28, 96 * long], [26, 7], 0.8, 0.2)
  if (beard.kind === 'moustache') return
  for (const side of [-1, 1]) {
    soft([side * 130 * head.width, 56], [11, 46], 0.8, side * 0.08)
    soft([side * 108 * head.width, 128 * long], [24, 38], 1, side * 0.45)
    soft([side * 72, 170 * long], [42, 25], 1, side * -0.5)
    soft([side * 58, 126 * long], [7, 22], 0.6, side * -0.1)
  }
  soft([0, 186 * long], [56, 22], 1)
  for (const side of [-1, 1]) soft([side * 96 * head.width, 142 * long], [26, 32], 1, side * 0.3)
  soft([0, 156 * long], [11, 8], 0.6)
}

/** Where a beard grows, 0 to 1: along the jaw, chin, above the lip; bare around the mouth. */
function growth(x: number, y: number, kind: Beard['kind'], { head }: PresenterLook): number {
  const side = Math.abs(x) / head.width
  const level = y / head.length
  const soft = (distance: number) => Math.max(0, Math.min(1, distance / 9))
  const lip =
    Math.min(1, 2.6 * soft(level - 82 - side * 0.14) * soft(106 + side * 0.2 - level)) * soft(66 - side)
  if (kind === 'moustache') return lip
  const cheekLine = side > 118 ? 0 : 26 + (118 - side) * 1.42
  const jaw = soft(side - 56) * soft(level - cheekLine)
  const corner = soft(side - 50) * soft(70 - side) * soft(level - 102)
  const below = soft(level - 154 - Math.max(0, 20 - side) * 0.5)
  const soul = soft(15 - side) * soft(level - 146)
  return Math.max(lip, jaw, corner, below, soul)
}

function tuftsOf(look: PresenterLook, beard: Beard, count: number, length: number): Card[] {
  const cards: Card[] = []
  for (let index = 0; index < count * 3; index += 1) {
    const spreadX = between(101, index, -138, 138) * look.head.width
    const spreadY = (12 + (index / (count * 3)) * 196) * look.head.length
    // The lip is small: hairs that would miss the beard are grown there.
    const [x, y] = index % 5 === 0 ? overLip(index, look) : [spreadX, spreadY]
    if (growth(x, y, beard.kind, look) < between(103, index, 0.25, 0.9) || !insideFace(x, y, look)) continue
    const lip = y < 112 * look.head.length && Math.abs(x) < 62
    const turn = lip ? Math.sign(x) * (0.35 + Math.abs(x) * 0.012) : -x * 0.0035
    cards.push(
      curl({
        seed: 9000 + index,
        at: [x, y],
        turn: turn + between(104, index, -0.3, 0.3),
        length: length * between(105, index, 0.8, 1.4),
        width: between(106, index, 2.6, 4.6),
        swing: 1,
        swings: 0.6,
        lift: 4 + (y / 200) * 8 + between(107, index, 0, 4),
        shade: Math.max(0, x / 140) * 0.35,
      }),
    )
  }
  return cards
}

function overLip(index: number, { head }: PresenterLook): Point {
  const x = between(121, index, -62, 62)
  return [x * head.width, (between(122, index, 82, 106) + Math.abs(x) * 0.16) * head.length]
}

/** Roughly the jaw; what is outside would hang in the air. */
function insideFace(x: number, y: number, { head }: PresenterLook): boolean {
  const side = Math.abs(x) / head.width
  const level = y / head.length
  if (level < 92) return side < 132 - Math.max(0, level - 62) * 0.27
  const edge = level < 142 ? 124 - ((level - 92) / 50) * 22 * (2 - head.jaw) : 102 - (level - 142) * 1.15
  return side < edge * (0.5 + 0.5 * head.jaw) && level < 200
}

function paintStubble(brush: Brush, look: PresenterLook, beard: Beard): void {
  const hairs = beard.kind === 'stubble' ? 5200 : 2600
  for (let index = 0; index < hairs; index += 1) {
    const x = between(111, index, -140, 140) * look.head.width
    const y = between(112, index, 12, 208) * look.head.length
    if (growth(x, y, beard.kind, look) < between(113, index, 0, 0.9)) continue
    brush.fillStyle = faded(
      mixed(beard.colour, '#9a9a9c', chanceOfGrey(index, beard.grey)),
      beard.density * between(114, index, 0.12, 0.42),
    )
    brush.fillRect(x, y, between(115, index, 0.6, 1.1), between(116, index, 0.8, 2.2))
  }
}

function chanceOfGrey(index: number, grey: number): number {
  return between(117, index, 0, 1) < grey ? 0.9 : 0
}
