import { describe, expect, test } from 'vitest'
import { createRaster, POSE_MARGIN } from '../../../src/raster/raster.ts'
import { seededRandom } from '../../support/run/random.ts'
import type { Bitmap, Mapping, Raster } from '../../../src/raster/raster.ts'

const UPRIGHT: Mapping = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** Premultiplied pixels by place. */
function painted(width: number, height: number, at: (x: number, y: number) => readonly number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rgba.set(at(x, y), (y * width + x) * 4)
  return rgba
}

/** Pixels of all strengths, none lighter than its alpha. */
function speckled(width: number, height: number): Uint8Array {
  return painted(width, height, (x, y) => {
    const alpha = [0, 255, 128, 37, 255, 255, 255, 0, 200][(x * 5 + y * 7) % 9] ?? 0
    return [alpha, (alpha * ((x * 3) % 11)) / 11, (alpha * (y % 5)) / 5, alpha].map(Math.floor)
  })
}

function pixelsOf(raster: Raster, bitmap: Bitmap): number[][][] {
  const width = bitmap.runs * 4
  const rgba = raster.flatten(width, bitmap.height, [{ bitmap, x: 0, y: 0, strength: 1 }]).slice()
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_unused, x) => [
      ...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ]),
  )
}

describe('laying', () => {
  test('covers as Porter and Duff say, to the bit, wherever a bitmap sticks out', () => {
    const raster = createRaster()
    const [width, height] = [24, 12]
    const ground = painted(width, height, (x, y) => [x * 9, y * 20, 77, 255])
    const over = speckled(13, 9)
    const bitmaps = { ground: raster.load(ground, width, height), over: raster.load(over, 13, 9) }
    for (const [x, y] of [
      [0, 0],
      [5, 2],
      [-7, -4],
      [17, 8],
      [-1, 11],
      [23, -8],
      [30, 0],
    ] as const) {
      const flat = raster.flatten(width, height, [
        { bitmap: bitmaps.ground, x: 0, y: 0, strength: 1 },
        { bitmap: bitmaps.over, x, y, strength: 1 },
      ])
      for (let row = 0; row < height; row += 1)
        for (let column = 0; column < width; column += 1) {
          const under = ground.subarray((row * width + column) * 4)
          const [left, top] = [column - x, row - y]
          const isCovered = left >= 0 && left < 13 && top >= 0 && top < 9
          const cover = isCovered ? over.subarray((top * 13 + left) * 4) : [0, 0, 0, 0]
          const expected = [0, 1, 2, 3].map(
            (channel) =>
              (cover[channel] ?? 0) + Math.round(((under[channel] ?? 0) * (255 - (cover[3] ?? 0))) / 255),
          )
          expect([...flat.subarray((row * width + column) * 4, (row * width + column) * 4 + 4)]).toEqual(
            expected,
          )
        }
    }
  })

  test('half there is half of each, and not there is nothing', () => {
    const raster = createRaster()
    const white = raster.load(
      painted(8, 2, () => [255, 255, 255, 255]),
      8,
      2,
    )
    const black = raster.load(
      painted(8, 2, () => [0, 0, 0, 255]),
      8,
      2,
    )
    const seen = (strength: number) => [
      ...raster
        .flatten(8, 2, [
          { bitmap: black, x: 0, y: 0, strength: 1 },
          { bitmap: white, x: 0, y: 0, strength },
        ])
        .subarray(0, 4),
    ]
    expect(seen(0.5)).toEqual([128, 128, 128, 255])
    expect(seen(0)).toEqual([0, 0, 0, 255])
    expect(seen(1)).toEqual([255, 255, 255, 255])
  })
})

describe('posing', () => {
  const [width, height] = [21, 17]
  const load = (raster: Raster, rgba: Uint8Array) => raster.load(rgba, width, height, POSE_MARGIN)

  test('upright and in whole pixels is a copy', () => {
    const raster = createRaster()
    const rgba = speckled(width, height)
    const source = load(raster, rgba)
    const posed = raster.pose(source, width, height, { ...UPRIGHT, e: POSE_MARGIN, f: POSE_MARGIN })
    expect(pixelsOf(raster, posed)).toEqual(pixelsOf(raster, raster.load(rgba, width, height)))
  })

  test('half a pixel aside is the mean of neighbours, fading out at the rim', () => {
    const raster = createRaster()
    const source = load(
      raster,
      painted(width, height, () => [100, 60, 20, 200]),
    )
    const posed = raster.pose(source, width + 1, height, { ...UPRIGHT, e: POSE_MARGIN - 0.5, f: POSE_MARGIN })
    for (const row of pixelsOf(raster, posed)) {
      expect(row[0]).toEqual([50, 30, 10, 100])
      expect(row.at(-1)).toEqual([50, 30, 10, 100])
      for (const pixel of row.slice(1, -1)) expect(pixel).toEqual([100, 60, 20, 200])
    }
  })

  test('turned and stretched a little is bilinear interpolation, to within two of 255', () => {
    const raster = createRaster()
    const smooth = painted(width, height, (x, y) => [x * 9, y * 12, (x + y) * 5, 255])
    const source = load(raster, smooth)
    const mapping = { a: 0.96, b: 0.03, c: -0.03, d: 1.04, e: POSE_MARGIN + 0.4, f: POSE_MARGIN - 0.3 }
    const posed = pixelsOf(raster, raster.pose(source, width, height, mapping))
    const sample = (x: number, y: number, channel: number): number =>
      x < 0 || y < 0 || x >= width || y >= height ? 0 : (smooth[(y * width + x) * 4 + channel] ?? 0)
    const { a, b, c, d, e, f } = mapping
    for (let y = 2; y < height - 2; y += 1)
      for (let x = 2; x < width - 3; x += 1) {
        const u = a * (x + 0.5) + c * (y + 0.5) + e - 0.5 - POSE_MARGIN
        const v = b * (x + 0.5) + d * (y + 0.5) + f - 0.5 - POSE_MARGIN
        const [left, top] = [Math.floor(u), Math.floor(v)]
        for (const channel of [0, 1, 2, 3]) {
          const across = (row: number) =>
            sample(left, row, channel) +
            (sample(left + 1, row, channel) - sample(left, row, channel)) * (u - left)
          const expected = across(top) + (across(top + 1) - across(top)) * (v - top)
          expect(Math.abs((posed[y]?.[x]?.[channel] ?? 0) - expected)).toBeLessThanOrEqual(2)
        }
      }
  })

  test('twice as fine and upright, each pixel is the mean of the four it stands for, also half a pixel aside', () => {
    const raster = createRaster()
    const rgba = speckled(2 * width, 2 * height)
    const source = raster.load(rgba, 2 * width, 2 * height, 2 * POSE_MARGIN)
    const sample = (x: number, y: number, channel: number): number =>
      x < 0 || y < 0 || x >= 2 * width || y >= 2 * height ? 0 : (rgba[(y * 2 * width + x) * 4 + channel] ?? 0)
    for (const aside of [0, 1]) {
      const mapping = { a: 2, b: 0, c: 0, d: 2, e: 2 * POSE_MARGIN - aside, f: 2 * POSE_MARGIN - aside }
      const posed = pixelsOf(raster, raster.pose(source, width + 1, height + 1, mapping, 2))
      for (const [y, row] of posed.entries())
        for (const [x, pixel] of row.entries())
          for (const [channel, value] of pixel.entries()) {
            const [left, top] = [2 * x - aside, 2 * y - aside]
            const mean =
              (sample(left, top, channel) +
                sample(left + 1, top, channel) +
                sample(left, top + 1, channel) +
                sample(left + 1, top + 1, channel)) /
              4
            expect(Math.abs(value - mean)).toBeLessThanOrEqual(1)
          }
    }
  })

  test.each([1, 2] as const)(
    'what is clear around an island in a row is left out, and nothing of the island, %i times as fine',
    (fineness) => {
      const raster = createRaster()
      const [wide, high] = [64 * fineness, 40 * fineness]
      const random = seededRandom(20)
      const within = (from: number, to: number) => from + random() * (to - from)
      for (let round = 0; round < 60; round += 1) {
        const [left, top] = [within(0.25, 0.6) * wide, within(0, 0.7) * high]
        const [right, bottom] = [left + within(0, 0.15) * wide, top + within(0, 0.3) * high]
        const shade = (x: number, y: number) => [(x * 7) % 200, (y * 11) % 200, 90, 200]
        const island = painted(wide, high, (x, y) =>
          x >= left && x <= right && y >= top && y <= bottom ? shade(x, y) : [0, 0, 0, 0],
        )
        // No row of this one has anything clear before its first pixel or after its last.
        const framed = painted(wide, high, (x, y) =>
          x < 2 || x >= wide - 2
            ? [9, 9, 9, 9]
            : [...island.subarray((y * wide + x) * 4, (y * wide + x + 1) * 4)],
        )
        const [turn, stretch] = [within(-0.05, 0.05), fineness * within(0.96, 1.04)]
        const mapping = {
          a: stretch,
          b: turn,
          c: -turn,
          d: stretch,
          e: within(0, 2) * POSE_MARGIN,
          f: within(0, 2) * POSE_MARGIN,
        }
        const pose = (rgba: Uint8Array) => {
          const source = raster.load(rgba, wide, high, POSE_MARGIN * fineness)
          const posed = raster.pose(source, 70, 44, mapping, fineness)
          const rows = pixelsOf(raster, posed).map((row) => row.slice(14, -18))
          // The next one gets memory in which something was.
          raster.free(source)
          raster.free(posed)
          return rows
        }
        expect(pose(island)).toEqual(pose(framed))
      }
    },
  )

  test('never makes a colour stronger than its alpha, so that nothing overflows', () => {
    const raster = createRaster()
    const source = load(raster, speckled(width, height))
    for (let turn = -5; turn <= 5; turn += 1) {
      const mapping = { a: 0.97, b: turn / 100, c: -turn / 100, d: 1.03, e: 3.3 + turn / 7, f: 3.9 }
      for (const row of pixelsOf(raster, raster.pose(source, width + 3, height + 3, mapping)))
        for (const [red = 0, green = 0, blue = 0, alpha = 0] of row)
          expect(Math.max(red, green, blue)).toBeLessThanOrEqual(alpha + 1)
    }
  })
})

test('memory that was given back is used again', () => {
  const raster = createRaster()
  const rgba = speckled(200, 100)
  const source = raster.load(rgba, 200, 100, POSE_MARGIN)
  raster.free(raster.pose(source, 210, 110, UPRIGHT))
  const before = raster.memory.everTaken()
  for (let count = 0; count < 1_000; count += 1)
    raster.free(raster.pose(source, 210 - (count % 5), 110, UPRIGHT))
  expect(raster.memory.everTaken()).toBe(before)
  expect(() => raster.free({ ...source, pixels: 1 })).toThrow('Nothing was taken')
})

test('memory is given back once: the second time would hand it to two bitmaps', () => {
  const raster = createRaster()
  const bitmap = raster.load(speckled(20, 10), 20, 10)
  raster.free(bitmap)
  expect(() => raster.free(bitmap)).toThrow('Nothing was taken')
})

test('memory doubles, because each growth makes the garbage collector mark the whole heap', () => {
  const raster = createRaster()
  const rgba = new Uint8Array(500 * 500 * 4)
  const grown = new Set<ArrayBufferLike>()
  for (let count = 0; count < 120; count += 1) {
    raster.load(rgba, 500, 500)
    grown.add(raster.memory.bytes().buffer)
  }
  expect(raster.memory.bytes().length).toBeGreaterThan(120_000_000)
  expect(grown.size).toBeLessThanOrEqual(6)
})
