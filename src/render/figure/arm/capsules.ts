import { createScratch } from '../../paint/scratch.ts'
import type { Point } from '../../paint/brush.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Capsule } from './bones.ts'
import type { Chain } from './skeleton.ts'
import type { Vector } from './space.ts'

/** Where a place before the presenter is seen, from the elbow: the camera is far away. */
export function seen([x, y]: Vector): Point {
  return [x, -y]
}

/** Room around what is modelled, for soft edges. */
const MARGIN = 8

/** The rectangle that chains fill. */
export function extentOfChains(chains: readonly Chain[]): Rect {
  return extentOfCapsules(chains.flatMap((chain) => chain.capsules))
}

function extentOfCapsules(capsules: readonly Capsule[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { from, to, fromRadius, toRadius } of capsules) {
    for (const [place, radius] of [
      [seen(from), fromRadius],
      [seen(to), toRadius],
    ] as const) {
      left = Math.min(left, place[0] - radius - MARGIN)
      right = Math.max(right, place[0] + radius + MARGIN)
      top = Math.min(top, place[1] - radius - MARGIN)
      bottom = Math.max(bottom, place[1] + radius + MARGIN)
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** What is not covered lies so deep: beside a rim is air, not a wall. */
const AIR = -60

/** Lower than any capsule. */
const NOTHING = -1e3

/**
 * Models chains of capsules as a relief, and covers what they fill. The chains of a part pass into each other, the parts
 * lie one on another.
 *
 * @param softness how wide the chains of a part pass into each other, in logical units.
 */
export function modelChains(surface: Surface, chains: readonly Chain[], softness: number): void {
  const { relief, cover } = surface
  relief.fill(NOTHING)
  const [own, whole] = [chainHeights(relief.length), partHeights(relief.length)]
  for (const part of new Set(chains.map((chain) => chain.part))) {
    const chainsOfPart = chains.filter((chain) => chain.part === part)
    for (const { capsules } of chainsOfPart) {
      for (const capsule of capsules) addCapsule(surface, own, cover, capsule)
      take(surface, own, windowOf(surface, capsules), (height, at) => {
        whole[at] = joined(whole[at] ?? NOTHING, height, softness)
      })
    }
    const everything = chainsOfPart.flatMap(({ capsules }) => capsules)
    take(surface, whole, windowOf(surface, everything), (height, at) => {
      if (height > (relief[at] ?? NOTHING)) relief[at] = height
    })
  }
  for (let at = 0; at < relief.length; at += 1) if (relief[at] === NOTHING) relief[at] = AIR
}

/** Heights of a chain and of a part; empty before and after each use. */
const [chainHeights, partHeights] = [createScratch(NOTHING), createScratch(NOTHING)]

/** Takes the heights out of a window of a map, which is empty then. */
function take(
  { width }: Surface,
  heights: Float32Array,
  { first, last, firstRow, lastRow }: Window,
  visit: (height: number, at: number) => void,
): void {
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let at = row * width + first; at <= row * width + last; at += 1) {
      const height = heights[at] ?? NOTHING
      if (height === NOTHING) continue
      visit(height, at)
      heights[at] = NOTHING
    }
  }
}

/** Rows and columns of a surface. */
interface Window {
  readonly first: number
  readonly last: number
  readonly firstRow: number
  readonly lastRow: number
}

/** The pixels that capsules may reach. */
function windowOf(surface: Surface, capsules: readonly Capsule[]): Window {
  const { width, height, scale, x: left, y: top } = surface
  const extent = extentOfCapsules(capsules)
  return {
    first: Math.max(0, Math.floor((extent.x - left) * scale)),
    last: Math.min(width - 1, Math.ceil((extent.x + extent.width - left) * scale)),
    firstRow: Math.max(0, Math.floor((extent.y - top) * scale)),
    lastRow: Math.min(height - 1, Math.ceil((extent.y + extent.height - top) * scale)),
  }
}

/** Half the width of a rim's soft edge, in pixels. */
const EDGE_PIXELS = 0.75

function addCapsule(surface: Surface, own: Float32Array, cover: Uint8ClampedArray, capsule: Capsule): void {
  const { width, scale, x: left, y: top } = surface
  const [[ax, ay], [bx, by]] = [seen(capsule.from), seen(capsule.to)]
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy || 1e-6
  const { fromRadius, toRadius } = capsule
  const grows = toRadius - fromRadius
  const { first, last, firstRow, lastRow } = windowOf(surface, [capsule])
  const reach = Math.max(fromRadius, toRadius) + EDGE_PIXELS / scale
  const heightAt = heightOf(capsule, dx, dy)
  for (let row = firstRow; row <= lastRow; row += 1) {
    const y = top + row / scale - ay
    const span = spanOf(y, dx, dy, reach)
    const begin = Math.max(first, Math.floor((span.from + ax - left) * scale))
    const end = Math.min(last, Math.ceil((span.to + ax - left) * scale))
    for (let column = begin; column <= end; column += 1) {
      const x = left + column / scale - ax
      const foot = (x * dx + y * dy) / square
      const near = foot < 0 ? 0 : foot > 1 ? 1 : foot
      const [offX, offY] = [x - dx * near, y - dy * near]
      const away = offX * offX + offY * offY
      if (away > reach * reach) continue
      const edge = (fromRadius + grows * near - Math.sqrt(away)) * scale
      if (edge <= -EDGE_PIXELS) continue
      const at = row * width + column
      const covered = ((edge + EDGE_PIXELS) / (2 * EDGE_PIXELS)) * 255
      if (covered > (cover[at] ?? 0)) cover[at] = covered
      const found = heightAt(x, y, near)
      if (found > (own[at] ?? NOTHING)) own[at] = found
    }
  }
}

/** From where to where a row is near a line from the origin: most of the rectangle around a slanted line is not. */
function spanOf(y: number, dx: number, dy: number, reach: number): { from: number; to: number } {
  const long = Math.hypot(dx, dy) || 1
  let [from, to] = [Infinity, -Infinity]
  const include = (x: number, half = 0) => {
    from = Math.min(from, x - half)
    to = Math.max(to, x + half)
  }
  if (Math.abs(y) <= reach) include(0, Math.sqrt(reach * reach - y * y))
  if (Math.abs(y - dy) <= reach) include(dx, Math.sqrt(reach * reach - (y - dy) * (y - dy)))
  for (const side of [-reach, reach]) {
    const share = (y - (side * dx) / long) / dy
    if (share >= 0 && share <= 1) include(dx * share - (side * dy) / long)
  }
  return { from, to }
}

/**
 * How high a capsule is over a place: the highest of all the balls that it is made of.
 *
 * A ball at a share of the capsule is `from[2] + rises * share + Math.sqrt(room)` high, where the room is
 * `most - bends * (share - middle) ** 2`. Its derivative tells the share at which that is highest.
 */
function heightOf({ from, to, fromRadius, toRadius }: Capsule, dx: number, dy: number) {
  const [rises, grows] = [to[2] - from[2], toRadius - fromRadius]
  const square = dx * dx + dy * dy
  const bends = square - grows * grows
  const turns = bends * (bends + rises * rises)
  const way = bends > 0 ? rises : -rises
  const ball = (x: number, y: number, share: number): number => {
    const radius = fromRadius + grows * share
    const [awayX, awayY] = [x - dx * share, y - dy * share]
    const room = radius * radius - awayX * awayX - awayY * awayY
    return room < 0 ? NOTHING : from[2] + rises * share + Math.sqrt(room)
  }
  return (x: number, y: number, near: number): number => {
    const middle = (x * dx + y * dy + fromRadius * grows) / bends
    const most = bends * middle * middle + fromRadius * fromRadius - x * x - y * y
    // Not a number where the ball of an end is the highest.
    const highest = middle + way * Math.sqrt(most / turns)
    const share = highest > 0 ? Math.min(1, highest) : 0
    // Soft edges reach a little beyond all balls.
    const rim = from[2] + rises * near
    return Math.max(rim, ball(x, y, share), ball(x, y, 0), ball(x, y, 1))
  }
}

/** The higher of two heights, rounded where they are nearly the same (a polynomial smooth maximum). */
function joined(a: number, b: number, softness: number): number {
  const near = Math.max(0, softness - Math.abs(a - b)) / softness
  return Math.max(a, b) + (near * near * softness) / 4
}
