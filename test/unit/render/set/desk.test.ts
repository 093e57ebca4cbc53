import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { readPresenters } from '../../../../src/render/presenter/presenter-file.ts'
import { setTones } from '../../../../src/render/presenter/tones.ts'
import { paintDesk } from '../../../../src/render/set/desk.ts'
import { LYING } from '../../../../src/render/set/lying.ts'
import { STANDING } from '../../../../src/render/set/standing.ts'
import type { Brush } from '../../../../src/render/paint/brush.ts'

const SET = setTones({ kind: 'office', wall: '#e4e3e1', brand: '#2f6bff' } as const)
const SIDE = 600

/** What is solid of a thing, from the place where it is. A shadow is less than that. */
function extentOf(paint: (brush: Brush, set: typeof SET) => void) {
  const canvas = createCanvas(SIDE, SIDE)
  const brush = canvas.getContext('2d')
  brush.translate(SIDE / 2, SIDE / 2)
  paint(brush, SET)
  const rgba = canvas.getContext('2d').getImageData(0, 0, SIDE, SIDE).data
  const places = Array.from({ length: SIDE * SIDE }, (_, at) => at).filter((at) => rgba[at * 4 + 3]! > 140)
  const across = places.map((at) => (at % SIDE) - SIDE / 2)
  const down = places.map((at) => Math.floor(at / SIDE) - SIDE / 2)
  const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), Infinity)
  const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity)
  return { left: least(across), right: most(across), top: least(down), bottom: most(down) }
}

describe('what is on a desk', () => {
  test.each(Object.entries(STANDING))('%s stands where no arm comes', (_, paint) => {
    const { left, right, top, bottom } = extentOf(paint)
    // Arms are tested against this place in test/slow/presenters/masks.test.ts: 440 to 572 beside the head, 454 and more below it.
    expect(left).toBeGreaterThanOrEqual(-52)
    expect(right).toBeLessThanOrEqual(80)
    expect(top).toBeGreaterThanOrEqual(-170)
    expect(bottom).toBeLessThanOrEqual(6)
  })

  test.each(Object.entries(LYING))('%s lies below the name card, and within the board', (_, paint) => {
    const { left, right, top, bottom } = extentOf(paint)
    // The card ends 924 from the upper edge, and this place is at 1020.
    expect(top).toBeGreaterThan(924 - 1020)
    expect(bottom).toBeLessThan(60)
    expect(left).toBeGreaterThan(-180)
    expect(right).toBeLessThan(150)
  })
})

test('stock presenters have desks of three kinds, and no two have the same things on the same desk in the same colour', async () => {
  const looks = (await readPresenters('presenters')).map(({ look }) => look)
  expect(new Set(looks.map(({ desk }) => desk.top)).size).toBe(3)
  expect(new Set(looks.map(({ desk }) => `${desk.lying} ${desk.standing}`)).size).toBeGreaterThanOrEqual(8)
  const painted = looks.map(({ desk, set }) => {
    const canvas = createCanvas(480, 270)
    const brush = canvas.getContext('2d')
    brush.scale(0.25, 0.25)
    paintDesk(brush, set, desk, { x: 0, y: 0, width: 1920, height: 1080 })
    return canvas.data().toString('base64')
  })
  expect(new Set(painted).size).toBe(looks.length)
})

test('nothing stands on the desk of a narrow picture, where arms are', () => {
  const painted = (standing: 'mug' | 'flowers') => {
    const canvas = createCanvas(480, 270)
    const brush = canvas.getContext('2d')
    brush.scale(0.25, 0.25)
    const desk = { top: 'walnut', lying: 'books', standing } as const
    paintDesk(brush, SET, desk, { x: 420, y: 0, width: 1080, height: 1080 })
    return canvas.data()
  }
  expect(painted('mug').equals(painted('flowers'))).toBe(true)
})
