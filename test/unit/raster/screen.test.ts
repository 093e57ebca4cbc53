import { expect, test } from 'vitest'
import { changedRuns } from '../../../src/raster/blocks.ts'
import { createI420 } from '../../../src/raster/i420.ts'
import { createRaster } from '../../../src/raster/raster.ts'
import { createScreen } from '../../../src/raster/screen.ts'
import type { Laid } from '../../../src/raster/raster.ts'

/** A raster, a screen on it, and a way of laying pixels on it. */
function setUp(width: number, height: number) {
  const raster = createRaster()
  const picture = createI420(width, height)
  const screen = createScreen(raster, picture)
  const ground = (rgba: Uint8Array): Laid[] => [
    { bitmap: raster.load(rgba, width, height), x: 0, y: 0, strength: 1 },
  ]
  return { raster, picture, screen, ground, everything: { x: 0, y: 0, width, height } }
}

function filled(width: number, height: number, colour: readonly number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...colour, 255], at)
  return rgba
}

/** The Y, U and V of one colour. */
function converted(colour: readonly number[]): [y: number, u: number, v: number] {
  const { screen, picture, ground, everything } = setUp(4, 2)
  screen.draw(everything, ground(filled(4, 2, colour)))
  screen.show()
  const [[y = 0], [u = 0], [v = 0]] = [picture.y.bytes, picture.u.bytes, picture.v.bytes]
  return [y, u, v]
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

test('every pixel has its own luma, and chroma is the mean of two by two', () => {
  const { screen, picture, ground, everything } = setUp(16, 6)
  const rgba = filled(16, 6, [0, 0, 0])
  for (let at = 0; at < rgba.length; at += 1) if (at % 4 !== 3) rgba[at] = (at * 73 + (at >> 5) * 31) & 255
  screen.draw(everything, ground(rgba))
  screen.show()
  const channel = (x: number, y: number, index: number) => rgba[(y * 16 + x) * 4 + index] ?? 0
  for (let y = 0; y < 6; y += 1)
    for (let x = 0; x < 16; x += 1) {
      const [r, g, b] = [channel(x, y, 0), channel(x, y, 1), channel(x, y, 2)]
      expect(picture.y.bytes[y * 16 + x]).toBe((11966 * r + 40254 * g + 4064 * b + 1081344) >> 16)
    }
  for (let y = 0; y < 3; y += 1)
    for (let x = 0; x < 8; x += 1) {
      const sum = (index: number) =>
        channel(2 * x, 2 * y, index) +
        channel(2 * x + 1, 2 * y, index) +
        channel(2 * x, 2 * y + 1, index) +
        channel(2 * x + 1, 2 * y + 1, index)
      const [r, g, b] = [sum(0), sum(1), sum(2)]
      expect(picture.u.bytes[y * 8 + x]).toBe((-6596 * r - 22189 * g + 28785 * b + 33685504) >> 18)
      expect(picture.v.bytes[y * 8 + x]).toBe((28785 * r - 26145 * g - 2640 * b + 33685504) >> 18)
    }
})

test('drawing a window changes the window and nothing else', () => {
  const { screen, picture, ground } = setUp(16, 8)
  screen.draw({ x: 4, y: 4, width: 8, height: 2 }, ground(filled(16, 8, [255, 255, 255])))
  screen.show()
  const painted = ({ bytes }: { bytes: Uint8Array }) =>
    [...bytes.keys()].filter((index) => bytes[index] !== 0)
  const row = (start: number, length: number) => Array.from({ length }, (_, index) => start + index)
  expect(painted(picture.y)).toEqual([...row(4 * 16 + 4, 8), ...row(5 * 16 + 4, 8)])
  expect(painted(picture.u)).toEqual(row(2 * 8 + 2, 4))
  expect(painted(picture.v)).toEqual(row(2 * 8 + 2, 4))
})

test('only blocks in which a pixel is another one are marked, and neighbours are one run', () => {
  const { screen, ground, everything } = setUp(64, 32)
  const rgba = filled(64, 32, [255, 255, 255])
  screen.draw(everything, ground(rgba))
  screen.show()
  screen.draw(everything, ground(rgba))
  expect(changedRuns(screen.show())).toEqual([])
  for (const [x, y] of [
    [17, 3],
    [40, 15],
    [63, 31],
  ] as const)
    rgba[(y * 64 + x) * 4] = 0
  screen.draw(everything, ground(rgba))
  expect(changedRuns(screen.show())).toEqual([
    { x: 16, y: 0, width: 32, height: 16 },
    { x: 48, y: 16, width: 16, height: 16 },
  ])
})

test('a picture whose height is no multiple of a block is shown down to its last row', () => {
  const { screen, picture, ground, everything } = setUp(20, 22)
  screen.draw(everything, ground(filled(20, 22, [255, 255, 255])))
  screen.show()
  expect(picture.y.bytes.every((value) => value === 235)).toBe(true)
  expect(picture.u.bytes.every((value) => value === 128)).toBe(true)
})

test('a screen that is closed leaves its memory to the next one, which shows nothing yet', () => {
  const { raster, screen, ground, everything } = setUp(64, 32)
  screen.draw(everything, ground(filled(64, 32, [9, 9, 9])))
  screen.close()
  const before = raster.memory.everTaken()
  for (let count = 0; count < 2_000; count += 1) {
    const picture = createI420(64, 32)
    const next = createScreen(raster, picture)
    expect(picture.y.bytes[0]).toBe(0)
    next.close()
  }
  expect(raster.memory.everTaken()).toBe(before)
})

test('a width that the kernel cannot work on is refused', () => {
  expect(() => createScreen(createRaster(), createI420(642, 360))).toThrow('No picture can be 642 × 360')
})
