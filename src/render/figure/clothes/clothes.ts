import { apart, blend, path, points } from '../../paint/brush.ts'
import { faded, mixed } from '../../paint/colour.ts'
import { dropFolds, paintGarment, torsoOutline } from './garment.ts'
import { crease, push } from '../../paint/surface.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Surface } from '../../paint/surface.ts'

/** How wide a neck is at its base, in logical units from the middle. */
export const NECK = 62

/** Where each top begins beside the neck: units beyond it, and height. */
const BEGINS = {
  shirt: [16, 205],
  polo: [16, 205],
  crew: [12, 236],
  turtleneck: [10, 236],
  blouse: [33, 259],
} as const

/** The same of a jacket or cardigan, whose collar stands higher than most tops. */
const OUTER_BEGINS = { blazer: [22, 223], cardigan: [28, 236] } as const

/**
 * Paints the inside of the clothes behind the neck: without it, the room would be seen between the neck and what stands
 * off it, and through soft edges that lie on each other. Origin: the head's at rest.
 */
export function paintInsideOfClothes(brush: Brush, { head, clothes: { top, outer } }: PresenterLook): void {
  const inside = (cloth: typeof top | typeof outer, [beyond, y]: readonly [number, number]) => {
    const half = NECK * head.neck + beyond
    brush.fillStyle = blend(
      brush,
      [-half, 0],
      [half, 0],
      cloth.dark,
      mixed(cloth.base, cloth.dark, 0.5),
      cloth.dark,
    )
    brush.fill(
      path(
        `M ${-half} ${y} L ${half} ${y} L ${half + 6} ${y + 28} L ${half + 6} 640 L ${-half - 6} 640 L ${-half - 6} ${y + 28} Z`,
      ),
    )
  }
  if (outer.cut !== 'none') inside(outer, OUTER_BEGINS[outer.cut])
  inside(top, BEGINS[top.cut])
}

/** Paints what is worn under the jacket, or alone. Origin: the head's at rest. */
export function paintTop(brush: Brush, look: PresenterLook): void {
  const { cut } = look.clothes.top
  if (cut === 'shirt') paintShirt(brush, look)
  else if (cut === 'polo') paintPolo(brush, look)
  else if (cut === 'crew') paintCrew(brush, look)
  else if (cut === 'turtleneck') paintTurtleneck(brush, look)
  else paintBlouse(brush, look)
}

function paintBlouse(brush: Brush, look: PresenterLook): void {
  const neck = NECK * look.head.neck + 34
  paintGarment(brush, look, {
    path: path(
      `${torsoOutline(look, neck, 262)} C ${neck - 12} 320 52 392 0 424 C -52 392 ${-neck + 12} 320 ${-neck} 262 Z`,
    ),
    colour: look.clothes.top.base,
    weave: 'smooth',
    thickness: 5,
    folds(surface) {
      dropFolds(surface, look, 21, 0.9)
      softDrapes(surface)
    },
  })
}

/** Folds of thin cloth that hangs from the shoulders: how deep, and their course. */
const DRAPES = [
  [-5, '-104 330, -64 440, -44 560'],
  [4, '-88 330, -46 440, -24 600'],
  [-5, '108 336, 72 440, 48 580'],
  [4, '92 336, 52 450, 26 610'],
  [-4, '8 440, 4 520, 10 620'],
  [-4, '-170 330, -130 430, -120 560'],
  [-4, '172 336, 136 440, 126 560'],
] as const

function softDrapes(surface: Surface): void {
  for (const [amount, line] of DRAPES) crease(surface, amount, 9, points(line))
}

function paintCrew(brush: Brush, look: PresenterLook): void {
  const neck = NECK * look.head.neck + 10
  const bare = look.clothes.outer.cut === 'none'
  const collar = `C ${neck} 300 ${neck * 0.5} 326 0 328 C ${-neck * 0.5} 326 ${-neck} 300 ${-neck} 240`
  paintGarment(brush, look, {
    path: path(`${torsoOutline(look, neck, 240)} ${collar} Z`),
    colour: look.clothes.top.base,
    weave: bare ? 'knitted' : 'smooth',
    thickness: 5,
    folds: (surface) => dropFolds(surface, look, 31, bare ? 1.1 : 0.7),
  })
  paintGarment(brush, look, {
    path: path(
      `M ${-neck - 15} 248 C ${-neck - 8} 312 ${-neck * 0.5} 346 0 348 C ${neck * 0.5} 346 ${neck + 8} 312 ${neck + 15} 248 L ${neck - 1} 238 ${collar} Z`,
    ),
    rect: { x: -150, y: 220, width: 300, height: 150 },
    colour: mixed(look.clothes.top.base, look.clothes.top.dark, 0.12),
    weave: 'smooth',
    thickness: 7,
    folds: (surface) => rib(surface, neck),
  })
}

/** Ribs around a collar run from its inner edge outwards. */
function rib(surface: Surface, neck: number): void {
  for (let index = -14; index <= 14; index += 1) {
    const turn = (index / 14) * 1.35
    const at = (reach: number): Point => [Math.sin(turn) * reach * 1.06, 246 + Math.cos(turn) * reach * 1.16]
    crease(surface, -1.6, 1.5, [at(neck), at(neck + 26)])
  }
}

function paintTurtleneck(brush: Brush, look: PresenterLook): void {
  const { top } = look.clothes
  const neck = NECK * look.head.neck + 9
  paintGarment(brush, look, {
    path: path(`${torsoOutline(look, neck, 236)} Z`),
    colour: top.base,
    weave: 'knitted',
    thickness: 5,
    folds: (surface) => dropFolds(surface, look, 41, 1),
  })
  paintGarment(brush, look, {
    path: path(
      `M ${-neck} 184 C ${-neck * 0.5} 208 ${neck * 0.5} 208 ${neck} 184 C ${neck + 12} 210 ${neck + 14} 240 ${neck + 12} 272 C ${neck * 0.6} 306 ${-neck * 0.6} 306 ${-neck - 12} 272 C ${-neck - 14} 240 ${-neck - 12} 210 ${-neck} 184 Z`,
    ),
    rect: { x: -140, y: 165, width: 280, height: 160 },
    colour: top.base,
    weave: 'smooth',
    thickness: 8,
    folds(surface) {
      push(surface, 26, { at: [0, 240], radius: [70, 70] })
      for (let index = -12; index <= 12; index += 1) {
        const x = (index / 12) * neck
        crease(surface, -1.8, 1.7, [
          [x, 176],
          [x * 1.04, 232],
          [x * 1.1, 312],
        ])
      }
    },
  })
}

function paintShirt(brush: Brush, look: PresenterLook): void {
  const { top } = look.clothes
  const neck = NECK * look.head.neck + 16
  paintGarment(brush, look, {
    path: path(
      `${torsoOutline(look, neck, 244)} C ${neck - 10} 310 30 350 2 392 C -30 350 ${-neck + 10} 310 ${-neck} 244 Z`,
    ),
    colour: top.base,
    weave: 'smooth',
    thickness: 4,
    folds(surface) {
      dropFolds(surface, look, 51, 0.9)
      softDrapes(surface)
      placket(surface)
    },
  })
  paintCollar(brush, look, neck, 400)
  paintButtons(brush, top.base)
}

function placket(surface: Surface): void {
  crease(surface, 3, 9, [
    [4, 380],
    [5, 500],
    [5, 640],
  ])
  for (const x of [-12, 20]) {
    crease(surface, -2.4, 1.8, [
      [x, 384],
      [x + 1, 500],
      [x + 1, 640],
    ])
  }
}

function paintButtons(brush: Brush, colour: string): void {
  for (const y of [436, 506, 576]) {
    for (const [dx, dy, tone, size] of [
      [1, 1.6, faded('#0a0610', 0.4), 5],
      [0, 0, mixed(colour, '#ffffff', 0.5), 4.6],
      [0.6, 0.6, mixed(colour, '#8a8690', 0.4), 2.6],
    ] as const) {
      brush.fillStyle = tone
      brush.beginPath()
      brush.arc(4 + dx, y + dy, size, 0, Math.PI * 2)
      brush.fill()
    }
  }
}

/** Both leaves of a collar; it stands up behind the neck and opens at the throat. */
function paintCollar(brush: Brush, look: PresenterLook, neck: number, throat: number): void {
  for (const side of [-1, 1]) {
    paintGarment(brush, look, {
      path: path(
        `M ${side * (neck - 2)} 206 C ${side * (neck - 4)} 290 ${side * 36} 344 ${side * 2} ${throat - 12} L ${side * 60} ${throat + 34} C ${side * 96} ${throat - 20} ${side * (neck + 34)} 318 ${side * (neck + 26)} 256 C ${side * (neck + 22)} 232 ${side * (neck + 12)} 212 ${side * (neck - 2)} 206 Z`,
      ),
      rect: { x: -160, y: 190, width: 320, height: 270 },
      colour: look.clothes.top.base,
      weave: 'smooth',
      thickness: 6,
      folds(surface) {
        push(surface, 10, { at: [side * (neck + 6), 250], radius: [20, 40] })
        crease(surface, -1.6, 1.3, [
          [side * (neck + 20), 262],
          [side * (neck + 18), 320],
          [side * 60, throat + 22],
        ])
      },
    })
  }
}

function paintPolo(brush: Brush, look: PresenterLook): void {
  const { top } = look.clothes
  const neck = NECK * look.head.neck + 16
  paintGarment(brush, look, {
    path: path(
      `${torsoOutline(look, neck, 244)} C ${neck - 10} 300 24 336 2 372 C -24 336 ${-neck + 10} 300 ${-neck} 244 Z`,
    ),
    colour: top.base,
    weave: 'woven',
    thickness: 4,
    folds(surface) {
      dropFolds(surface, look, 61, 1)
      placket(surface)
    },
  })
  paintCollar(brush, look, neck, 380)
  apart(brush, () => paintButtons(brush, mixed(top.base, '#ffffff', 0.35)))
}
