import { apart, blend, castShadow } from '../paint/brush.ts'
import { mixed } from '../paint/colour.ts'
import { FONT_FAMILIES } from '../paint/fonts.ts'
import { easeInOut } from '../paint/noise.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { Rect } from '../paint/stage.ts'
import type { SafeArea } from './safe-area.ts'

type Colours = Pick<PresenterLook['set'], 'brand' | 'brandDark'>

/** The name and role that the card shows. */
export interface NameCard {
  readonly name: string
  /** Empty: the name stands alone. */
  readonly role: string
}

/** The card's sizes in its own units; its width follows the text. */
const CARD = { height: 132, padding: 40, bar: 10 } as const

/** Letters of the name, in the card's units; a longer one is written smaller, so that the card keeps its place. */
const NAME = { size: 45, longest: 730 } as const

/** Room for the card's shadow. */
const SHADOW = 44

/** Letters of the line under the name. */
const ROLE_SIZE = 27

/** How far the card slides while it fades. */
const SLIDE_UNITS = 46

/** When the card is there, in seconds. A clip under four seconds shows it for the same shares. */
const TIMES = { in: 0.8, out: 5.8, fade: 0.55, fullClip: 4 } as const

/** The card's corner and its longest line of text. */
interface CardPlace {
  readonly x: number
  readonly y: number
  readonly longest: number
}

/** How much of the card is seen at a moment. */
interface CardState {
  /** 0 gone to 1 fully there. */
  readonly strength: number
  /** Logical units left of its place. */
  readonly slide: number
}

/** Coming and going of the name card, as a pure function of the moment. */
export function nameCardAt(seconds: number, durationSeconds: number): CardState {
  const pace = Math.min(1, durationSeconds / TIMES.fullClip)
  const out = Math.min(TIMES.out * pace, durationSeconds - TIMES.fade * 1.6 * pace)
  const arrived = easeInOut((seconds - TIMES.in * pace) / (TIMES.fade * pace))
  const left = easeInOut((seconds - out) / (TIMES.fade * pace))
  const strength = arrived * (1 - left)
  return { strength, slide: (1 - strength) * SLIDE_UNITS }
}

/** A view of so many logical units or more has the card's units; in a narrower one, the card is smaller with it. */
const LEAST_WIDTH = 880

/** Logical units for one of the card's. */
function unitIn(view: Rect): number {
  return Math.min(1, view.width / LEAST_WIDTH)
}

function times({ x, y, width, height }: Rect, factor: number): Rect {
  return { x: x * factor, y: y * factor, width: width * factor, height: height * factor }
}

/** Where the card lies in a view, in its units, when it is fully there: at the lower left, where nothing covers it. */
function cardPlace(view: Rect, safe: SafeArea): CardPlace {
  const x = view.x + safe.left * view.width
  const right = view.x + (1 - safe.right) * view.width
  return {
    x,
    y: view.y + (1 - safe.bottom) * view.height - CARD.height,
    longest: Math.min(NAME.longest, right - x - CARD.padding * 2 - CARD.bar),
  }
}

/** The logical rectangle that a card of any text is in. */
export function nameCardExtent(view: Rect, safe: SafeArea): Rect {
  const unit = unitIn(view)
  const { x, y, longest } = cardPlace(times(view, 1 / unit), safe)
  const width = longest + CARD.padding * 2 + CARD.bar + SHADOW * 2
  return times({ x: x - SHADOW, y: y - SHADOW, width, height: CARD.height + SHADOW * 2 }, unit)
}

/** Paints the card with name and role where a view is safe for it (`nameArea`). Brush: logical canvas. */
export function paintNameCard(brush: Brush, card: NameCard, set: Colours, view: Rect, safe: SafeArea): void {
  const unit = unitIn(view)
  apart(brush, () => {
    brush.scale(unit, unit)
    paintCard(brush, card, set, cardPlace(times(view, 1 / unit), safe))
  })
}

function paintCard(brush: Brush, card: NameCard, set: Colours, { x, y, longest }: CardPlace): void {
  const { name, role } = card
  const { height, padding, bar } = CARD
  const nameFont = fitted(brush, name, 700, NAME.size, longest)
  const roleFont = fitted(brush, role, 500, ROLE_SIZE, longest)
  const width = Math.max(nameFont.width, roleFont.width) + padding * 2 + bar
  apart(brush, () => {
    castShadow(brush, 'rgba(6, 10, 26, 0.45)', 30, [0, 8])
    const ground = mixed(set.brandDark, '#060b18', 0.55)
    brush.fillStyle = blend(brush, [x, y], [x + width, y + height], mixed(ground, '#ffffff', 0.06), ground)
    brush.beginPath()
    brush.roundRect(x, y, width, height, 16)
    brush.fill()
  })
  brush.fillStyle = blend(brush, [0, y], [0, y + height], mixed(set.brand, '#ffffff', 0.25), set.brand)
  brush.beginPath()
  brush.roundRect(x, y, bar, height, [16, 0, 0, 16])
  brush.fill()
  brush.textBaseline = 'alphabetic'
  brush.fillStyle = '#ffffff'
  brush.font = nameFont.font
  // A name without a role stands in the middle.
  brush.fillText(name, x + bar + padding - 4, y + (role === '' ? 82 : 61))
  brush.fillStyle = mixed(set.brand, '#ffffff', 0.68)
  brush.font = roleFont.font
  brush.fillText(role, x + bar + padding - 3, y + 102)
}

/** The largest font up to `size` in which a text is not longer than it may be, and its length then. */
function fitted(
  brush: Brush,
  text: string,
  weight: number,
  size: number,
  longest: number,
): { font: string; width: number } {
  brush.font = `${weight} ${size}px ${FONT_FAMILIES}`
  const width = brush.measureText(text).width
  const fit = Math.min(1, longest / width)
  return { font: `${weight} ${size * fit}px ${FONT_FAMILIES}`, width: width * fit }
}
