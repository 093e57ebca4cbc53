import { FONT_FAMILIES } from '../paint/fonts.ts'
import type { Brush } from '../paint/brush.ts'
import type { Rect } from '../paint/stage.ts'

const TEXT = 'TEST'

/** Letters of the stamp, as a share of the view's width. */
const SIZE = 0.2

/** Leans as a stamp does. */
const TURN = -0.2

/** The logical rectangle that the stamp is in: the middle of a view. */
export function testStampExtent(view: Rect): Rect {
  const height = Math.min(view.height, view.width * 0.5)
  return { x: view.x, y: view.y + (view.height - height) / 2, width: view.width, height }
}

/** Paints the stamp of a test video: nobody takes the picture for a finished one, and what it shows is still seen. */
export function paintTestStamp(brush: Brush, view: Rect): void {
  brush.save()
  brush.translate(view.x + view.width / 2, view.y + view.height / 2)
  brush.rotate(TURN)
  brush.font = `700 ${view.width * SIZE}px ${FONT_FAMILIES}`
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.lineWidth = view.width * 0.006
  brush.strokeStyle = 'rgba(10, 14, 28, 0.55)'
  brush.strokeText(TEXT, 0, 0)
  brush.fillStyle = 'rgba(255, 255, 255, 0.5)'
  brush.fillText(TEXT, 0, 0)
  brush.restore()
}
