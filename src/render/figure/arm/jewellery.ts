import { lightOf, mixed } from '../../paint/colour.ts'
import { lit } from '../../paint/light.ts'
import { LEATHER, METAL } from '../../paint/materials.ts'
import { createSurface, developed, dye, model, polish } from '../../paint/surface.ts'
import { extentOfChains, modelChains, seen } from './capsules.ts'
import { scaled, sum } from './space.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Capsule } from './bones.ts'
import type { Painted } from './painted.ts'
import type { Arm, Chain } from './skeleton.ts'
import type { Vector } from './space.ts'

/** Paints what a presenter wears on the left hand, at the right of the picture, over its skin. Brush: the elbow. */
export function paintJewellery(brush: Brush, look: PresenterLook, arm: Arm, skin: Surface): Painted[] {
  if (arm.mirror < 0) return []
  const { ring, watch } = look
  return [
    ...(watch
      ? [paintStrap(brush, look, arm, skin, watch.strap), ...paintCase(brush, look, arm, skin, watch.case)]
      : []),
    ...(ring ? [paintRing(brush, look, arm, skin, ring.colour)] : []),
  ]
}

/** Chains of a hand are numbered from the palm on: 3 is the ring finger. */
const RING_FINGER = 3

/** Where on the first bone of its finger a ring is, and how far it stands out from the skin, in logical units. */
const RING = { at: 0.5, out: 0.7 } as const

function paintRing(brush: Brush, look: PresenterLook, arm: Arm, skin: Surface, colour: string): Painted {
  const bones = arm.hand.filter(({ part }) => part === RING_FINGER).flatMap(({ capsules }) => capsules)
  const chain = {
    capsules: bones.slice(0, 1).map((bone) => around(bone, RING.at, RING.at, RING.out)),
    part: 0,
  }
  const surface = banded(brush, [chain], colour, skin)
  surface.shine.fill(0.4)
  return { surface, canvas: developed(surface, lit(surface, METAL, look.set.rim)) }
}

/** Where on the last piece of a forearm before the wrist a strap begins and ends, and how thick it is. */
const STRAP = { from: 0.66, to: 0.82, out: 2.4 } as const

function paintStrap(brush: Brush, look: PresenterLook, arm: Arm, skin: Surface, colour: string): Painted {
  const chains = strapBones(arm).map((bone) => ({ capsules: [bone], part: 0 }))
  const surface = banded(brush, chains, colour, skin)
  return { surface, canvas: developed(surface, lit(surface, LEATHER, look.set.rim)) }
}

/** The strap around both bones of a forearm, between its narrowing and the wrist. */
function strapBones({ forearm }: Arm): Capsule[] {
  return forearm
    .flatMap(({ capsules }) => capsules.slice(-2, -1))
    .map((bone) => around(bone, STRAP.from, STRAP.to, STRAP.out))
}

/** A stretch of a bone, a little thicker: its rounded ends make a band with soft edges of it. */
function around(
  { from, to, fromRadius, toRadius }: Capsule,
  begin: number,
  end: number,
  out: number,
): Capsule {
  const at = (share: number) => sum(from, scaled(sum(to, scaled(from, -1)), share))
  const radius = (share: number) => fromRadius + (toRadius - fromRadius) * share + out
  return { from: at(begin), to: at(end), fromRadius: radius(begin), toRadius: radius(end) }
}

/** How wide the two halves of a strap pass into each other. Logical units. */
const SOFTNESS = 12

/** A band is there where it stands out from the skin: fingers before it hide it. */
function banded(brush: Brush, chains: readonly Chain[], colour: string, skin: Surface): Surface {
  const surface = createSurface(brush, extentOfChains(chains), colour)
  modelChains(surface, chains, SOFTNESS)
  hideBehind(surface, skin)
  return surface
}

/** Logical units over which a band passes into the skin. */
const PASSES = 0.5

function hideBehind(surface: Surface, skin: Surface): void {
  const { width, height, cover, relief } = surface
  for (let row = 0; row < height; row += 1) {
    const skinRow = row + surface.top - skin.top
    for (let column = 0; column < width; column += 1) {
      const skinColumn = column + surface.left - skin.left
      if (skinRow < 0 || skinRow >= skin.height || skinColumn < 0 || skinColumn >= skin.width) continue
      const at = row * width + column
      const below = skin.relief[skinRow * skin.width + skinColumn] ?? 0
      const over = (relief[at] ?? 0) - below
      cover[at] = (cover[at] ?? 0) * Math.max(0, Math.min(1, over / PASSES))
    }
  }
}

/** The case of a watch: how wide it and its dial are, how far its edge slopes, and how far above the strap it lies. Logical units. */
const CASE = { radius: 27, dial: 21, bevel: 2.5, lies: 2 } as const

/** Room around a case for its soft edge, logical units. */
const EDGE = 2

/** A case that is seen from its side is not drawn: nothing but its edge would be seen. */
const SEEN_FROM_THE_SIDE = 0.2

/** The case lies on the back of the wrist, and is seen with it. */
function paintCase(brush: Brush, look: PresenterLook, arm: Arm, skin: Surface, colour: string): Painted[] {
  const out = scaled(arm.frame[2], -1)
  if (out[2] < SEEN_FROM_THE_SIDE) return []
  const bones = strapBones(arm)
  const middle = scaled(
    bones.reduce<Vector>((all, { from, to }) => sum(all, sum(from, to)), [0, 0, 0]),
    1 / (2 * bones.length),
  )
  const thick = Math.max(...bones.map(({ fromRadius }) => fromRadius))
  const centre = sum(middle, scaled(out, thick + CASE.lies))
  const [x, y] = seen(centre)
  const reach = CASE.radius + EDGE
  const extent = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
  const surface = createSurface(brush, extent, colour)
  layDisc(surface, [x, y], centre[2], [out[0], -out[1], out[2]])
  dialInto(surface, arm, centre, colour)
  hideBehind(surface, skin)
  return [{ surface, canvas: developed(surface, lit(surface, METAL, look.set.rim)) }]
}

/** Half the width of a rim's soft edge, in pixels. */
const EDGE_PIXELS = 0.75

/** A tilted disc: how high it is, and where it is. @param out where it faces, as it is seen. */
function layDisc(surface: Surface, [x, y]: Point, z: number, out: Vector): void {
  const away = (px: number, py: number) => {
    const [dx, dy] = [px - x, py - y]
    const dz = -(out[0] * dx + out[1] * dy) / out[2]
    return { dz, far: Math.hypot(dx, dy, dz) }
  }
  model(surface, (px, py) => {
    const { dz, far } = away(px, py)
    return z + dz - Math.max(0, far - CASE.radius + CASE.bevel)
  })
  const { width, scale } = surface
  for (let at = 0; at < surface.cover.length; at += 1) {
    const [column, row] = [at % width, Math.floor(at / width)]
    const { far } = away(surface.x + column / scale, surface.y + row / scale)
    surface.cover[at] = 255 * Math.max(0, Math.min(1, ((CASE.radius - far) * scale) / (2 * EDGE_PIXELS)))
    if (far > CASE.dial) continue
    surface.colour.set(lightOf(DIAL), at * 3)
  }
}

const DIAL = '#eef0f2'

/** The hands of a watch show ten past ten, as in every shop window: lengths, and turns from twelve o'clock, radians. */
const HANDS_OF_WATCH = [
  { long: 9, turn: -0.96 },
  { long: 14, turn: 1.05 },
] as const

function dialInto(surface: Surface, { frame }: Arm, centre: Vector, colour: string): void {
  for (const { long, turn } of HANDS_OF_WATCH) {
    const way = sum(scaled(frame[0], Math.cos(turn)), scaled(frame[1], Math.sin(turn)))
    const [x, y] = seen(sum(centre, scaled(way, long / 2)))
    const spot = {
      at: [x, y] as const,
      radius: [(long / 3) * Math.max(0.3, Math.hypot(way[0], way[1])), 1.1] as const,
      turn: Math.atan2(-way[1], way[0]),
    }
    dye(surface, mixed(colour, '#101418', 0.85), 1, spot)
  }
  polish(surface, 0.5, { at: seen(centre), radius: [CASE.radius * 0.5, CASE.radius * 0.5] })
}
