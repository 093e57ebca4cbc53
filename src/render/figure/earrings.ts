import { apart, blend, castShadow, oval } from '../paint/brush.ts'
import { mixed } from '../paint/colour.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** Paints earrings at the lobes. Origin: the head's. */
export function paintEarrings(brush: Brush, { earrings, head }: PresenterLook): void {
  if (!earrings) return
  const { kind, colour } = earrings
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate(side * (146 + (head.width - 1) * 140 + (head.ears - 1) * 14), 2 + 44 * head.ears)
      castShadow(brush, 'rgba(20, 6, 4, 0.5)', 4, [2, 3])
      const metal = blend(
        brush,
        [-8, -8],
        [8, 26],
        mixed(colour, '#ffffff', 0.7),
        colour,
        mixed(colour, '#1a0c04', 0.45),
      )
      brush.fillStyle = metal
      brush.strokeStyle = metal
      if (kind === 'hoop') {
        brush.lineWidth = 4
        brush.beginPath()
        brush.ellipse(0, 20, 13, 18, 0, 0, Math.PI * 2)
        brush.stroke()
      } else if (kind === 'drop') {
        brush.fillRect(-1, 0, 2, 14)
        oval(brush, [0, 22], [6.5, 10])
      } else oval(brush, [0, 0], [6, 6])
      brush.fillStyle = 'rgba(255, 255, 255, 0.8)'
      oval(brush, [-2, kind === 'drop' ? 18 : kind === 'hoop' ? 3 : -2], [1.6, 1.8])
    })
  }
}
