import { beforeAll, describe, expect, test } from 'vitest'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { loadFonts } from '../../../../src/render/paint/fonts.ts'
import { NO_SPRITES } from '../../../../src/render/paint/sprite-store.ts'
import { FRAMINGS } from '../../../../src/render/paint/stage.ts'
import { readPresenter } from '../../../../src/render/presenter/presenter-file.ts'
import { stagePresenter } from '../../../../src/render/scene/frame.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { ownSetting } from '../../../../src/render/set/setting.ts'
import { sampleTimeline } from '../sample-speech.ts'
import type { Framing } from '../../../../src/render/paint/stage.ts'

const FORMATS = {
  '16:9': { width: 320, height: 180, framesPerSecond: 30 },
  '9:16': { width: 180, height: 320, framesPerSecond: 30 },
  '1:1': { width: 180, height: 180, framesPerSecond: 30 },
  '4:5': { width: 180, height: 226, framesPerSecond: 30 },
} as const

const TIMELINE = sampleTimeline(20)
const presenter = await readPresenter('presenters', 'maya')

beforeAll(loadFonts)

/** The picture of a moment, as RGBA. */
function pictureOf(format: (typeof FORMATS)[keyof typeof FORMATS], framing: Framing, isTest: boolean) {
  const staged = stagePresenter(presenter, format, NO_SPRITES, { ...ownSetting(presenter), isTest })
  const puppet = staged.puppet(framing)
  const pose = { ...performanceOf(TIMELINE, 'vid_1')(2.4), framing }
  return staged.still(puppet.arrange(roundPose(pose, puppet.stage, 2.4, 20))).data()
}

describe.each(Object.entries(FORMATS))('a picture of a test video in %s', (_, format) => {
  test.each(FRAMINGS)(
    'is stamped across its middle, and is that of a live video around it: %s',
    (framing) => {
      const [live, tried] = [pictureOf(format, framing, false), pictureOf(format, framing, true)]
      const { width, height } = format
      const marked = Array.from({ length: width * height }, (_unused, pixel) => pixel).filter((pixel) =>
        [0, 1, 2].some((colour) => live[pixel * 4 + colour] !== tried[pixel * 4 + colour]),
      )
      const columns = new Set(marked.map((pixel) => pixel % width))
      const rows = marked.map((pixel) => Math.floor(pixel / width) / height)
      // Four letters, each a fifth of the width high: as wide as half of the picture, and no smaller than what can be read.
      expect(columns.size).toBeGreaterThanOrEqual(width / 2)
      expect(marked.length).toBeGreaterThan(width * width * 0.02)
      expect(Math.min(...rows)).toBeGreaterThan(0.2)
      expect(Math.max(...rows)).toBeLessThan(0.8)
      // What it shows is still seen: nothing is covered with one colour.
      const shades = new Set(marked.map((pixel) => tried.subarray(pixel * 4, pixel * 4 + 3).join(' ')))
      expect(shades.size).toBeGreaterThan(20)
    },
  )
})
