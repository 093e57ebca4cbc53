import { expect, test } from 'vitest'
import { createI420 } from '../../../src/raster/i420.ts'
import { createOverlay } from '../../../src/raster/overlay.ts'
import { createRaster } from '../../../src/raster/raster.ts'
import { createScreen } from '../../../src/raster/screen.ts'
import type { I420Picture } from '../../../src/raster/i420.ts'
import type { Raster } from '../../../src/raster/raster.ts'

const SIZE = { width: 16, height: 8 }

/** Premultiplied pixels of one colour. */
function filled(width: number, height: number, colour: readonly number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let at = 0; at < rgba.length; at += 4) rgba.set(colour, at)
  return rgba
}

/** What the screen makes of a colour: the overlay must make the same of it. */
function onScreen(raster: Raster, colour: readonly number[]): I420Picture {
  const picture = createI420(SIZE.width, SIZE.height)
  const screen = createScreen(raster, picture)
  const bitmap = raster.load(filled(SIZE.width, SIZE.height, colour), SIZE.width, SIZE.height)
  screen.draw({ x: 0, y: 0, ...SIZE }, [{ bitmap, x: 0, y: 0, strength: 1 }])
  screen.show()
  return picture
}

const ORANGE = [224, 112, 60, 255]
const NAVY = [20, 30, 70, 255]

test('what is opaque has the same colours as what is drawn', () => {
  const raster = createRaster()
  for (const colour of [ORANGE, NAVY, [255, 255, 255, 255], [0, 0, 0, 255]]) {
    const picture = createI420(SIZE.width, SIZE.height)
    const bitmap = raster.load(filled(SIZE.width, SIZE.height, colour), SIZE.width, SIZE.height)
    createOverlay(raster).lay(picture, [{ bitmap, x: 0, y: 0, strength: 1 }])
    expect(picture).toEqual(onScreen(raster, colour))
  }
})

test('what is half there is halfway between, whether by its pixels or by its strength', () => {
  const raster = createRaster()
  const [behind, before] = [onScreen(raster, NAVY), onScreen(raster, ORANGE)]
  const whole = raster.load(filled(SIZE.width, SIZE.height, ORANGE), SIZE.width, SIZE.height)
  const clear = raster.load(filled(SIZE.width, SIZE.height, [112, 56, 30, 128]), SIZE.width, SIZE.height)
  for (const laid of [
    { bitmap: whole, x: 0, y: 0, strength: 0.5 },
    { bitmap: clear, x: 0, y: 0, strength: 1 },
  ]) {
    const picture = structuredClone(behind)
    createOverlay(raster).lay(picture, [laid])
    for (const plane of ['y', 'u', 'v'] as const) {
      const halfway = ((behind[plane].bytes[0] ?? 0) + (before[plane].bytes[0] ?? 0)) / 2
      expect(Math.abs((picture[plane].bytes[0] ?? 0) - halfway)).toBeLessThanOrEqual(1)
    }
  }
})

test('only the pixels of a bitmap change, also where it begins between two squares of colour or sticks out', () => {
  const raster = createRaster()
  const bitmap = raster.load(filled(3, 3, ORANGE), 3, 3)
  for (const [x, y] of [
    [5, 3],
    [-1, -1],
    [14, 6],
  ] as const) {
    const picture = onScreen(raster, NAVY)
    const before = structuredClone(picture)
    createOverlay(raster).lay(picture, [{ bitmap, x, y, strength: 1 }])
    const changed = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => at).filter(
      (at) => picture.y.bytes[at] !== before.y.bytes[at],
    )
    const expected = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => at).filter((at) => {
      const [column, row] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      return column >= x && column < x + 3 && row >= y && row < y + 3
    })
    expect(changed).toEqual(expected)
  }
})
