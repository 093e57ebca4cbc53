import { apart, blend, castShadow, faded, mixed, path } from './brush.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** Paints glasses with a thin frame. Origin: the head's. */
export function paintGlasses(brush: Brush, { glasses }: PresenterLook): void {
  if (!glasses) return
  const lens =
    'M -46 -26 C -30 -34 30 -34 46 -26 C 52 -4 44 30 16 34 C -10 38 -40 30 -48 8 C -50 -6 -50 -16 -46 -26 Z'
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate(66 * side, -10)
      brush.scale(side, 1)
      brush.fillStyle = blend(
        brush,
        [-46, -30],
        [46, 30],
        'rgba(255, 255, 255, 0.16)',
        'rgba(255, 255, 255, 0.02)',
        'rgba(255, 255, 255, 0.07)',
      )
      brush.fill(path(lens))
      castShadow(brush, 'rgba(20, 8, 4, 0.35)', 4, [2, 4])
      brush.strokeStyle = glasses.frame
      brush.lineWidth = 4.6
      brush.stroke(path(lens))
      brush.stroke(path('M 46 -24 L 78 -30'))
      brush.strokeStyle = faded(mixed(glasses.frame, '#ffffff', 0.6), 0.5)
      brush.lineWidth = 1.4
      brush.stroke(path('M -44 -27 C -30 -35 30 -35 44 -27'))
    })
  }
  brush.strokeStyle = glasses.frame
  brush.lineWidth = 4.4
  brush.stroke(path('M -19 -16 C -10 -23 10 -23 19 -16'))
}
