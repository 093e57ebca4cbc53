import { apart, blend, castShadow, path } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** A lens seen from the front, the nose at negative x. */
const LENSES = {
  round: 'M -45 2 C -45 -26 -26 -41 0 -41 C 27 -41 46 -25 46 0 C 46 27 26 43 0 43 C -27 43 -45 28 -45 2 Z',
  square:
    'M -44 -24 C -42 -33 -32 -36 -4 -36 C 28 -36 46 -34 48 -24 C 50 4 46 28 36 36 C 24 43 -18 43 -30 36 C -42 28 -46 2 -44 -24 Z',
  cat: 'M -42 -18 C -38 -30 -16 -34 4 -36 C 26 -38 48 -44 58 -40 C 58 -16 52 18 34 31 C 18 41 -18 40 -30 29 C -42 17 -45 -4 -42 -18 Z',
} as const

/** Paints glasses. Origin: the head's. */
export function paintGlasses(brush: Brush, { glasses, head, eyes }: PresenterLook): void {
  if (!glasses) return
  const lens = path(LENSES[glasses.shape])
  const thick = 5.4 * glasses.thickness
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate(64 * eyes.spacing * side, -8)
      brush.scale(side, 1)
      paintLens(brush, lens, side)
      apart(brush, () => {
        castShadow(brush, 'rgba(30, 8, 4, 0.5)', 5, [2, 6])
        brush.strokeStyle = blend(
          brush,
          [-40, -40],
          [50, 40],
          mixed(glasses.frame, '#ffffff', 0.22),
          glasses.frame,
          mixed(glasses.frame, '#000000', 0.35),
        )
        brush.lineWidth = thick
        brush.stroke(lens)
        brush.lineCap = 'round'
        brush.lineWidth = thick * 1.05
        brush.stroke(path(`M 47 -24 L ${138 * head.width - 64} -26`))
        brush.lineCap = 'butt'
      })
      apart(brush, () => {
        brush.translate(-0.8, -thick * 0.24)
        brush.strokeStyle = faded(mixed(glasses.frame, '#ffffff', 0.75), 0.42)
        brush.lineWidth = thick * 0.2
        brush.stroke(lens)
      })
    })
  }
  apart(brush, () => {
    castShadow(brush, 'rgba(30, 8, 4, 0.5)', 4, [1, 5])
    brush.strokeStyle = glasses.frame
    brush.lineWidth = thick
    brush.stroke(path(`M ${-20 * eyes.spacing} -14 C -11 -24 11 -24 ${20 * eyes.spacing} -14`))
  })
}

/** Glass is seen by what it mirrors: the window, as a band across. */
function paintLens(brush: Brush, lens: ReturnType<typeof path>, side: number): void {
  apart(brush, () => {
    brush.clip(lens)
    brush.fillStyle = 'rgba(214, 232, 255, 0.05)'
    brush.fill(lens)
    brush.scale(side, 1)
    brush.fillStyle = blend(
      brush,
      [-40, -44],
      [6, 30],
      'rgba(255, 255, 255, 0.26)',
      'rgba(255, 255, 255, 0.03)',
    )
    brush.fill(path('M -60 -50 L -16 -50 L -44 50 L -80 50 Z'))
    brush.fillStyle = blend(
      brush,
      [0, -44],
      [30, 30],
      'rgba(255, 255, 255, 0.13)',
      'rgba(255, 255, 255, 0.01)',
    )
    brush.fill(path('M -4 -50 L 8 -50 L -20 50 L -32 50 Z'))
  })
}
