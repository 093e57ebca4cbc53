import { apart, blend, castShadow, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import { LOGICAL_CANVAS } from '../paint/stage.ts'
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
const THINGS_TOP = 880

/** The desk goes on a little beyond the view, so that its last pixels are as solid as the others. */
const BEYOND = 12

/** The logical rectangle that the desk fills in a view. */
export function deskExtent(view: Rect): Rect {
  const bottom = Math.max(LOGICAL_CANVAS.height, view.y + view.height + BEYOND)
  const left = Math.max(0, view.x - BEYOND)
  const right = Math.min(LOGICAL_CANVAS.width, view.x + view.width + BEYOND)
  return { x: left, y: THINGS_TOP, width: right - left, height: bottom - THINGS_TOP }
}

/** Paints the desk and what stands on it, over the presenter, as far as it is in view. Brush: logical canvas. */
export function paintDesk(brush: Brush, set: PresenterLook['set'], view: Rect): void {
  const { x, width, y, height } = deskExtent(view)
  apart(brush, () => {
    castShadow(brush, 'rgba(16, 12, 20, 0.5)', 34, [0, 0])
    brush.fillStyle = blend(brush, [0, DESK_TOP], [0, 1090], '#e9cfae', '#cfa97f', '#a87d55')
    brush.fillRect(0, DESK_TOP, 1920, BOARD_END - DESK_TOP + LAP)
  })
  for (let index = 0; index < 46; index += 1) {
    const y = between(31, index, DESK_TOP + 6, 1080)
    const x = between(32, index, -200, 1900)
    brush.strokeStyle = faded('#7d5433', between(33, index, 0.05, 0.16))
    brush.lineWidth = between(34, index, 1, 3)
    brush.stroke(path(`M ${x} ${y} q 140 ${between(35, index, -5, 5)} ${between(36, index, 260, 620)} 0`))
  }
  brush.fillStyle = 'rgba(255, 246, 228, 0.75)'
  brush.fillRect(0, DESK_TOP, 1920, 2.5)
  spot(brush, '#fff6e2', 0.5, [420, 1020], [380, 20])
  if (y + height > BOARD_END) paintFront(brush, set, x, width, y + height)
  if (width < LEAST_WIDTH_FOR_THINGS) return
  paintMug(brush, set)
  paintNotebook(brush, set)
}

/** In a narrower picture, arms are where things would stand. */
const LEAST_WIDTH_FOR_THINGS = 1400

/** The side of the desk that faces the viewer, with a strip of light under the board. */
function paintFront(brush: Brush, set: PresenterLook['set'], x: number, width: number, bottom: number): void {
  const edge = BOARD_END + 20
  const wood = mixed(set.brandDark, '#2a1f1a', 0.4)
  brush.fillStyle = blend(
    brush,
    [0, edge],
    [0, bottom],
    mixed(wood, '#ffffff', 0.12),
    mixed(wood, '#000000', 0.1),
    mixed(wood, '#000000', 0.5),
  )
  brush.fillRect(x, edge - LAP, width, bottom - edge + LAP)
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
  brush.fillStyle = blend(brush, [0, edge], [0, edge + 120], faded('#ffe9c4', 0.34), faded('#ffe9c4', 0))
  brush.fillRect(x, edge, width, 120)
  brush.fillStyle = blend(brush, [0, BOARD_END], [0, edge], '#d9b489', '#8a613d')
  brush.fillRect(x, BOARD_END, width, edge - BOARD_END)
  brush.fillStyle = 'rgba(255, 240, 214, 0.6)'
  brush.fillRect(x, BOARD_END, width, 2)
}

/** Width of the slats of the desk's front. */
const SLAT = 44

function paintMug(brush: Brush, set: PresenterLook['set']): void {
  apart(brush, () => {
    brush.translate(1452, DESK_TOP + 20)
    spot(brush, '#3a2413', 0.55, [22, 4], [66, 9])
    brush.strokeStyle = blend(brush, [40, 0], [80, 0], '#e4e8ee', '#aab3c0')
    brush.lineWidth = 11
    brush.beginPath()
    brush.arc(48, -50, 23, -1.4, 1.5)
    brush.stroke()
    const cup = path('M -48 -104 L 48 -104 L 45 -12 C 44 -2 38 3 28 3 L -28 3 C -38 3 -44 -2 -45 -12 Z')
    brush.fillStyle = blend(brush, [-48, 0], [48, 0], '#f7f8fa', '#ffffff', '#e3e7ed', '#b4bcc9')
    brush.fill(cup)
    brush.fillStyle = blend(
      brush,
      [-20, 0],
      [20, 0],
      mixed(set.brand, '#ffffff', 0.15),
      set.brand,
      mixed(set.brand, '#000000', 0.2),
    )
    brush.beginPath()
    brush.arc(-2, -50, 19, 0, Math.PI * 2)
    brush.fill()
    brush.fillStyle = 'rgba(255, 255, 255, 0.92)'
    brush.fill(path('M -8 -60 L 9 -50 L -8 -40 Z'))
    brush.fillStyle = blend(brush, [-48, 0], [48, 0], '#ffffff', '#c5ccd6')
    brush.beginPath()
    brush.ellipse(0, -104, 48, 6, 0, 0, Math.PI * 2)
    brush.fill()
  })
}

function paintNotebook(brush: Brush, set: PresenterLook['set']): void {
  spot(brush, '#3a2413', 0.45, [536, 1036], [150, 10])
  brush.fillStyle = blend(
    brush,
    [396, 0],
    [676, 0],
    mixed(set.brand, '#ffffff', 0.1),
    mixed(set.brandDark, '#ffffff', 0.12),
  )
  brush.fill(path('M 422 1020 L 648 1020 L 676 1042 L 400 1042 Z'))
  brush.fillStyle = '#f4efe6'
  brush.fillRect(400, 1042, 276, 9)
  brush.fillStyle = mixed(set.brandDark, '#000000', 0.2)
  brush.fillRect(400, 1051, 276, 4)
}
