import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { contrastOf } from '../../../../src/render/paint/colour.ts'
import { loadFonts } from '../../../../src/render/paint/fonts.ts'
import { VISEME_SHAPES } from '../../../../src/render/motion/mouth-shape.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { LEAST_LIP_CONTRAST } from '../../../../src/render/presenter/presenter-faults.ts'
import { readPresenters } from '../../../../src/render/presenter/presenter-file.ts'
import { stagePresenter } from '../../../../src/render/scene/frame.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { HEAD_HOME, stageFor } from '../../../../src/render/paint/stage.ts'
import { sampleTimeline } from '../sample-speech.ts'
import type { Viseme } from '../../../../src/domain/speech/speech-timeline.ts'
import type { PresenterFile } from '../../../../src/render/presenter/presenter-file.ts'
import type { StagedPresenter } from '../../../../src/render/scene/frame.ts'

const FORMAT = { width: 640, height: 360, framesPerSecond: 30 }
const STAGE = stageFor(FORMAT, 'wide')

/** Looking straight into the camera, before the first word. */
const STILL = {
  ...performanceOf(sampleTimeline(6), 'looks')(0),
  framing: 'wide',
  smile: 0.5,
  gazeX: 0,
  gazeY: 0,
  brows: 0,
  yaw: 0,
  pitch: 0,
  roll: 0,
} as const

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A place of the head at rest, in pixels, from logical units around its origin. */
function place(x: number, y: number, width: number, height: number): Box {
  const { scale, offsetX, offsetY } = STAGE
  return {
    x: Math.round((HEAD_HOME.x + x) * scale + offsetX),
    y: Math.round((HEAD_HOME.y + y) * scale + offsetY),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  }
}

const FACE = place(-170, -270, 340, 500)
const MOUTH = place(-60, 84, 120, 84)

function drawn(staged: StagedPresenter, viseme: Viseme, box: Box, lids = 0): Uint8ClampedArray {
  const pose = roundPose({ ...STILL, mouth: VISEME_SHAPES[viseme], lids }, STAGE, 0, 6)
  const still = staged.still(staged.puppet('wide').arrange(pose))
  return still.getContext('2d').getImageData(box.x, box.y, box.width, box.height).data
}

/** Mean difference of two pictures' pixels, 0 the same to 255 black against white. */
function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / ((a.length * 3) / 4)
}

/** The mean colour of a picture. */
function meanColour(pixels: Uint8ClampedArray): string {
  const sums = [0, 0, 0]
  for (const [at, value] of pixels.entries()) if (at % 4 < 3) sums[at % 4] = (sums[at % 4] ?? 0) + value
  return `#${sums
    .map((sum) =>
      Math.round((sum * 4) / pixels.length)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

describe('the stock presenters', () => {
  let presenters: PresenterFile[]
  let staged: Map<string, StagedPresenter>

  beforeAll(async () => {
    loadFonts()
    presenters = await readPresenters('presenters')
    staged = new Map(presenters.map((presenter) => [presenter.id, stagePresenter(presenter, FORMAT)]))
  })

  const stagedOf = (id: string): StagedPresenter => {
    const found = staged.get(id)
    if (!found) throw new Error(`no ${id}`)
    return found
  }

  test('ten people of many kinds: genders, ages, hair, glasses, a headscarf, beards', () => {
    const looks = presenters.map(({ look }) => look)
    const count = (has: (look: PresenterFile['look']) => unknown) => looks.filter(has).length
    expect(presenters).toHaveLength(10)
    for (const gender of ['female', 'male'] as const) {
      expect(presenters.filter((presenter) => presenter.gender === gender).length).toBeGreaterThanOrEqual(4)
    }
    expect(count(({ glasses }) => glasses)).toBeGreaterThanOrEqual(1)
    expect(count(({ headscarf }) => headscarf)).toBeGreaterThanOrEqual(1)
    expect(count(({ beard }) => beard && beard.kind !== 'stubble')).toBeGreaterThanOrEqual(1)
    expect(count(({ hair }) => hair.grey >= 0.4)).toBeGreaterThanOrEqual(1)
    expect(count(({ hair }) => hair.style === 'curls' || hair.style === 'crop')).toBeGreaterThanOrEqual(1)
    expect(count(({ hair }) => hair.style === 'braids')).toBeGreaterThanOrEqual(1)
    expect(count(({ skin }) => skin.age >= 0.5)).toBeGreaterThanOrEqual(2)
    expect(new Set(looks.map(({ set }) => set.kind)).size).toBeGreaterThanOrEqual(4)
  })

  test('no two faces are alike', () => {
    const faces = presenters.map(({ id }) => drawn(stagedOf(id), 'sil', FACE))
    const pairs = faces.flatMap((face, index) =>
      faces.slice(index + 1).map((other) => difference(face, other)),
    )
    expect(Math.min(...pairs)).toBeGreaterThan(24)
  })

  test('lips stand out from every skin, as written and as lit', () => {
    const faint = presenters.filter(({ id, look }) => {
      const line = 118 * (0.35 + 0.65 * look.head.length)
      const lips = meanColour(drawn(stagedOf(id), 'sil', place(-34, line - 8, 68, 22)))
      const cheek = meanColour(drawn(stagedOf(id), 'sil', place(-100, 44, 40, 24)))
      const asWritten = contrastOf(look.lips.base, look.skin.base)
      return asWritten < LEAST_LIP_CONTRAST || contrastOf(lips, cheek) < 0.08
    })
    expect(faint.map(({ id }) => id)).toEqual([])
  })

  test('an open mouth cannot be taken for a closed one', () => {
    const same = presenters.filter(
      ({ id }) => difference(drawn(stagedOf(id), 'sil', MOUTH), drawn(stagedOf(id), 'aa', MOUTH)) < 12,
    )
    expect(same.map(({ id }) => id)).toEqual([])
  })

  test('open eyes are white beside the iris, shut ones are skin', () => {
    for (const { id, look } of presenters) {
      const x = 62 * look.eyes.spacing
      const eye = place(x - 34, -34, 68, 44)
      const change = difference(drawn(stagedOf(id), 'sil', eye), drawn(stagedOf(id), 'sil', eye, 1))
      expect(change, id).toBeGreaterThan(12)
    }
  })

  test('pictures and samples are checked in for each, small enough to be loaded by the dozen', async () => {
    for (const { id } of presenters) {
      const thumbnail = await readFile(`presenters/${id}/thumbnail.jpg`)
      const preview = await readFile(`presenters/${id}/preview.mp4`)
      expect(thumbnail.length, id).toBeLessThan(60_000)
      expect(preview.length, id).toBeLessThan(500_000)
    }
    expect((await readFile('docs/images/presenters.jpg')).length).toBeLessThan(400_000)
  })
})
