import { apart, blend, curve, path } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import type { Brush, Point } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

/** What drawing brows together does to each: radians that it turns, and units that it moves to the nose and down. */
const KNIT = { turn: 0.13, inwards: 5, down: 4 } as const

/**
 * Paints both brows: a soft body, then hairs that lie along it. Origin: the head's; brows at rest.
 *
 * @param knit how far they are drawn together and down at the nose, to 1; raised there, to -0.5.
 */
export function paintBrows(brush: Brush, look: PresenterLook, knit: number): void {
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate((62 * look.eyes.spacing - KNIT.inwards * knit) * side, -60 + KNIT.down * knit)
      brush.scale(side, 1)
      brush.rotate(-look.brows.slant - KNIT.turn * knit)
      paintBrow(brush, look)
    })
  }
}

/** Spine of a brow from the nose outwards: place, share of the arch, share of the thickness. */
const BROW = [
  [-39, -0.3, 0.34],
  [-28, -0.52, 0.5],
  [-8, -0.82, 0.5],
  [12, -1, 0.43],
  [30, -0.74, 0.27],
  [50, 0.1, 0.05],
] as const

const HAIRS = 150

function paintBrow(brush: Brush, { brows: { colour, arch, thickness }, skin }: PresenterLook): void {
  const rise = 4 + arch * 9
  const thick = 12.5 * thickness
  const spine = BROW.map(([x, up, half]) => ({ x, y: up * rise + 3, half: half * thick }))
  apart(brush, () => {
    // A brow stands off the skin: a breath of shade below it.
    brush.filter = `blur(${1.2 * brush.getTransform().d}px)`
    brush.fillStyle = blend(
      brush,
      [-42, 0],
      [48, 0],
      faded(colour, 0.3),
      faded(colour, 0.72),
      faded(colour, 0.6),
    )
    brush.fill(
      curve(
        [
          ...spine.map(({ x, y, half }): Point => [x, y - half * 0.86]),
          ...spine.toReversed().map(({ x, y, half }): Point => [x, y + half * 0.9]),
        ],
        true,
      ),
    )
  })
  brush.lineCap = 'round'
  for (let index = 0; index < HAIRS; index += 1) {
    const along = (index / HAIRS) * (spine.length - 1.4)
    const [from, to] = [spine[Math.floor(along)], spine[Math.floor(along) + 1]]
    if (!from || !to) continue
    const part = along % 1
    const at = (member: 'x' | 'y' | 'half') => from[member] + (to[member] - from[member]) * part
    const height = at('half') * between(8, index, -0.75, 1)
    const lean = 1 - along / spine.length
    brush.strokeStyle = faded(
      mixed(colour, skin.light, between(11, index, 0, 0.22)),
      between(9, index, 0.35, 0.8),
    )
    brush.lineWidth = between(10, index, 0.8, 1.5)
    brush.stroke(
      path(
        `M ${at('x') - 2} ${at('y') + height} q 3 ${-at('half') * 0.6 * lean} 8 ${-at('half') * 1.1 * lean + 1.8 - lean * 1.6}`,
      ),
    )
  }
}
