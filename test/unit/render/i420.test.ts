import { expect, test } from 'vitest'
import { changedRuns, createBlocks } from '../../../src/render/blocks.ts'
import { createI420, patchI420 } from '../../../src/render/i420.ts'

const EVERYTHING = { x: 0, y: 0, width: 2, height: 2 }

/** The Y, U and V of one colour. */
function converted([red, green, blue]: readonly number[]): [y: number, u: number, v: number] {
  const picture = createI420(2, 2)
  const rgba = Uint8Array.from(Array.from({ length: 4 }, () => [red ?? 0, green ?? 0, blue ?? 0, 255]).flat())
  patchI420(picture, rgba, EVERYTHING, new Uint32Array(4), createBlocks(2, 2))
  const [[y], [u], [v]] = [picture.y.bytes, picture.u.bytes, picture.v.bytes]
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
  patchI420(picture, white, { x: 2, y: 4, width: 4, height: 2 }, new Uint32Array(64), createBlocks(8, 8))
  const painted = ({ bytes }: { bytes: Uint8Array }) =>
    [...bytes.keys()].filter((index) => bytes[index] !== 0)
  expect(painted(picture.y)).toEqual([34, 35, 36, 37, 42, 43, 44, 45])
  expect(painted(picture.u)).toEqual([9, 10])
  expect(painted(picture.v)).toEqual([9, 10])
})

test('only blocks in which a pixel is another one are marked, and neighbours are one run', () => {
  const picture = createI420(64, 32)
  const everything = { x: 0, y: 0, width: 64, height: 32 }
  const shown = new Uint32Array(64 * 32)
  const rgba = new Uint8Array(64 * 32 * 4).fill(255)
  patchI420(picture, rgba, everything, shown, createBlocks(64, 32))
  const again = createBlocks(64, 32)
  patchI420(picture, rgba, everything, shown, again)
  expect(changedRuns(again)).toEqual([])
  for (const [x, y] of [
    [17, 3],
    [40, 15],
    [63, 31],
  ] as const)
    rgba[(y * 64 + x) * 4] = 0
  patchI420(picture, rgba, everything, shown, again)
  expect(changedRuns(again)).toEqual([
    { x: 16, y: 0, width: 32, height: 16 },
    { x: 48, y: 16, width: 16, height: 16 },
  ])
})
