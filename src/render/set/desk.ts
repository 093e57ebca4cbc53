import { apart, blend, castShadow, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import { LOGICAL_CANVAS } from '../paint/stage.ts'
import { LYING } from './lying.ts'
import { STANDING } from './standing.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { Rect } from '../paint/stage.ts'

/** Height of the desk's edge on the logical canvas. */
export const DESK_TOP = 1006

/** Where the board ends towards the viewer; only tall pictures show what is below. */
const BOARD_END = 1116

/** So far pieces reach under one another: where they only meet, one could see through. */
const LAP = 8

/** The highest thing on the desk begins here. */
const THINGS_TOP = 850

/** The desk goes on a little beyond the view, so that its last pixels are as solid as the others. */
const BEYOND = 12

/** The logical rectangle that the desk fills in a view. */
export function deskExtent(view: Rect): Rect {
  const bottom = Math.max(LOGICAL_CANVAS.height, view.y + view.height + BEYOND)
  const left = Math.max(0, view.x - BEYOND)
  const right = Math.min(LOGICAL_CANVAS.width, view.x + view.width + BEYOND)
  return { x: left, y: THINGS_TOP, width: right - left, height: bottom - THINGS_TOP }
}

/** What a desk is made of. */
interface Top {
  /** Of the board, from its far edge to its near one. */
  readonly board: readonly string[]
  readonly grain: { readonly colour: string; readonly least: number; readonly most: number } | null
  /** The light along the far edge, and where the window is mirrored. */
  readonly edge: string
  readonly shine: number
  /** The near edge of the board. */
  readonly end: readonly [string, string]
  /** What the front takes on of the brand's dark colour. */
  readonly front: { readonly colour: string; readonly share: number; readonly hasSlats: boolean }
  /** A pad of leather lies on it. */
  readonly hasPad: boolean
}

const TOPS: Readonly<Record<PresenterLook['desk']['top'], Top>> = {
  oak: {
    board: ['#e9cfae', '#cfa97f', '#a87d55'],
    grain: { colour: '#7d5433', least: 0.05, most: 0.16 },
    edge: 'rgba(255, 246, 228, 0.75)',
    shine: 0.5,
    end: ['#d9b489', '#8a613d'],
    front: { colour: '#2a1f1a', share: 0.4, hasSlats: true },
    hasPad: false,
  },
  walnut: {
    board: ['#8f6344', '#70472c', '#4a2c1a'],
    grain: { colour: '#2b170b', least: 0.1, most: 0.3 },
    edge: 'rgba(255, 222, 182, 0.6)',
    shine: 0.3,
    end: ['#7d5234', '#3c2212'],
    front: { colour: '#3a2417', share: 0.8, hasSlats: false },
    hasPad: true,
  },
  white: {
    board: ['#f4f4f2', '#e2e4e5', '#c0c5cb'],
    grain: null,
    edge: 'rgba(255, 255, 255, 0.9)',
    shine: 0.35,
    end: ['#e3cba6', '#b4966c'],
    front: { colour: '#d7dade', share: 0.85, hasSlats: false },
    hasPad: false,
  },
}

/** Paints a presenter's desk and what is on it, over the presenter, as far as it is in view. Brush: logical canvas. */
export function paintDesk(
  brush: Brush,
  set: PresenterLook['set'],
  { top, lying, standing }: PresenterLook['desk'],
  view: Rect,
): void {
  const { x, width, y, height } = deskExtent(view)
  const { board, grain, edge, shine, hasPad } = TOPS[top]
  apart(brush, () => {
    castShadow(brush, 'rgba(16, 12, 20, 0.5)', 34, [0, 0])
    brush.fillStyle = blend(brush, [0, DESK_TOP], [0, 1090], ...board)
    brush.fillRect(0, DESK_TOP, 1920, BOARD_END - DESK_TOP + LAP)
  })
  if (grain) paintGrain(brush, grain)
  if (hasPad) paintPad(brush, set)
  brush.fillStyle = edge
  brush.fillRect(0, DESK_TOP, 1920, 2.5)
  spot(brush, '#fff6e2', shine, [420, 1020], [380, 20])
  if (y + height > BOARD_END) paintFront(brush, set, TOPS[top], x, width, y + height)
  // What stands on a desk that is not seen would hang in the air.
  if (width < LEAST_WIDTH_FOR_THINGS || view.y + view.height < DESK_TOP) return
  for (const [paint, place] of [
    [LYING[lying], LIES_AT],
    [STANDING[standing], STANDS_AT],
  ] as const) {
    apart(brush, () => {
      brush.translate(place[0], place[1])
      paint(brush, set)
    })
  }
}

/** In a narrower picture, arms are where things would stand. */
const LEAST_WIDTH_FOR_THINGS = 1400

/** The places of what lies on a desk and of what stands on it. */
const LIES_AT = [538, DESK_TOP + 14] as const
const STANDS_AT = [1452, DESK_TOP + 20] as const

function paintGrain(brush: Brush, { colour, least, most }: NonNullable<Top['grain']>): void {
  for (let index = 0; index < 46; index += 1) {
    const y = between(31, index, DESK_TOP + 6, 1080)
    const x = between(32, index, -200, 1900)
    brush.strokeStyle = faded(colour, between(33, index, least, most))
    brush.lineWidth = between(34, index, 1, 3)
    brush.stroke(path(`M ${x} ${y} q 140 ${between(35, index, -5, 5)} ${between(36, index, 260, 620)} 0`))
  }
}

/** A pad of leather where arms lie, with its seam. */
function paintPad(brush: Brush, set: PresenterLook['set']): void {
  const leather = mixed(set.brandDark, '#241a16', 0.55)
  brush.fillStyle = faded('#000000', 0.25)
  brush.fill(
    path(`M 352 ${DESK_TOP + 14} L 1568 ${DESK_TOP + 14} L 1640 ${BOARD_END - 6} L 280 ${BOARD_END - 6} Z`),
  )
  brush.fillStyle = blend(
    brush,
    [300, 0],
    [1600, 0],
    mixed(leather, '#ffffff', 0.16),
    leather,
    mixed(leather, '#000000', 0.2),
  )
  brush.fill(
    path(`M 356 ${DESK_TOP + 10} L 1564 ${DESK_TOP + 10} L 1634 ${BOARD_END - 10} L 286 ${BOARD_END - 10} Z`),
  )
  brush.strokeStyle = faded('#e8cfae', 0.35)
  brush.lineWidth = 1.6
  brush.setLineDash([7, 5])
  brush.stroke(
    path(`M 366 ${DESK_TOP + 17} L 1554 ${DESK_TOP + 17} L 1616 ${BOARD_END - 17} L 304 ${BOARD_END - 17} Z`),
  )
  brush.setLineDash([])
}

/** The side of the desk that faces the viewer, with a strip of light under the board. */
function paintFront(
  brush: Brush,
  set: PresenterLook['set'],
  { front, end }: Top,
  x: number,
  width: number,
  bottom: number,
): void {
  const edge = BOARD_END + 20
  const side = mixed(set.brandDark, front.colour, front.share)
  brush.fillStyle = blend(
    brush,
    [0, edge],
    [0, bottom],
    mixed(side, '#ffffff', 0.12),
    mixed(side, '#000000', 0.1),
    mixed(side, '#000000', 0.5),
  )
  brush.fillRect(x, edge - LAP, width, bottom - edge + LAP)
  if (front.hasSlats) paintSlats(brush, x, width, edge, bottom)
  brush.fillStyle = blend(brush, [0, edge], [0, edge + 120], faded('#ffe9c4', 0.34), faded('#ffe9c4', 0))
  brush.fillRect(x, edge, width, 120)
  brush.fillStyle = blend(brush, [0, BOARD_END], [0, edge], ...end)
  brush.fillRect(x, BOARD_END, width, edge - BOARD_END)
  brush.fillStyle = 'rgba(255, 240, 214, 0.6)'
  brush.fillRect(x, BOARD_END, width, 2)
}

/** Width of the slats of a front. */
const SLAT = 44

function paintSlats(brush: Brush, x: number, width: number, edge: number, bottom: number): void {
  for (let left = Math.floor(x / SLAT) * SLAT; left < x + width; left += SLAT) {
    brush.fillStyle = blend(
      brush,
      [left, 0],
      [left + SLAT, 0],
      'rgba(255, 255, 255, 0.07)',
      'rgba(0, 0, 0, 0.16)',
    )
    brush.fillRect(left + 2, edge, SLAT - 4, bottom - edge)
  }
}
