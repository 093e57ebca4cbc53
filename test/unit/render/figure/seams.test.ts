import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { EYES_EXTENT, paintEyes } from '../../../../src/render/figure/eyes.ts'
import { createFigure } from '../../../../src/render/figure/figure.ts'
import { MOUTH_EXTENT, paintMouth } from '../../../../src/render/figure/mouth.ts'
import { VISEME_SHAPES } from '../../../../src/render/motion/mouth-shape.ts'
import { readPresenters } from '../../../../src/render/presenter/presenter-file.ts'
import { NO_SPRITES } from '../../../../src/render/paint/sprite-store.ts'
import { stageFor } from '../../../../src/render/paint/stage.ts'
import type { FigurePart } from '../../../../src/render/figure/figure.ts'
import type { Brush } from '../../../../src/render/paint/brush.ts'
import type { Rect } from '../../../../src/render/paint/stage.ts'
import type { PresenterFile } from '../../../../src/render/presenter/presenter-file.ts'

/*
 * How parts lie on each other when a head is turned, in both sizes, is looked at in test/slow/presenters.
 */

/** So much of a layer's colour at its rim is less than a level of 255, between any two skins of one face. */
const UNSEEN_ALPHA = 3

/** The largest that a presenter's file may ask for. */
const LARGEST_NOSE = { width: 1.5, length: 1.12 }

/** A layer has a clear pixel around it. */
const CLEAR = 1

/** The body is looked at between these heights, in logical units from the head: neck alone is above, a desk before what is below. */
const COLLAR_TOP = 190
const DESK = 600
/** Two soft edges on each other let so little of the room through that it is not told from the edges. */
const OPAQUE = 200

/** The largest lips and eyes that a file may ask for, and a long face. */
const LARGEST_LIPS = { width: 1.15, fullness: 1.5 }
const LARGEST_EYES = { size: 1.15, spacing: 1.08, opening: 1.2, tilt: 0.14 }
const LONGEST_HEAD = { length: 1.08 }

/** Around what a mouth and eyes may fill, logical units. */
const AROUND = 40

describe('a figure', () => {
  const { scale } = stageFor({ width: 1280, height: 720 }, 'close')
  let presenters: PresenterFile[]

  beforeAll(async () => {
    presenters = await readPresenters('presenters')
  })

  const layerOf = (presenter: PresenterFile, part: FigurePart) => {
    const { canvas, top } = createFigure(presenter, scale, NO_SPRITES).part(part)
    const rgba = canvas.data()
    const alpha = (x: number, y: number) => rgba[(y * canvas.width + x) * 4 + 3]!
    return { width: canvas.width, height: canvas.height, top, alpha }
  }

  test('has a nose whose edge fades out before it ends, however large it is, so that no box is seen around it', () => {
    for (const presenter of presenters) {
      const { look } = presenter
      const large = { ...presenter, look: { ...look, nose: { ...look.nose, ...LARGEST_NOSE } } }
      const { width, height, alpha } = layerOf(large, 'nose')
      const rim = [
        ...Array.from({ length: width }, (_, x) => [alpha(x, CLEAR), alpha(x, height - 1 - CLEAR)]),
        ...Array.from({ length: height }, (_, y) => [alpha(CLEAR, y), alpha(width - 1 - CLEAR, y)]),
      ].flat()
      expect(Math.max(...rim), presenter.id).toBeGreaterThan(0)
      expect(Math.max(...rim), presenter.id).toBeLessThanOrEqual(UNSEEN_ALPHA)
    }
  })

  test('has no hole between neck, collar and jacket through which the room is seen', () => {
    for (const presenter of presenters) {
      const { width, height, top, alpha } = layerOf(presenter, 'body')
      let holes = 0
      for (let y = Math.round(COLLAR_TOP * scale) - top; y < Math.min(height, DESK * scale - top); y += 1) {
        const row = Array.from({ length: width }, (_, x) => alpha(x, y) >= OPAQUE)
        holes += row.slice(row.indexOf(true), row.lastIndexOf(true)).filter((isOpaque) => !isOpaque).length
      }
      expect(holes, presenter.id).toBe(0)
    }
  })

  /** The most that is painted outside of an extent. */
  function beyond({ x, y, width, height }: Rect, paint: (brush: Brush) => void): number {
    const canvas = createCanvas(width + 2 * AROUND, height + 2 * AROUND)
    const brush = canvas.getContext('2d')
    brush.translate(AROUND - x, AROUND - y)
    paint(brush)
    brush.globalCompositeOperation = 'destination-out'
    brush.fillRect(x, y, width, height)
    const rgba = canvas.data()
    return rgba.reduce((most, value, at) => (at % 4 === 3 ? Math.max(most, value) : most), 0)
  }

  test('has mouths and eyes that end before their boxes do, however large they are and whatever they do', () => {
    expect(beyond({ x: 0, y: 0, width: 1, height: 1 }, (brush) => brush.fillRect(1, 0, 1, 1))).toBe(255)
    for (const { id, look } of presenters) {
      const large = {
        ...look,
        head: { ...look.head, ...LONGEST_HEAD },
        nose: { ...look.nose, ...LARGEST_NOSE },
        lips: { ...look.lips, ...LARGEST_LIPS },
        eyes: { ...look.eyes, ...LARGEST_EYES },
      }
      for (const [viseme, shape] of Object.entries(VISEME_SHAPES)) {
        const most = beyond(MOUTH_EXTENT, (brush) => paintMouth(brush, large, shape, 1))
        expect(most, `${id}, ${viseme}`).toBeLessThanOrEqual(UNSEEN_ALPHA)
      }
      for (const lids of [-0.2, 1]) {
        const state = { lids, cheeks: 1, gazeX: 1, gazeY: 1 }
        const most = beyond(EYES_EXTENT, (brush) => paintEyes(brush, large, state))
        expect(most, `${id}, lids ${lids}`).toBeLessThanOrEqual(UNSEEN_ALPHA)
      }
    }
  })
})
