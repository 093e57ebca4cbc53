import { expect, test } from 'vitest'
import { createI420, patchI420 } from '../../../src/render/i420.ts'

const EVERYTHING = { x: 0, y: 0, width: 2, height: 2 }

/** The Y, U and V of one colour. */
function converted([red, green, blue]: readonly number[]): [y: number, u: number, v: number] {
  const picture = createI420(2, 2)
  patchI420(
    picture,
    Uint8Array.from(Array.from({ length: 4 }, () => [red ?? 0, green ?? 0, blue ?? 0, 255]).flat()),
    EVERYTHING,
  )
  const [y, , , , u, v] = picture.bytes
  return [y ?? 0, u ?? 0, v ?? 0]
}

test('black, white and the primary colours are those of BT.709 in limited range', () => {
  expect(converted([0, 0, 0])).toEqual([16, 128, 128])
  expect(converted([255, 255, 255])).toEqual([235, 128, 128])
  for (const [colour, expected] of [
    [
      [255, 0, 0],
      [63, 102, 240],
    ],
    [
      [0, 255, 0],
      [173, 42, 26],
    ],
    [
      [0, 0, 255],
      [32, 240, 118],
    ],
  ] as const) {
    const [y, u, v] = converted(colour)
    expect(Math.abs(y - expected[0])).toBeLessThanOrEqual(1)
    expect(Math.abs(u - expected[1])).toBeLessThanOrEqual(1)
    expect(Math.abs(v - expected[2])).toBeLessThanOrEqual(1)
  }
})

test('a patch changes its own rectangle and nothing else', () => {
  const picture = createI420(8, 8)
  const white = new Uint8Array(4 * 2 * 4).fill(255)
  patchI420(picture, white, { x: 2, y: 4, width: 4, height: 2 })
  const changed = [...picture.bytes.entries()].filter(([, value]) => value !== 0).map(([index]) => index)
  expect(changed).toEqual([34, 35, 36, 37, 42, 43, 44, 45, 64 + 9, 64 + 10, 80 + 9, 80 + 10])
})
