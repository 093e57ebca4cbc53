import { beforeAll, describe, expect, test } from 'vitest'
import { pictureFormat, USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { createFigure } from '../../../src/render/figure/figure.ts'
import { MOUTH_HEIGHT } from '../../../src/render/figure/mouth.ts'
import { captionArea, nameArea } from '../../../src/render/overlay/safe-area.ts'
import { nameCardExtent } from '../../../src/render/overlay/name-card.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { NO_SPRITES } from '../../../src/render/paint/sprite-store.ts'
import { FRAMINGS, HEAD_HOME, stageFor, viewOf } from '../../../src/render/paint/stage.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { DESK_TOP } from '../../../src/render/set/desk.ts'
import { ASPECT_RATIOS } from '../../../src/domain/video/video-options.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { Framing } from '../../../src/render/paint/stage.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'

/** A quarter of the 720-line sizes: enough to see who is where. */
const FORMATS = {
  '16:9': { width: 320, height: 180, framesPerSecond: 30 },
  '9:16': { width: 180, height: 320, framesPerSecond: 30 },
  '1:1': { width: 180, height: 180, framesPerSecond: 30 },
  '4:5': { width: 180, height: 226, framesPerSecond: 30 },
} as const

/** Logical units around the head's middle: the tallest hair, the longest chin, half a head with its ears. */
const HEAD = { top: -305, bottom: 228, half: 180 }

/** How far the lower lip is below the middle of a mouth that is wide open, while the head leans towards the viewer. */
const OPEN_MOUTH = 51

const TIMELINE = sampleTimeline(20)
const presenters = await readPresenters('presenters')

beforeAll(loadFonts)

/** The share of a framing's height that is above something so far below the middle of the head. */
function shareDown(aspectRatio: keyof typeof FORMATS, framing: Framing, y: number): number {
  const view = viewOf(stageFor(pictureFormat({ ...USUAL_OPTIONS, aspectRatio }), framing))
  return (HEAD_HOME.y + y - view.y) / view.height
}

/** From the chin to the crown of a head at rest, as it is painted, without hair. Logical units. */
function faceOf(presenter: PresenterFile): number {
  const { canvas } = createFigure(presenter, 1, NO_SPRITES).part('head')
  // Around a layer is a clear pixel.
  return canvas.height - 2
}

describe.each(Object.entries(FORMATS))('a picture of %s', (ratio, format) => {
  const aspectRatio = ratio as keyof typeof FORMATS

  test.each(FRAMINGS)('shows the whole head, with the eyes in the upper half: %s', (framing) => {
    const view = viewOf(stageFor(format, framing))
    expect(shareDown(aspectRatio, framing, HEAD.top)).toBeGreaterThanOrEqual(0)
    expect(shareDown(aspectRatio, framing, HEAD.bottom)).toBeLessThan(0.78)
    expect(shareDown(aspectRatio, framing, 0)).toBeGreaterThan(0.35)
    expect(shareDown(aspectRatio, framing, 0)).toBeLessThan(0.46)
    expect(view.x).toBeLessThanOrEqual(HEAD_HOME.x - HEAD.half)
    expect(view.x + view.width).toBeGreaterThanOrEqual(HEAD_HOME.x + HEAD.half)
  })

  test('is nearer by a fifth from wide to medium to close, and never stretched', () => {
    const [wide, medium, close] = (['wide', 'medium', 'close'] as const).map((each) => stageFor(format, each))
    expect(medium!.scale / wide!.scale).toBeGreaterThanOrEqual(1.19)
    expect(close!.scale / medium!.scale).toBeGreaterThanOrEqual(1.19)
    // One scale for both directions: what is round stays round.
    expect(viewOf(wide!).width / viewOf(wide!).height).toBeCloseTo(format.width / format.height, 6)
  })

  test.each(FRAMINGS)('never has captions before a mouth: %s', (framing) => {
    const { width, height } = pictureFormat({ ...USUAL_OPTIONS, aspectRatio })
    const { bottom, letter } = captionArea({ width, height })
    const captionsTop = 1 - bottom - (3.28 * letter) / height
    expect(shareDown(aspectRatio, framing, MOUTH_HEIGHT + OPEN_MOUTH)).toBeLessThan(captionsTop)
  })

  test.each([true, false])('never has the name card before a face, with captions: %s', (captions) => {
    const view = viewOf(stageFor(format, 'wide'))
    const card = nameCardExtent(view, nameArea(view, captions, true))
    const shadow = 44
    const isAbove = card.y + card.height - shadow < HEAD_HOME.y + HEAD.top
    const isBelow = card.y + shadow > HEAD_HOME.y + MOUTH_HEIGHT + OPEN_MOUTH
    expect(isAbove || isBelow).toBe(true)
  })

  test.each(presenters.map((presenter) => [presenter.id, presenter] as const))(
    '%s fills it in all framings, without an empty band',
    (_id, presenter) => {
      const staged = stagePresenter(presenter, format)
      for (const framing of FRAMINGS) {
        const puppet = staged.puppet(framing)
        const pose = { ...performanceOf(TIMELINE, 'vid_1')(2.4), framing }
        const rgba = staged.still(puppet.arrange(roundPose(pose, puppet.stage, 2.4, 20))).data()
        const isOpaque = rgba.every((value, index) => index % 4 !== 3 || value === 255)
        expect(isOpaque).toBe(true)
        for (const row of [0, format.height - 1]) expect(isDark(rgba, row, format.width)).toBe(false)
      }
    },
  )
})

/** Whether a row of pixels is all black, as a band is that nothing was drawn in. */
function isDark(rgba: Uint8Array, row: number, width: number): boolean {
  const start = row * width * 4
  return rgba.subarray(start, start + width * 4).every((value, index) => index % 4 === 3 || value < 6)
}

describe.each(presenters.map((presenter) => [presenter.id, presenter] as const))('%s', (_id, presenter) => {
  test.each(['9:16', '4:5'] as const)('has a face of 30 %% of the height or more in %s', (aspectRatio) => {
    const face = faceOf(presenter)
    for (const framing of FRAMINGS) {
      const view = viewOf(stageFor(pictureFormat({ ...USUAL_OPTIONS, aspectRatio }), framing))
      expect(face / view.height, framing).toBeGreaterThanOrEqual(0.3)
    }
  })
})

test.each(ASPECT_RATIOS)('of the desk, a tenth of the height is seen at most in %s', (aspectRatio) => {
  for (const framing of FRAMINGS)
    expect(1 - shareDown(aspectRatio, framing, DESK_TOP - HEAD_HOME.y)).toBeLessThanOrEqual(0.1)
})

test('beside a presenter at the left, more than a third of a wide picture is free', () => {
  const view = viewOf(stageFor(pictureFormat(USUAL_OPTIONS), 'third'))
  // The widest shoulders, and how far a body goes aside.
  const right = HEAD_HOME.x + 460 + 13
  expect((view.x + view.width - right) / view.width).toBeGreaterThanOrEqual(0.35)
})
