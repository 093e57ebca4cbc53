import { apart, blend, curve, faded, mixed, oval, path, spot } from './brush.ts'
import { between } from './noise.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** Distance of each eye's middle from the middle of the face, and their height. */
const EYE_PLACE = { x: 62, y: -12 } as const

/** What the eyes do at one moment. */
interface EyesState {
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
  /** The rim of the upper lid from the inner corner to the outer one, as path data. */
  readonly upper: string
  /** Heights of the two points that bow it. */
  readonly inner: Point
  readonly outer: Point
  /** The rim of the lower lid, going on from the outer corner back to the inner one. */
  readonly lower: string
}

/** A shut upper lid lies exactly on the lower one. */
function lidsOf(shut: number, opening: number): Lids {
  const bowed = (open: Point, closed: Point): Point => [
    open[0] + (closed[0] - open[0]) * shut,
    open[1] + (closed[1] - open[1]) * shut,
  ]
  const below = 10.5 * opening
  const inner = bowed([-23, -21 * opening], [-10, below + 3.5])
  const outer = bowed([11, -24 * opening], [26, below + 2])
  return {
    inner,
    outer,
    upper: `M -34 3.5 C ${inner.join(' ')} ${outer.join(' ')} 36 0`,
    lower: `C 26 ${below + 2} -10 ${below + 3.5} -34 3.5`,
  }
}

function paintEye(brush: Brush, look: PresenterLook, state: EyesState, side: -1 | 1): void {
  const lids = lidsOf(Math.min(1, state.lids), look.eyes.opening)
  if (state.lids < 0.94) paintBall(brush, look, state, lids, side)
  if (state.lids > 0.04) paintShutLid(brush, look, lids)
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
    const iris = brush.createRadialGradient(x, y + 4, 2, x, y, 17)
    iris.addColorStop(0, eyes.iris.light)
    iris.addColorStop(0.5, eyes.iris.base)
    iris.addColorStop(0.84, mixed(eyes.iris.base, eyes.iris.rim, 0.55))
    iris.addColorStop(1, eyes.iris.rim)
    brush.fillStyle = iris
    oval(brush, [x, y], [16.8, 16.8])
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
function paintShutLid(brush: Brush, { skin }: PresenterLook, { upper }: Lids): void {
  brush.fillStyle = blend(
    brush,
    [0, -24],
    [0, 12],
    mixed(skin.base, skin.deep, 0.24),
    mixed(skin.light, skin.base, 0.75),
    mixed(skin.base, skin.shade, 0.5),
  )
  brush.fill(path(`${upper} C 12 -30 -24 -27 -34 3.5 Z`))
}

function paintRims(brush: Brush, { skin, eyes, hair }: PresenterLook, lids: Lids, shut: number): void {
  const ink = mixed(hair.root, '#0c0605', 0.6)
  const thick = 2.4 + eyes.lashes * 3
  brush.lineCap = 'round'
  // The fold above the lid smooths out when the eye shuts.
  brush.strokeStyle = faded(skin.deep, 0.46 - shut * 0.34)
  brush.lineWidth = 2
  brush.stroke(path(`M -29 -9 C -18 ${-28 + shut * 5} 12 ${-32 + shut * 6} 38 -11`))
  const wing = 37 + eyes.lashes * 6
  brush.fillStyle = ink
  brush.fill(
    path(
      `${lids.upper} L ${wing} ${-2 - eyes.lashes * 5 * (1 - shut)} C ${lids.outer[0] + 1} ${lids.outer[1] - thick} ${lids.inner[0]} ${lids.inner[1] - thick * 0.6} -35 3.5 Z`,
    ),
  )
  brush.strokeStyle = faded(mixed(skin.deep, ink, 0.3), 0.5 * (1 - shut))
  brush.lineWidth = 1.4
  brush.stroke(path(`M 36 0 ${lids.lower}`))
  if (eyes.lashes < 0.5) return
  brush.strokeStyle = faded(ink, 0.85)
  brush.lineWidth = 1.3
  const fall = shut * 9
  brush.stroke(path(`M 33 ${-5 + fall * 0.7} q 4 ${-3 + fall * 0.5} 8 ${-6 + fall}`))
  brush.stroke(path(`M 28 ${-9 + fall} q 4 ${-3 + fall * 0.5} 7 ${-7 + fall}`))
}

/** Paints both brows: a soft body, then hairs that lie along it. Origin: the head's; brows at rest. */
export function paintBrows(brush: Brush, look: PresenterLook): void {
  for (const side of [-1, 1]) {
    apart(brush, () => {
      brush.translate(62 * side, -57)
      brush.scale(side, 1)
      paintBrow(brush, look.brows)
    })
  }
}

/** Spine of a brow from the nose outwards: place, share of the arch, share of the thickness. */
const BROW = [
  [-38, -0.42, 0.36],
  [-25, -0.58, 0.5],
  [-6, -0.84, 0.5],
  [14, -1, 0.42],
  [30, -0.76, 0.28],
  [47, 0.06, 0.06],
] as const

function paintBrow(brush: Brush, { colour, arch, thickness }: PresenterLook['brows']): void {
  const rise = 4 + arch * 8
  const thick = 11.5 * thickness
  const spine = BROW.map(([x, up, half]) => ({ x, y: up * rise + 3, half: half * thick }))
  const body = curve(
    [
      ...spine.map(({ x, y, half }): Point => [x, y - half]),
      ...spine.toReversed().map(({ x, y, half }): Point => [x, y + half]),
    ],
    true,
  )
  const ground = blend(
    brush,
    [-42, 0],
    [46, 0],
    faded(colour, 0.25),
    faded(colour, 0.8),
    faded(colour, 0.9),
    faded(colour, 0.75),
  )
  brush.fillStyle = ground
  brush.fill(body)
  brush.lineCap = 'round'
  const hairs = 90
  for (let index = 0; index < hairs; index += 1) {
    const along = (index / hairs) * (spine.length - 1.5)
    const [from, to] = [spine[Math.floor(along)], spine[Math.floor(along) + 1]]
    if (!from || !to) continue
    const part = along % 1
    const at = (member: 'x' | 'y' | 'half') => from[member] + (to[member] - from[member]) * part
    const height = at('half') * between(8, index, -0.7, 0.95)
    const lean = 1 - along / spine.length
    brush.strokeStyle = faded(colour, between(9, index, 0.25, 0.6))
    brush.lineWidth = between(10, index, 0.8, 1.4)
    brush.stroke(
      path(
        `M ${at('x') - 2} ${at('y') + height} q 3 ${-at('half') * 0.5 * lean} 7 ${-at('half') * 0.9 * lean + 1.5 - lean * 1.5}`,
      ),
    )
  }
}
