import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { defocused } from '../../../../src/render/set/defocus.ts'
import type { Brush } from '../../../../src/render/paint/brush.ts'

const SIZE = { width: 640, height: 360 }
const BLURS = ['soft', 'strong'] as const

/** A painted picture as it is read from its file. */
async function picture(paint: (brush: Brush) => void, { width, height } = SIZE) {
  const canvas = createCanvas(width, height)
  paint(canvas.getContext('2d'))
  return loadImage(await canvas.encode('png'))
}

function filled(colour: string, [x, y, width, height]: readonly [number, number, number, number]) {
  return (brush: Brush) => {
    brush.fillStyle = colour
    brush.fillRect(x, y, width, height)
  }
}

const everywhere = (colour: string) => filled(colour, [0, 0, SIZE.width, SIZE.height])

/** Red, green and blue of each pixel. */
function pixelsOf(canvas: ReturnType<typeof defocused>) {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
  return { at, width, height, data }
}

describe.each(BLURS)('a %s blur', (blur) => {
  test.each(['#ffffff', '#0f766e', '#000000'])(
    'of a plain %s is that colour, up to the edges',
    async (colour) => {
      const { data } = pixelsOf(defocused(await picture(everywhere(colour)), blur))
      const [red, green, blue] = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16))
      const wanted = Buffer.from([red!, green!, blue!, 255])
      const whole = Buffer.alloc(data.length, wanted)
      expect(whole.equals(Buffer.from(data.buffer, data.byteOffset, data.byteLength))).toBe(true)
    },
  )

  test('makes a disc of a lamp: even inside, and nothing outside', async () => {
    const lamp = await picture((brush) => {
      everywhere('#000000')(brush)
      filled('#ffffff', [318, 178, 4, 4])(brush)
    })
    const { at, width, height } = pixelsOf(defocused(lamp, blur))
    const radius = { soft: 6, strong: 15 }[blur]
    const middle = at(width / 2, height / 2)[0]!
    expect(middle).toBeGreaterThan(30)
    for (const angle of [0, 1, 2, 3, 4, 5]) {
      const away = (share: number) =>
        at(
          Math.round(width / 2 + Math.cos(angle) * radius * share),
          Math.round(height / 2 + Math.sin(angle) * radius * share),
        )[0]!
      expect(Math.abs(away(0.6) - middle)).toBeLessThanOrEqual(2)
      expect(away(1.8)).toBe(0)
    }
  })

  test('leaves no writing readable, and keeps a picture in its shape', async () => {
    const stripes = (brush: Brush) => {
      everywhere('#ffffff')(brush)
      for (let x = 0; x < SIZE.width; x += 8) filled('#102030', [x, 100, 4, 60])(brush)
    }
    const { at, width, height } = pixelsOf(defocused(await picture(stripes), blur))
    expect(width / height).toBeCloseTo(SIZE.width / SIZE.height, 2)
    const row = Array.from({ length: 100 }, (_, index) => at(200 + index, 130)[0]!)
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(12)
  })

  test('is as wide in a picture of another size, for its height', async () => {
    const edge = (width: number, height: number) => async () => {
      const halves = await picture(
        (brush) => {
          filled('#000000', [0, 0, width, height])(brush)
          filled('#ffffff', [width / 2, 0, width / 2, height])(brush)
        },
        { width, height },
      )
      const { at, width: wide, height: high } = pixelsOf(defocused(halves, blur))
      const row = Array.from({ length: wide }, (_, x) => at(x, high >> 1)[0]!)
      return row.filter((value) => value > 0 && value < 255).length / high
    }
    const [small, large] = [await edge(640, 360)(), await edge(1920, 1080)()]
    expect(Math.abs(small - large)).toBeLessThan(0.02)
  })
})

test('a strong blur is more than twice as wide as a soft one', async () => {
  const halves = await picture((brush) => {
    everywhere('#000000')(brush)
    filled('#ffffff', [320, 0, 320, 360])(brush)
  })
  const widths = BLURS.map((blur) => {
    const { at, width } = pixelsOf(defocused(halves, blur))
    return Array.from({ length: width }, (_, x) => at(x, 180)[0]!).filter((value) => value > 0 && value < 255)
      .length
  })
  expect(widths[1]!).toBeGreaterThan(2 * widths[0]!)
})
