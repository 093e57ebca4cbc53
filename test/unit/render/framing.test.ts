import { beforeAll, describe, expect, test } from 'vitest'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { FRAMINGS, HEAD_HOME, stageFor, viewOf } from '../../../src/render/paint/stage.ts'
import { sampleTimeline } from './sample-speech.ts'

/** A quarter of the 720-line sizes: enough to see who is where. */
const FORMATS = {
  '16:9': { width: 320, height: 180, framesPerSecond: 30 },
  '9:16': { width: 180, height: 320, framesPerSecond: 30 },
  '1:1': { width: 180, height: 180, framesPerSecond: 30 },
  '4:5': { width: 180, height: 226, framesPerSecond: 30 },
} as const

/** Logical units around the head's middle: the tallest hair and the longest chin, the widest shoulders. */
const HEAD = { top: -302, bottom: 228, half: 180 }
const SHOULDERS = 400

const TIMELINE = sampleTimeline(20)
const presenters = await readPresenters('presenters')

beforeAll(loadFonts)

describe.each(Object.entries(FORMATS))('a picture of %s', (_, format) => {
  test.each(FRAMINGS)('shows the whole head, the eyes in the upper half and the shoulders: %s', (framing) => {
    const view = viewOf(stageFor(format, framing))
    const shareDown = (y: number) => (HEAD_HOME.y + y - view.y) / view.height
    expect(shareDown(HEAD.top)).toBeGreaterThan(0.02)
    expect(shareDown(HEAD.bottom)).toBeLessThan(0.78)
    expect(shareDown(0)).toBeGreaterThan(0.28)
    expect(shareDown(0)).toBeLessThan(0.42)
    expect(view.x).toBeLessThanOrEqual(HEAD_HOME.x - SHOULDERS)
    expect(view.x + view.width).toBeGreaterThanOrEqual(HEAD_HOME.x + SHOULDERS)
  })

  test('is nearer when it is close, and never stretched', () => {
    const [wide, close] = [stageFor(format, 'wide'), stageFor(format, 'close')]
    expect(close.scale).toBeGreaterThan(wide.scale * 1.05)
    // One scale for both directions: what is round stays round.
    expect(viewOf(wide).width / viewOf(wide).height).toBeCloseTo(format.width / format.height, 6)
  })

  test.each(presenters.map((presenter) => [presenter.id, presenter] as const))(
    '%s fills it in both framings, without an empty band',
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

test('in 9:16 the middle of the head is in the upper third, and larger than in 16:9 by the picture’s width', () => {
  const [tall, across] = [stageFor(FORMATS['9:16'], 'wide'), stageFor(FORMATS['16:9'], 'wide')]
  const middle = (HEAD_HOME.y - viewOf(tall).y) / viewOf(tall).height
  expect(middle).toBeLessThan(0.345)
  const share = (width: number) => (2 * HEAD.half) / width
  expect(share(viewOf(tall).width)).toBeGreaterThan(2 * share(viewOf(across).width))
})
