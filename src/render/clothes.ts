import { apart, blend, castShadow, faded, mixed, path, spot } from './brush.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** Paints what is worn under the jacket. Origin: the head's at rest. */
export function paintTop(brush: Brush, look: PresenterLook): void {
  const { cut } = look.clothes.top
  if (cut === 'shirt') paintShirt(brush, look)
  else if (cut === 'crew') paintCrew(brush, look)
  else paintBlouse(brush, look)
}

function paintBlouse(brush: Brush, { clothes: { top } }: PresenterLook): void {
  const blouse = path(
    'M -120 292 C -96 356 -56 428 0 462 C 56 428 96 356 120 292 L 168 352 L 140 760 L -140 760 L -168 352 Z',
  )
  apart(brush, () => {
    castShadow(brush, 'rgba(60, 24, 10, 0.4)', 9, [0, -3])
    brush.fillStyle = litFromLeft(brush, top, [-130, 150], 0.7)
    brush.fill(blouse)
  })
  apart(brush, () => {
    brush.clip(blouse)
    spot(brush, top.shade, 0.75, [64, 420], [16, 90], 0.5)
    spot(brush, top.shade, 0.6, [-44, 520], [12, 100], -0.2)
    spot(brush, top.shade, 0.6, [30, 560], [12, 90], 0.12)
    spot(brush, '#ffffff', 0.7, [-12, 500], [10, 60])
  })
  brush.strokeStyle = faded(top.shade, 0.9)
  brush.lineWidth = 2.5
  brush.stroke(path('M -114 306 C -88 368 -52 428 0 460 C 52 428 88 368 114 306'))
}

function paintShirt(brush: Brush, look: PresenterLook): void {
  const {
    clothes: { top },
    head,
  } = look
  const front = path(
    'M -108 262 C -74 330 -34 370 2 420 C 34 370 74 330 108 262 L 166 352 L 130 760 L -130 760 L -166 352 Z',
  )
  brush.fillStyle = litFromLeft(brush, top, [-120, 130], 0.6)
  brush.fill(front)
  apart(brush, () => {
    brush.clip(front)
    spot(brush, top.shade, 0.8, [48, 560], [14, 120], 0.1)
    spot(brush, top.shade, 0.6, [-60, 520], [12, 100], -0.25)
  })
  brush.strokeStyle = faded(mixed(top.shade, '#30405a', 0.4), 0.7)
  brush.lineWidth = 2.4
  brush.stroke(path('M 4 416 C 8 520 8 660 6 760'))
  brush.fillStyle = mixed(top.shade, '#ffffff', 0.35)
  for (const y of [470, 550, 630, 700]) {
    brush.beginPath()
    brush.arc(-4, y, 5, 0, Math.PI * 2)
    brush.fill()
  }
  const wide = 63 * head.neck
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.scale(side, 1)
      castShadow(brush, 'rgba(10, 15, 35, 0.45)', 12, [0, 5])
      brush.fillStyle =
        side < 0
          ? blend(brush, [60, 250], [100, 440], top.light, mixed(top.light, top.shade, 0.35))
          : blend(brush, [60, 250], [100, 440], mixed(top.light, top.shade, 0.45), top.shade)
      brush.fill(
        path(
          `M ${wide + 10} 220 C ${wide + 2} 300 40 350 -2 412 L 52 436 C 98 392 116 336 ${wide + 24} 264 C ${wide + 22} 244 ${wide + 18} 230 ${wide + 10} 220 Z`,
        ),
      )
    })
  }
}

function paintCrew(brush: Brush, { clothes: { top } }: PresenterLook): void {
  const front = path(
    'M -116 280 C -90 340 -48 366 0 368 C 48 366 90 340 116 280 L 168 352 L 140 760 L -140 760 L -168 352 Z',
  )
  brush.fillStyle = litFromLeft(brush, top, [-130, 150], 0.6)
  brush.fill(front)
  apart(brush, () => {
    brush.clip(front)
    spot(brush, top.shade, 0.7, [40, 520], [16, 110], 0.2)
    spot(brush, top.shade, 0.5, [-50, 540], [14, 110], -0.15)
  })
  brush.lineWidth = 13
  brush.strokeStyle = mixed(top.light, top.shade, 0.45)
  brush.stroke(path('M -114 290 C -88 346 -46 372 0 374 C 46 372 88 346 114 290'))
  brush.lineWidth = 2
  brush.strokeStyle = faded(mixed(top.shade, '#000000', 0.3), 0.5)
  brush.stroke(path('M -112 302 C -84 354 -44 380 0 382 C 44 380 84 354 112 302'))
}

/** Light on the side of the window, the shade towards the other; `turn` is how deep the third of four steps is. */
function litFromLeft(
  brush: Brush,
  { light, shade }: PresenterLook['clothes']['top'],
  [left, right]: readonly [number, number],
  turn: number,
) {
  return blend(brush, [left, 0], [right, 0], light, light, mixed(light, shade, turn), shade)
}
