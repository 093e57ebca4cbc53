import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { USUAL_OPTIONS, pictureFormat } from '../../../src/domain/video/video-options.ts'
import { createI420 } from '../../../src/raster/i420.ts'
import { createRaster } from '../../../src/raster/raster.ts'
import { ARMS_AT_REST } from '../../../src/render/motion/arms.ts'
import { ARM_KEYS } from '../../../src/render/motion/attitudes.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { createCaptions } from '../../../src/render/overlay/captions.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { HEAD_HOME, stageFor, viewOf } from '../../../src/render/paint/stage.ts'
import { readPresenter, readPresenters } from '../../../src/render/presenter/presenter-file.ts'
import { createArmPoses } from '../../../src/render/scene/arm-poses.ts'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import { roundArms } from '../../../src/render/scene/round-arms.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { seededRandom } from '../../support/run/random.ts'
import { script, speechOf } from './motion/random-speech.ts'
import { sampleTimeline } from './sample-speech.ts'
import { isSeen, tipsOf } from './seen-hands.ts'
import type { ArmKeyName } from '../../../src/render/motion/attitudes.ts'
import type { GesturesOption } from '../../../src/domain/video/video-options.ts'
import type { ArmState } from '../../../src/render/motion/arms.ts'
import type { Pixels } from '../../../src/render/paint/layer.ts'
import type { PresenterFile } from '../../../src/render/presenter/presenter-file.ts'

const SMALL = { width: 320, height: 180, framesPerSecond: 30 }

const acting = (gestures: GesturesOption) => ({ ...USUAL_OPTIONS, gestures })

const held = (key: ArmKeyName): ArmState => ({ from: key, to: key, share: 1, beat: 0 })

let presenters: PresenterFile[]

beforeAll(async () => {
  loadFonts()
  presenters = await readPresenters('presenters')
})

describe('arms in the picture', () => {
  test('they are before the desk and behind the name card', async () => {
    const staged = stagePresenter(await readPresenter('presenters', 'kenji'), SMALL)
    const { stage, arrange } = staged.puppet('wide')
    const pose = { ...performanceOf(sampleTimeline(20), 'vid_1')(3), arms: ARMS_AT_REST }
    const raised = { ...pose, arms: { left: held('open'), right: held('open') } }
    const [before, after] = [pose, raised].map((one) => arrange(roundPose(one, stage, 3, 20)))
    const changed = after!.flatMap(({ stamp }, index) => (stamp === before![index]?.stamp ? [] : [index]))
    const isDesk = ({ width, y, height }: { width: number; y: number; height: number }) =>
      width >= SMALL.width && y + height >= SMALL.height && y > 0
    const desk = after!.findLastIndex(isDesk)
    // The card is the last piece of all.
    expect(changed).toEqual([desk + 1, desk + 2, desk + 3, desk + 4])
    expect(changed.at(-1)).toBe(after!.length - 2)
  })

  test('captions lie over them', async () => {
    const staged = stagePresenter(await readPresenter('presenters', 'kenji'), SMALL)
    const timeline = sampleTimeline(20)
    const resting = performanceOf(timeline, 'vid_1', acting('none'))
    const lifted = (seconds: number) => ({
      ...resting(seconds),
      arms: { left: held('open'), right: held('open') },
    })
    const luma = (poseAt: typeof resting, hasCaptions: boolean) => {
      const picture = createI420(SMALL.width, SMALL.height)
      const look = { style: 'burned', highlight: '#ffcc00' } as const
      const captions = hasCaptions ? createCaptions(staged.raster, timeline, SMALL, look) : null
      const painter = createFramePainter(staged, poseAt, timeline.durationSeconds, picture, captions)
      painter.paint(90)
      painter.close()
      return picture.y.bytes
    }
    const [without, before, after] = [luma(resting, false), luma(resting, true), luma(lifted, true)]
    const changed = [...before.keys()].filter((at) => Math.abs(before[at]! - after[at]!) > 8)
    expect(changed.length).toBeGreaterThan(1_000)
    const letters = [...before.keys()].filter((at) => before[at]! >= 220 && without[at]! < 180)
    expect(letters.length).toBeGreaterThan(50)
    expect(letters.filter((at) => after[at]! < 215)).toEqual([])
  })

  test('a video drawn in eight pieces is the very video drawn in one', async () => {
    const staged = stagePresenter(await readPresenter('presenters', 'amara'), SMALL)
    const timeline = sampleTimeline(20)
    const frames = 240
    const easel = () => {
      const picture = createI420(SMALL.width, SMALL.height)
      const poseAt = performanceOf(timeline, 'vid_8', acting('lively'))
      return { picture, painter: createFramePainter(staged, poseAt, timeline.durationSeconds, picture) }
    }
    const drawn = (pieces: number) =>
      Array.from({ length: pieces }, (_, piece) => {
        const { picture, painter } = easel()
        return Array.from({ length: frames / pieces }, (__, index) => {
          painter.paint((piece * frames) / pieces + index)
          const hash = createHash('sha256')
          for (const { bytes } of [picture.y, picture.u, picture.v]) hash.update(bytes)
          return hash.digest('hex')
        })
      }).flat()
    const whole = drawn(1)
    expect(drawn(8)).toEqual(whole)
    expect(new Set(whole).size).toBeGreaterThan(frames / 3)
  })

  test('a way is the same in both directions, so that its poses are painted once', () => {
    const forth = roundArms(
      { left: { from: 'ready', to: 'open', share: 1 / 3, beat: 0 }, right: held('one') },
      0,
      1,
    )
    const back = roundArms(
      { left: { from: 'open', to: 'ready', share: 2 / 3, beat: 0 }, right: held('one') },
      0,
      1,
    )
    expect(back).toEqual(forth)
  })

  // Shares of all fingertips. A tall picture with a large face is narrower than arms that are spread.
  test.each([
    ['16:9', 0.005],
    ['9:16', 0.03],
    ['1:1', 0.005],
    ['4:5', 0.005],
  ] as const)(
    'in %s hands are seen in most frames, never before a face, and seldom beyond the edge of a wide picture',
    (aspectRatio, most) => {
      const format = pictureFormat({ ...USUAL_OPTIONS, aspectRatio })
      let [seen, frames, wide, cut] = [0, 0, 0, 0]
      // The same scripts each time: of others, so few of them, the shares would be others.
      for (const [text, seed] of fc.sample(fc.tuple(script, fc.nat()), { numRuns: 40, seed: 56 })) {
        const timeline = speechOf(prepareScript(text), seededRandom(seed)).whole
        const { look } = presenters[seed % presenters.length]!
        const poseAt = performanceOf(timeline, text, acting(seed % 2 === 0 ? 'calm' : 'lively'))
        for (let second = 0.5; second < timeline.durationSeconds; second += 0.25) {
          const { framing, arms } = poseAt(second)
          const view = viewOf(stageFor(format, framing))
          const hands = tipsOf(look, arms)
          for (const { x, y, radius } of hands.flat()) {
            // Half the width of a face at the height of the mouth, down to the chin.
            if (Math.abs(x) < 120) expect(y - radius).toBeGreaterThan(185)
            if (framing !== 'wide') continue
            wide += 1
            if (Math.abs(HEAD_HOME.x + x - (view.x + view.width / 2)) > view.width / 2 + radius) cut += 1
          }
          frames += 1
          if (hands.some((tips) => isSeen(tips, view))) seen += 1
        }
      }
      expect(seen / frames).toBeGreaterThanOrEqual(0.6)
      expect(cut / wide).toBeLessThan(most)
    },
  )

  test('every key of an arm has a name that others do not have', () => {
    const names = Object.keys(ARM_KEYS) as ArmKeyName[]
    const rounded = names.map((name) => roundArms({ left: held(name), right: held(name) }, 0, 1).left.name)
    expect(new Set(rounded).size).toBe(names.length)
  })
})

describe('the memory of poses', () => {
  const LIMIT = 8 * 1024 * 1024
  const clear = (width: number, height: number): Pixels => ({
    rgba: new Uint8Array(width * height * 4),
    width,
    height,
    left: 0,
    top: 0,
  })

  test('stays within its bound, whatever sizes poses have, and the last four are there', () => {
    const raster = createRaster()
    const poses = createArmPoses(raster, LIMIT)
    const random = seededRandom(5)
    const side = () => Math.round(120 + 120 * random())
    const never = () => expect.unreachable('was kept')
    for (let index = 0; index < 1_500; index += 1) {
      poses.get(`pose ${index}`, () => clear(side(), side()))
      for (const last of [3, 2, 1, 0]) if (index >= last) poses.get(`pose ${index - last}`, never)
    }
    // A place more for each of some sixteen sizes.
    expect(raster.memory.everTaken()).toBeLessThan(2 * LIMIT)
  })

  test('the ones used longest ago make room', () => {
    const poses = createArmPoses(createRaster(), LIMIT)
    let painted = 0
    const get = (name: string) =>
      poses.get(name, () => {
        painted += 1
        return clear(240, 240)
      })
    for (let index = 0; index < 40; index += 1) {
      get(`pose ${index}`)
      get('rest')
    }
    expect(painted).toBe(41)
    get('pose 0')
    expect(painted).toBe(42)
  })
})
