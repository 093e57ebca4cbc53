import type { Laid } from '../../raster/raster.ts'
import type { Rect } from './stage.ts'

/**
 * A bitmap at a place of the picture, in whole pixels. Laying it there is exact: a pixel of the picture
 * depends on the pieces over it and on nothing else, whatever part of the picture is redrawn.
 */
export interface Piece extends Laid, Rect {
  /** Equal for pieces that show the same; a bitmap may be painted anew. */
  readonly stamp: number
}

/** A stamp that no other piece of this process has. */
export function nextStamp(): number {
  lastStamp += 1
  return lastStamp
}

/** Only ever compared, so drawing does not depend on it. */
let lastStamp = 0

/**
 * The rectangles in which two arrangements of the same parts differ, merged where that is less to
 * draw than each alone.
 */
export function differences(before: readonly Piece[], after: readonly Piece[]): Rect[] {
  const rects: Rect[] = []
  for (const [index, piece] of after.entries()) {
    const old = before[index]
    if (old && isSame(old, piece)) continue
    for (const changed of [old, piece]) {
      if (changed && changed.strength > 0) addMerged(rects, changed)
    }
  }
  return rects
}

function isSame(a: Piece, b: Piece): boolean {
  return a.stamp === b.stamp && a.x === b.x && a.y === b.y && a.strength === b.strength
}

function addMerged(rects: Rect[], added: Rect): void {
  let rect = added
  for (let index = 0; index < rects.length; index += 1) {
    const other = rects[index]
    if (!other) continue
    const both = around(rect, other)
    if (both.width * both.height > rect.width * rect.height + other.width * other.height) continue
    rect = both
    rects.splice(index, 1)
    // The larger one may now reach others that the smaller one did not.
    index = -1
  }
  rects.push(rect)
}

function around(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
