import { apart, blend, castShadow, path } from '../../paint/brush.ts'
import { NECK } from './clothes.ts'
import { dropFolds, paintGarment, torsoOutline } from './garment.ts'
import { crease, push } from '../../paint/surface.ts'
import type { Brush } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'

/** Paints the jacket or cardigan, if one is worn. Origin: the head's at rest. */
export function paintOuter(brush: Brush, look: PresenterLook): void {
  const { cut } = look.clothes.outer
  if (cut === 'blazer') paintBlazer(brush, look)
  if (cut === 'cardigan') paintCardigan(brush, look)
}

function paintBlazer(brush: Brush, look: PresenterLook): void {
  const { outer } = look.clothes
  const neck = NECK * look.head.neck + 26
  paintGarment(brush, look, {
    path: path(
      `${torsoOutline(look, neck, 246)} C ${neck + 4} 330 108 400 88 440 C 60 520 30 590 14 640 L -14 640 C -30 590 -60 520 -88 440 C -108 400 ${-neck - 4} 330 ${-neck} 246 Z`,
    ),
    colour: outer.base,
    weave: 'woven',
    thickness: 6,
    folds(surface) {
      dropFolds(surface, look, 71, 0.8)
      // The sleeve is set in: a seam from the shoulder down.
      for (const side of [-1, 1]) {
        crease(surface, -3.4, 2.6, [
          [side * 318 * look.clothes.shoulders, 330],
          [side * 330 * look.clothes.shoulders, 400],
          [side * 312 * look.clothes.shoulders, 470],
        ])
        push(surface, 8, { at: [side * 336 * look.clothes.shoulders, 352], radius: [44, 26] })
      }
      crease(surface, -4, 1.8, [
        [150, 520],
        [190, 514],
        [232, 516],
      ])
    },
  })
  for (const side of [1, -1]) paintLapel(brush, look, side, neck)
  paintMicrophone(brush)
}

function paintLapel(brush: Brush, look: PresenterLook, side: number, neck: number): void {
  const x = (value: number) => side * value
  paintGarment(brush, look, {
    path: path(
      `M ${x(neck - 4)} 226 C ${x(neck + 14)} 236 ${x(neck + 34)} 262 ${x(neck + 62)} 292 L ${x(190)} 372 L ${x(152)} 388 L ${x(184)} 420 C ${x(150)} 500 ${x(84)} 590 ${x(40)} 640 L ${x(6)} 640 C ${x(28)} 590 ${x(56)} 520 ${x(80)} 440 C ${x(98)} 400 ${x(neck + 4)} 320 ${x(neck - 4)} 226 Z`,
    ),
    rect: { x: -260, y: 210, width: 520, height: 430 },
    colour: look.clothes.outer.base,
    weave: 'woven',
    thickness: 7,
    folds(surface) {
      push(surface, 12, { at: [x(128), 400], radius: [34, 110], turn: x(0.4) })
      crease(surface, -2, 1.5, [
        [x(188), 376],
        [x(152), 388],
        [x(104), 366],
      ])
      crease(surface, 10, 14, [
        [x(neck + 6), 240],
        [x(neck + 18), 300],
        [x(100), 372],
      ])
    },
  })
}

function paintCardigan(brush: Brush, look: PresenterLook): void {
  const { outer } = look.clothes
  const neck = NECK * look.head.neck + 34
  const edge = (inset: number) =>
    `C ${neck + inset} 330 ${96 + inset} 420 ${74 + inset} 500 C ${64 + inset} 560 ${60 + inset} 600 ${58 + inset} 640`
  paintGarment(brush, look, {
    path: path(
      `${torsoOutline(look, neck, 252)} ${edge(0)} L -58 640 C -60 600 -64 560 -74 500 C -96 420 ${-neck} 330 ${-neck} 252 Z`,
    ),
    colour: outer.base,
    weave: 'knitted',
    thickness: 7,
    folds: (surface) => dropFolds(surface, look, 81, 1.1),
  })
  for (const side of [1, -1]) {
    const x = (value: number) => side * value
    paintGarment(brush, look, {
      path: path(
        `M ${x(neck - 6)} 238 C ${x(neck + 2)} 330 ${x(92)} 420 ${x(70)} 500 C ${x(60)} 560 ${x(56)} 600 ${x(54)} 640 L ${x(90)} 640 C ${x(92)} 600 ${x(96)} 560 ${x(106)} 506 C ${x(126)} 430 ${x(neck + 40)} 350 ${x(neck + 26)} 262 C ${x(neck + 18)} 246 ${x(neck + 8)} 240 ${x(neck - 6)} 238 Z`,
      ),
      rect: { x: -200, y: 220, width: 400, height: 420 },
      colour: outer.base,
      weave: 'smooth',
      thickness: 7,
      folds(surface) {
        for (let index = 0; index < 30; index += 1) {
          const y = 262 + index * 13
          const middle = y < 500 ? neck + 6 - ((y - 240) / 260) * (neck - 82) : 80
          crease(surface, -1.5, 1.5, [
            [x(middle - 24), y + 4],
            [x(middle + 24), y - 4],
          ])
        }
      },
    })
  }
  paintMicrophone(brush)
}

function paintMicrophone(brush: Brush): void {
  apart(brush, () => {
    castShadow(brush, 'rgba(0, 0, 0, 0.55)', 5, [1, 3])
    brush.fillStyle = blend(brush, [-106, 0], [-93, 0], '#4a4f58', '#16181d')
    brush.beginPath()
    brush.roundRect(-106, 446, 13, 24, 6)
    brush.fill()
  })
  brush.fillStyle = 'rgba(255, 255, 255, 0.4)'
  brush.fillRect(-103, 450, 2.6, 8)
}
