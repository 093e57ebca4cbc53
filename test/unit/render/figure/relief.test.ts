import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { createSurface, crease, push } from '../../../../src/render/paint/surface.ts'
import type { Surface } from '../../../../src/render/paint/surface.ts'

/** Pixels for a logical unit. */
const SCALE = 2

/** A change of slope from pixel to pixel that is not told from the form. */
const UNSEEN_BEND = 0.02

/** Where a crease begins it rises within a quarter of its length, in short straight pieces: a step would be five times as much. */
const BEND_OF_ENDS = 0.2

const flat = () => {
  const brush = createCanvas(400, 400).getContext('2d')
  brush.scale(SCALE, SCALE)
  return createSurface(brush, { x: 0, y: 0, width: 200, height: 200 }, '#808080')
}

/** The sharpest bend of a relief between neighbouring pixels: heights for a unit of distance. */
function sharpest({ relief, width, height }: Surface): number {
  let most = 0
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      for (const step of [1, width]) {
        const bend = Math.abs(relief[at - step]! - 2 * relief[at]! + relief[at + step]!) * SCALE
        most = Math.max(most, bend)
      }
    }
  }
  return most
}

/** How much a bell bends at its middle, where it bends most; it is a little narrower for coming down to nothing. */
const bendOfMiddle = (amount: number, radius: number) => (1.15 * amount) / (radius * radius) / SCALE

test('a bump of a relief comes down to the surface: no step around it is seen as a line in the light', () => {
  const surface = flat()
  push(surface, 14, { at: [100, 100], radius: [20, 20] })
  expect(sharpest(surface)).toBeGreaterThan(bendOfMiddle(14, 20) * 0.8)
  expect(sharpest(surface)).toBeLessThan(bendOfMiddle(14, 20) + UNSEEN_BEND)
})

test('a crease of a relief has no step beside it, and none where it begins and ends', () => {
  const surface = flat()
  crease(surface, 13, 12, [
    [100, 40],
    [100, 80],
    [100, 120],
    [100, 160],
  ])
  expect(sharpest(surface)).toBeGreaterThan(bendOfMiddle(13, 12) * 0.8)
  expect(sharpest(surface)).toBeLessThan(Math.max(bendOfMiddle(13, 12), BEND_OF_ENDS))
})
