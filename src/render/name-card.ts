import { apart, blend, castShadow, mixed } from './brush.ts'
import { FONT_FAMILIES } from './fonts.ts'
import { easeInOut } from './noise.ts'
import type { Brush } from './brush.ts'
import type { PresenterFile } from './presenter-file.ts'

/** Where the card lies on the logical canvas when it is fully there; its width follows the text. */
const CARD = { x: 84, y: 792, height: 132, padding: 40, bar: 10 } as const

/** Letters of the name, in logical units; a longer one is written smaller, so that the card keeps its place. */
const NAME = { size: 45, longest: 730 } as const

/** How far the card slides while it fades. */
const SLIDE_UNITS = 46

/** When the card is there, in seconds. A clip under four seconds shows it for the same shares. */
const TIMES = { in: 0.8, out: 5.8, fade: 0.55, fullClip: 4 } as const

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

/** Paints the card with name and role. Brush: logical canvas. */
export function paintNameCard(brush: Brush, { name, role, look }: PresenterFile): void {
  const { set } = look
  const { x, y, height, padding, bar } = CARD
  brush.font = `700 ${NAME.size}px ${FONT_FAMILIES}`
  const fit = Math.min(1, NAME.longest / brush.measureText(name).width)
  const nameFont = `700 ${NAME.size * fit}px ${FONT_FAMILIES}`
  brush.font = nameFont
  const nameWidth = brush.measureText(name).width
  brush.font = `500 27px ${FONT_FAMILIES}`
  const width = Math.max(nameWidth, brush.measureText(role).width) + padding * 2 + bar
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
  brush.font = nameFont
  // A name without a role stands in the middle.
  brush.fillText(name, x + bar + padding - 4, y + (role === '' ? 82 : 61))
  brush.fillStyle = mixed(set.brand, '#ffffff', 0.68)
  brush.font = `500 27px ${FONT_FAMILIES}`
  brush.fillText(role, x + bar + padding - 3, y + 102)
}
