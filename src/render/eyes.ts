import { apart, blend, faded, mixed, oval, path, spot } from './brush.ts'
import { between } from './noise.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** Distance of each eye's middle from the middle of the face, and their height. */
export const EYE_PLACE = { x: 62, y: -12 } as const

/** What the eyes do at one moment. */
export interface EyesState {
  readonly lids: number
  readonly gazeX: number
  readonly gazeY: number
}

/** Paints both eyes: whites, irises, lids and lashes. Brush origin: the head's. */
export function paintEyes(brush: Brush, look: PresenterLook, state: EyesState): void {
  for (const side of [-1, 1] as const) {
    apart(brush, () => {
      brush.translate(EYE_PLACE.x * side, EYE_PLACE.y)
      // From here on the outer corner is at positive x on both sides.
      brush.scale(side * look.eyes.size, look.eyes.size)
      brush.rotate(-look.eyes.tilt)
      paintEye(brush, look, state, side)
    })
  }
}

interface Lids {
  readonly upper: string
  readonly upperInner: number
  readonly upperOuter: number
  readonly lower: string
}

/** The rims of the lids as curves from the inner corner to the outer one. */
function lidsOf(lids: number, opening: number): Lids {
  const mix = (open: number, shut: number) => open + (shut - open) * lids
  const upperInner = mix(-19 * opening, 9)
  const upperOuter = mix(-22 * opening, 11)
  const lowerMiddle = 12.5 * opening
  return {
    upperInner,
    upperOuter,
    upper: `M -35 7 C -24 ${upperInner} 10 ${upperOuter} 36 ${mix(-2, 2)}`,
    lower: `C 26 ${lowerMiddle + 1} -8 ${lowerMiddle + 4} -35 7`,
  }
}

function paintEye(brush: Brush, look: PresenterLook, state: EyesState, side: -1 | 1): void {
  const lids = lidsOf(Math.min(1, state.lids), look.eyes.opening)
  if (state.lids < 0.94) paintBall(brush, look, state, lids, side)
  if (state.lids > 0.04) paintShutLid(brush, look, lids, state.lids)
  paintRims(brush, look, lids, state.lids)
}

function paintBall(
  brush: Brush,
  { eyes, skin }: PresenterLook,
  state: EyesState,
  lids: Lids,
  side: number,
): void {
  apart(brush, () => {
    brush.clip(path(`${lids.upper} ${lids.lower} Z`))
    brush.fillStyle = blend(brush, [0, -18], [0, 14], '#b9aca8', '#f4efec', '#fbf8f6', '#e6dbd5')
    brush.fillRect(-44, -34, 90, 60)
    spot(brush, '#d9857a', 0.75, [-34, 7], [7, 5])
    spot(brush, skin.deep, 0.45, [36, 0], [10, 12])
    const x = state.gazeX * 7 * side - 1
    const y = -3.5 + state.gazeY * 5
    const iris = brush.createRadialGradient(x, y + 4, 2, x, y, 16.5)
    iris.addColorStop(0, eyes.iris.light)
    iris.addColorStop(0.5, eyes.iris.base)
    iris.addColorStop(0.84, mixed(eyes.iris.base, eyes.iris.rim, 0.55))
    iris.addColorStop(1, eyes.iris.rim)
    brush.fillStyle = iris
    oval(brush, [x, y], [16.2, 16.2])
    spot(brush, eyes.iris.light, 0.7, [x + 4 * side, y + 8], [8, 4.5])
    brush.fillStyle = '#070404'
    oval(brush, [x, y], [7.2, 7.2])
    // The upper lid shades the ball; without this the eye stares.
    brush.strokeStyle = 'rgba(30, 14, 10, 0.34)'
    brush.lineWidth = 13
    brush.stroke(path(lids.upper))
    brush.fillStyle = 'rgba(255, 255, 255, 0.95)'
    oval(brush, [x - 5.5 * side, y - 5.5], [3.7, 4.3], 0.3)
    brush.fillStyle = 'rgba(255, 255, 255, 0.35)'
    oval(brush, [x + 6 * side, y + 6.5], [2.4, 2])
  })
}

/** The skin that comes down with a blink. */
function paintShutLid(
  brush: Brush,
  { skin }: PresenterLook,
  { upper, upperOuter, upperInner }: Lids,
  lids: number,
): void {
  brush.fillStyle = blend(
    brush,
    [0, -24],
    [0, 10],
    mixed(skin.base, skin.deep, 0.22),
    mixed(skin.base, skin.shade, 0.25),
  )
  brush.fill(path(`${upper} C 12 -27 -24 -24 -35 7 Z`))
  brush.strokeStyle = faded(skin.deep, 0.28 * lids)
  brush.lineWidth = 2
  brush.stroke(path(`M -30 ${upperInner * 0.5} C -18 ${upperInner - 7} 10 ${upperOuter - 8} 34 -3`))
}

function paintRims(brush: Brush, { skin, eyes, hair }: PresenterLook, lids: Lids, shut: number): void {
  const ink = mixed(hair.root, '#0c0605', 0.6)
  const thick = 2.6 + eyes.lashes * 3.6
  brush.lineCap = 'round'
  // The fold above the lid goes up with the brow bone and smooths out when the eye shuts.
  brush.strokeStyle = faded(skin.deep, 0.55 - shut * 0.3)
  brush.lineWidth = 2.2
  brush.stroke(
    path(`M -32 ${-5 - 2 * (1 - shut)} C -20 ${-27 + shut * 6} 12 ${-31 + shut * 7} 40 ${-9 + shut * 3}`),
  )
  const outer = 2 * shut - 2
  brush.fillStyle = ink
  brush.fill(
    path(
      `${lids.upper} L ${38 + eyes.lashes * 6} ${outer - 2 - eyes.lashes * 5 * (1 - shut)} C 12 ${lids.upperOuter - thick} -22 ${lids.upperInner - thick * 0.7} -36 7 Z`,
    ),
  )
  brush.strokeStyle = faded(mixed(skin.deep, ink, 0.4), 0.5)
  brush.lineWidth = 1.5
  brush.stroke(path(`M 36 -1 ${lids.lower}`))
  if (eyes.lashes < 0.5 || shut > 0.8) return
  brush.strokeStyle = ink
  brush.lineWidth = 1.7
  for (const [x, y, dx, dy] of [
    [38, -3, 8, -6],
    [34, -7, 8, -8],
    [28, -11, 6, -9],
  ] as const) {
    const fall = shut * 10
    brush.stroke(path(`M ${x} ${y + fall} q ${dx * 0.6} ${dy * 0.3 + fall * 0.3} ${dx} ${dy + fall}`))
  }
}

/** Paints both brows, hair by hair. Origin: the head's; brows at rest. */
export function paintBrows(brush: Brush, { brows }: PresenterLook): void {
  const arch = brows.arch * 11
  const hairs = 74
  brush.lineCap = 'round'
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate(62 * side, -58)
      brush.scale(side, 1)
      const height = 11 * brows.thickness
      brush.fillStyle = faded(brows.colour, 0.5)
      brush.fill(
        path(
          `M -38 ${height * 0.55} C -39 ${-height * 0.1} -38 ${-height * 0.5} -34 ${-height * 0.55} C -10 ${-arch - height * 0.75} 18 ${-arch - height * 0.6} 46 ${4 - arch * 0.1} C 20 ${-arch + height * 0.25} -8 ${-arch * 0.8 + height * 0.5} -38 ${height * 0.55} Z`,
        ),
      )
      for (let index = 0; index < hairs; index += 1) {
        const along = index / hairs
        const x = -38 + along * 82 + between(7, index, -2, 2)
        const bow = -arch * Math.sin(Math.min(1, along * 1.15) * Math.PI * 0.78) * 1.05
        const thin = height * (1 - along * 0.75) * (0.75 + 0.25 * Math.min(1, along * 8))
        const y = bow + along * 5 + between(8, index, 0.1, 0.5) * thin
        brush.strokeStyle = faded(brows.colour, between(9, index, 0.35, 0.85))
        brush.lineWidth = between(10, index, 1, 1.9)
        brush.stroke(
          path(
            `M ${x} ${y} q ${3 + along * 5} ${-thin * (0.75 - along * 0.4)} ${7 + along * 5} ${-thin * (0.8 - along * 0.75)}`,
          ),
        )
      }
    })
  }
}
