import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { relight, relightRims } from '../../../../src/render/set/relight.ts'
import { pictureLight } from '../../../../src/render/set/picture-light.ts'
import type { Pixels } from '../../../../src/render/paint/layer.ts'
import type { PictureLight } from '../../../../src/render/set/relight.ts'

/** A picture with a colour at either side. */
function sides(left: string, right: string) {
  const canvas = createCanvas(640, 360)
  const brush = canvas.getContext('2d')
  brush.fillStyle = left
  brush.fillRect(0, 0, 320, 360)
  brush.fillStyle = right
  brush.fillRect(320, 0, 320, 360)
  return canvas
}

/** A grey square around its origin, with nothing around it. */
function square(grey = 128): Pixels {
  const [size, margin] = [200, 20]
  const rgba = new Uint8Array(size * size * 4)
  for (let row = margin; row < size - margin; row += 1) {
    for (let column = margin; column < size - margin; column += 1) {
      rgba.set([grey, grey, grey, 255], (row * size + column) * 4)
    }
  }
  return { rgba, width: size, height: size, left: -size / 2, top: -size / 2 }
}

const at = ({ rgba, width, left, top }: Pixels, x: number, y = 0) => [
  ...rgba.subarray(((y - top) * width + x - left) * 4, ((y - top) * width + x - left) * 4 + 4),
]

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the light of a picture', () => {
  test('is warm before a sunset and cold before an office, and about as bright', () => {
    const [warm, cold] = [
      pictureLight(sides('#e8863c', '#d9764e')),
      pictureLight(sides('#c3d6e4', '#9fc3dc')),
    ]
    expect(warm.ambient[0]).toBeGreaterThan(warm.ambient[2] + 0.08)
    expect(cold.ambient[2]).toBeGreaterThan(cold.ambient[0] + 0.02)
    expect(warm.left[0]).toBeGreaterThan(2 * warm.left[2])
  })

  test('comes from the side where it is, and not from the dark', () => {
    const { left, right } = pictureLight(sides('#ffe9b0', '#05060a'))
    expect(Math.max(...left)).toBeGreaterThan(120)
    expect(Math.max(...right)).toBeLessThan(20)
  })

  test('leaves colours as they are before a grey of middle brightness', () => {
    for (const gain of pictureLight(sides('#828282', '#828282')).ambient)
      expect(Math.abs(gain - 1)).toBeLessThan(0.02)
  })

  test('stays within its bounds before any picture', () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const { ambient, left, right } = pictureLight(sides(one, other))
        for (const gain of ambient) expect(gain >= 0.82 && gain <= 1.11).toBe(true)
        for (const value of [...left, ...right]) expect(value >= 0 && value <= 190).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a part in the light of a picture', () => {
  const light: PictureLight = { ambient: [1.05, 1, 0.9], left: [180, 120, 40], right: [0, 0, 0] }

  test('takes on its hue everywhere, and is as solid as before', () => {
    const part = square()
    relight(part, light)
    expect(at(part, 0)).toEqual([134, 128, 115, 255])
    expect(at(part, -90)).toEqual([0, 0, 0, 0])
  })

  test('never has more of a colour than it has cover, so that edges do not glow', () => {
    const part = square(255)
    part.rgba.set([40, 40, 40, 40], 0)
    relight(part, { ...light, ambient: [1.1, 1.1, 1.1] })
    relightRims(part, { ...light, right: [190, 190, 190] }, 1)
    for (let pixel = 0; pixel < part.rgba.length; pixel += 4) {
      const [red = 0, green = 0, blue = 0, cover = 0] = part.rgba.subarray(pixel, pixel + 4)
      expect(Math.max(red, green, blue) <= cover).toBe(true)
    }
  })

  test('has a rim at the side that is lit, which fades inwards, and none at the other', () => {
    const part = square()
    relightRims(part, light, 1)
    const reds = [-80, -76, -70, -55, 0].map((x) => at(part, x)[0]!)
    expect(reds[0]).toBeGreaterThan(150)
    expect(reds).toEqual(reds.toSorted((a, b) => b - a))
    expect(reds.slice(-2)).toEqual([128, 128])
    expect(at(part, 79)).toEqual([128, 128, 128, 255])
  })

  test('has a rim as wide in a picture of another size', () => {
    const widths = [1, 2].map((scale) => {
      const part = square()
      relightRims(part, light, scale)
      const lit = Array.from({ length: 80 }, (_, x) => at(part, x - 80)[0]!).filter((red) => red > 130)
      return lit.length / scale
    })
    expect(Math.abs(widths[0]! - widths[1]!)).toBeLessThan(4)
  })

  test('has no rim along its shadow', () => {
    const part = square()
    for (let pixel = 0; pixel < part.rgba.length; pixel += 4) {
      if (part.rgba[pixel + 3] === 255) part.rgba.set([0, 0, 0, 100], pixel)
    }
    relightRims(part, light, 1)
    expect(at(part, -80)).toEqual([0, 0, 0, 100])
  })
})
