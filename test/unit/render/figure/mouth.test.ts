import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { paintMouth } from '../../../../src/render/figure/mouth.ts'
import { VISEME_SHAPES } from '../../../../src/render/motion/mouth-shape.ts'
import { readPresenters } from '../../../../src/render/presenter/presenter-file.ts'
import type { Viseme } from '../../../../src/domain/speech/speech-timeline.ts'
import type { PresenterFile } from '../../../../src/render/presenter/presenter-file.ts'

/** Pixels for a logical unit, and the corner of the picture in logical units. */
const SCALE = 4
const [LEFT, TOP, WIDTH, HEIGHT] = [-80, -40, 160, 110]

/** The inside of a mouth is darker than any lip, teeth are brighter than any highlight on one. */
const DARK = 48
const BRIGHT = 205

/** The brightness of a painted mouth by logical place; 0 to 255, and -1 where nothing is painted. */
function mouthOf(presenter: PresenterFile, viseme: Viseme) {
  const canvas = createCanvas(WIDTH * SCALE, HEIGHT * SCALE)
  const brush = canvas.getContext('2d')
  brush.setTransform(SCALE, 0, 0, SCALE, -LEFT * SCALE, -TOP * SCALE)
  paintMouth(brush, presenter.look, VISEME_SHAPES[viseme], 0.3)
  const rgba = canvas.data()
  return (x: number, y: number) => {
    const at = (Math.round((y - TOP) * SCALE) * canvas.width + Math.round((x - LEFT) * SCALE)) * 4
    if (rgba[at + 3]! < 250) return -1
    return 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!
  }
}

const span = (from: number, to: number) =>
  Array.from({ length: (to - from) * SCALE }, (_, step) => from + step / SCALE)

describe('mouths of every presenter', () => {
  let presenters: PresenterFile[]

  beforeAll(async () => {
    presenters = await readPresenters('presenters')
  })

  test('say f and v with the lower lip at the upper teeth: no dark gap is seen between them', () => {
    for (const presenter of presenters) {
      const at = mouthOf(presenter, 'FF')
      const column = span(-5, 25).map((y) => at(6, y))
      const teeth = column.findIndex((value) => value > 150)
      expect(teeth, presenter.id).toBeGreaterThan(0)
      expect(Math.min(...column.slice(teeth).filter((value) => value >= 0)), presenter.id).toBeGreaterThan(
        DARK,
      )
    }
  })

  test('say ou with a round opening, and ee with a wide one', () => {
    for (const presenter of presenters) {
      const dark = (viseme: Viseme) => {
        const at = mouthOf(presenter, viseme)
        const isDark = (x: number, y: number) => at(x, y) >= 0 && at(x, y) < DARK
        const wide = span(-60, 60).filter((x) => span(-15, 25).some((y) => isDark(x, y))).length
        const high = span(-15, 25).filter((y) => isDark(0, y) || isDark(3, y)).length
        return wide / high
      }
      expect(dark('ou'), presenter.id).toBeLessThan(2)
      expect(dark('ih'), presenter.id).toBeGreaterThan(3)
    }
  })

  test('show single teeth in a, brighter than lips and with lines between them', () => {
    for (const presenter of presenters) {
      const at = mouthOf(presenter, 'aa')
      const row = span(-30, 30).map((x) => at(x, -1) > BRIGHT)
      const teeth = row.filter((isTooth, index) => isTooth && row[index - 1] === false).length
      expect(teeth, presenter.id).toBeGreaterThanOrEqual(4)
    }
  })
})
