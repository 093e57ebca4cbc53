import { paintTop } from './clothes.ts'
import { apart, blend, castShadow, faded, mixed, path, spot, spots } from './brush.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { Path2D } from '@napi-rs/canvas'

/** Paints neck, top and jacket. Origin: the head's at rest. */
export function paintBody(brush: Brush, look: PresenterLook): void {
  paintNeck(brush, look)
  const broad = look.clothes.shoulders
  apart(brush, () => {
    paintTop(brush, look)
    paintJacket(brush, look, broad)
  })
}

function paintNeck(brush: Brush, { skin, head }: PresenterLook): void {
  const half = 63 * head.neck
  const neck = path(
    `M ${-half} 90 L ${-half + 3} 222 C ${-half - 6} 276 -124 296 -190 316 L -90 520 L 90 520 L 190 316 C 124 296 ${half + 6} 276 ${half - 3} 222 L ${half} 90 Z`,
  )
  brush.fillStyle = blend(
    brush,
    [-100, 0],
    [110, 0],
    mixed(skin.light, skin.base, 0.6),
    skin.base,
    mixed(skin.base, skin.shade, 0.55),
    skin.shade,
  )
  brush.fill(neck)
  apart(brush, () => {
    brush.clip(neck)
    // The head's shadow falls down and to the right.
    spot(brush, skin.deep, 0.72, [18, 178], [100, 58])
    spot(brush, skin.deep, 0.42, [half + 4, 230], [26, 90])
    spot(brush, skin.deep, 0.2, [-half + 2, 240], [14, 80])
    spot(brush, skin.light, 0.28, [-24, 262], [7, 58], -0.28)
    spot(brush, skin.deep, 0.2, [-8, 276], [7, 50], -0.24)
    spot(brush, skin.deep, 0.22, [32, 276], [9, 54], 0.26)
    spot(brush, skin.deep, 0.34, [0, 318], [15, 14])
    spots(brush, skin.deep, 0.26, [74, 322], [52, 7], -0.2)
    spots(brush, skin.light, 0.35, [70, 310], [50, 7], -0.2)
    spot(brush, skin.light, 0.3, [-30, 372], [44, 40])
  })
}

interface JacketPaths {
  readonly left: Path2D
  readonly right: Path2D
  readonly leftLapel: Path2D
  readonly rightLapel: Path2D
}

/** The body is turned a little to the light: the far shoulder is lower and shorter. */
function jacketPaths(broad: number, neck: number): JacketPaths {
  const near = 402 * broad
  const far = 388 * broad
  return {
    left: path(
      `M ${-neck} 238 L ${-neck - 26} 252 C ${-neck - 62} 294 -204 312 -280 342 C ${-near + 26} 374 ${-near + 4} 434 ${-near - 8} 520 L ${-near - 34} 760 L -4 760 C -14 650 -48 520 -90 420 C -106 366 ${-neck - 14} 300 ${-neck} 238 Z`,
    ),
    right: path(
      `M ${neck} 238 L ${neck + 26} 252 C ${neck + 62} 294 202 318 274 350 C ${far - 26} 382 ${far - 4} 444 ${far + 6} 530 L ${far + 28} 760 L 4 760 C 14 650 48 520 90 420 C 106 366 ${neck + 14} 300 ${neck} 238 Z`,
    ),
    leftLapel: path(
      `M ${-neck} 238 L ${-neck - 26} 252 C ${-neck - 44} 292 -150 324 -190 350 L -216 432 L -172 446 L -186 476 C -142 572 -78 664 -14 760 L -4 760 C -14 650 -46 520 -88 420 C -104 366 ${-neck - 14} 300 ${-neck} 238 Z`,
    ),
    rightLapel: path(
      `M ${neck} 238 L ${neck + 26} 252 C ${neck + 44} 292 148 328 186 356 L 210 438 L 168 452 L 182 482 C 138 576 76 668 14 760 L 4 760 C 14 650 46 520 88 420 C 104 366 ${neck + 14} 300 ${neck} 238 Z`,
    ),
  }
}

function paintJacket(brush: Brush, { clothes: { jacket }, head }: PresenterLook, broad: number): void {
  const { left, right, leftLapel, rightLapel } = jacketPaths(broad, 63 * head.neck + 8)
  apart(brush, () => {
    castShadow(brush, 'rgba(8, 10, 25, 0.45)', 14, [0, 0])
    brush.fillStyle = blend(
      brush,
      [-410 * broad, 320],
      [-40, 760],
      mixed(jacket.base, jacket.light, 0.75),
      jacket.base,
      mixed(jacket.base, jacket.dark, 0.6),
    )
    brush.fill(left)
    brush.fillStyle = blend(
      brush,
      [40, 320],
      [420 * broad, 700],
      jacket.base,
      mixed(jacket.base, jacket.dark, 0.55),
      jacket.dark,
    )
    brush.fill(right)
  })
  for (const [side, half] of [
    [-1, left],
    [1, right],
  ] as const) {
    apart(brush, () => {
      brush.clip(half)
      paintFolds(brush, jacket, side, broad)
    })
  }
  for (const [side, lapel] of [
    [-1, leftLapel],
    [1, rightLapel],
  ] as const)
    paintLapel(brush, jacket, side, lapel)
  paintMicrophone(brush)
}

function paintFolds(
  brush: Brush,
  jacket: PresenterLook['clothes']['jacket'],
  side: -1 | 1,
  broad: number,
): void {
  const lit = side < 0 ? 1 : 0.35
  const far = 400 * broad * side
  spot(brush, jacket.light, 0.75 * lit, [far * 0.72, 376], [104, 24], 0.42 * side)
  spot(brush, jacket.light, 0.45 * lit, [far * 0.95, 470], [26, 80], -0.12 * side)
  // Upper arm and chest part at the armhole.
  spot(brush, jacket.dark, 0.85, [far * 0.72, 610], [15, 130], 0.06 * side)
  spot(brush, jacket.light, 0.22 * lit, [far * 0.64, 560], [20, 110], 0.08 * side)
  spot(brush, jacket.dark, 0.4, [far * 0.5, 520], [70, 8], 0.75 * side)
  spot(brush, jacket.dark, 0.4, [far * 0.42, 640], [84, 9], 0.6 * side)
  spot(brush, jacket.light, 0.25 * lit, [far * 0.4, 622], [80, 8], 0.6 * side)
  spot(brush, jacket.dark, 0.6, [far * 1.04, 650], [34, 150])
  brush.strokeStyle = faded(jacket.dark, 0.28)
  brush.lineWidth = 2.4
  brush.stroke(path(`M ${far * 0.7} 352 C ${far * 0.79} 430 ${far * 0.77} 520 ${far * 0.73} 600`))
}

function paintLapel(
  brush: Brush,
  jacket: PresenterLook['clothes']['jacket'],
  side: -1 | 1,
  lapel: Path2D,
): void {
  apart(brush, () => {
    castShadow(brush, 'rgba(4, 6, 18, 0.6)', 13, [3, 5])
    const edge = side < 0 ? mixed(jacket.base, jacket.light, 0.6) : mixed(jacket.base, jacket.light, 0.12)
    brush.fillStyle = blend(brush, [side * 215, 300], [side * 10, 700], edge, jacket.base, jacket.dark)
    brush.fill(lapel)
  })
  apart(brush, () => {
    brush.clip(lapel)
    spot(brush, jacket.light, side < 0 ? 0.5 : 0.2, [side * 128, 330], [26, 60], side * 0.5)
    spot(brush, jacket.dark, 0.6, [side * 66, 520], [16, 130], side * -0.42)
  })
  brush.strokeStyle = faded(mixed(jacket.light, '#ffffff', 0.25), side < 0 ? 0.35 : 0.18)
  brush.lineWidth = 1.6
  brush.stroke(lapel)
  brush.strokeStyle = faded(jacket.dark, 0.8)
  brush.lineWidth = 2.2
  brush.stroke(path(`M ${side * 216} 434 L ${side * 172} 448 L ${side * 132} 392`))
}

function paintMicrophone(brush: Brush): void {
  apart(brush, () => {
    castShadow(brush, 'rgba(0, 0, 0, 0.5)', 5, [0, 2])
    brush.fillStyle = blend(brush, [-118, 0], [-104, 0], '#3b4048', '#121419')
    brush.beginPath()
    brush.roundRect(-118, 470, 13, 25, 6)
    brush.fill()
  })
  brush.strokeStyle = '#0e1014'
  brush.lineWidth = 2
  brush.stroke(path('M -112 495 C -112 520 -104 534 -96 548'))
  brush.fillStyle = 'rgba(255, 255, 255, 0.4)'
  brush.fillRect(-115, 474, 3, 8)
}
