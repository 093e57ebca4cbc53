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
      const found = heightAt(x, y, foot, near, away)
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

/** How high a capsule is over a place: where a line of sight first meets one of the balls that it is made of. */
function heightOf({ from, to, fromRadius, toRadius }: Capsule, dx: number, dy: number) {
  const [rises, grows] = [to[2] - from[2], toRadius - fromRadius]
  const square = dx * dx + dy * dy || 1e-6
  // One that points at the viewer is met farther along it than right below.
  const slope = rises / Math.sqrt(square)
  const ahead = slope / Math.sqrt((1 + slope * slope) * square)
  const ball = (share: number, away: number): number => {
    const radius = fromRadius + grows * share
    return from[2] + rises * share + Math.sqrt(Math.max(0, radius * radius - away))
  }
  return (x: number, y: number, foot: number, near: number, squareOff: number): number => {
    const radius = fromRadius + grows * near
    const [offX, offY] = [x - dx * foot, y - dy * foot]
    const half = Math.sqrt(Math.max(0, radius * radius - offX * offX - offY * offY))
    const met = Math.max(0, Math.min(1, foot + half * ahead))
    const [awayX, awayY] = [x - dx * met, y - dy * met]
    const away = awayX * awayX + awayY * awayY
    const reach = fromRadius + grows * met
    const below = ball(near, squareOff)
    return away < reach * reach ? Math.max(below, ball(met, away)) : below
  }
}

/** The higher of two heights, rounded where they are nearly the same (a polynomial smooth maximum). */
function joined(a: number, b: number, softness: number): number {
  const near = Math.max(0, softness - Math.abs(a - b)) / softness
  return Math.max(a, b) + (near * near * softness) / 4
}
