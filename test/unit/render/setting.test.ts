import { createCanvas } from '@napi-rs/canvas'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { stagePresenter } from '../../../src/render/scene/frame.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { readSets } from '../../../src/render/presenter/set-file.ts'
import { settingOf } from '../../../src/render/set/setting.ts'
import { roundPose } from '../../../src/render/scene/round-pose.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import type { Framing } from '../../../src/render/paint/stage.ts'

const FORMAT = { width: 320, height: 180, framesPerSecond: 30 }
const TALL = { width: 180, height: 320, framesPerSecond: 30 }
const USUAL: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: true,
  brandColour: null,
  gestures: 'calm',
}
const TIMELINE = sampleTimeline(20)

const maya = await readPresenter('presenters', 'maya')
const sets = await readSets('sets')
let folder: string

beforeAll(async () => {
  loadFonts()
  folder = await mkdtemp(join(tmpdir(), 'setting-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The picture of a style, when the name card is there. */
async function drawn(style: Partial<SceneStyle>, { format = FORMAT, framing = 'wide' as Framing } = {}) {
  const { background } = style
  const set = background && 'set' in background ? sets.find(({ id }) => id === background.set) : undefined
  const setting = await settingOf(maya, { ...USUAL, ...style }, set ?? null)
  const staged = stagePresenter(maya, format, undefined, setting)
  const puppet = staged.puppet(framing)
  const pose = { ...performanceOf(TIMELINE, 'vid_1')(3), framing }
  const pieces = puppet.arrange(roundPose(pose, puppet.stage, 3, 20))
  const rgba = staged.still(pieces).data()
  return {
    rgba: Buffer.from(rgba),
    at: (x: number, y: number) => [
      ...rgba.subarray((y * format.width + x) * 4, (y * format.width + x) * 4 + 3),
    ],
  }
}

describe('the background', () => {
  test.each([FORMAT, TALL])(
    'a colour is the very colour along the edges ($width × $height)',
    async (format) => {
      for (const framing of ['wide', 'close'] as const) {
        const { at } = await drawn({ background: { colour: '#0f766e' } }, { format, framing })
        expect(at(1, 1)).toEqual([0x0f, 0x76, 0x6e])
        expect(at(format.width - 2, 1)).toEqual([0x0f, 0x76, 0x6e])
      }
    },
  )

  test('a picture is there, its left at the left and its right at the right', async () => {
    const canvas = createCanvas(640, 360)
    const brush = canvas.getContext('2d')
    brush.fillStyle = '#c81e1e'
    brush.fillRect(0, 0, 320, 360)
    brush.fillStyle = '#1e3ac8'
    brush.fillRect(320, 0, 320, 360)
    const imageFile = join(folder, 'picture.png')
    await writeFile(imageFile, await canvas.encode('png'))
    const { at } = await drawn({ background: { imageFile } })
    expect(at(4, 20)).toEqual([0xc8, 0x1e, 0x1e])
    expect(at(315, 20)).toEqual([0x1e, 0x3a, 0xc8])
  })

  test('every set is another picture', async () => {
    const pictures = [(await drawn({})).rgba]
    for (const { id } of sets) pictures.push((await drawn({ background: { set: id } })).rgba)
    // Maya's own is the office, so that one may be the same.
    const distinct = new Set(pictures.map((rgba) => rgba.toString('latin1')))
    expect(distinct.size).toBeGreaterThanOrEqual(sets.length)
  })
})

describe('the name card', () => {
  test('it is there as usual, hidden when it is not wanted, and says what it is told', async () => {
    const [usual, hidden, told] = [
      await drawn({}),
      await drawn({ nameCard: false }),
      await drawn({ nameCard: { title: 'Release notes', subtitle: '' } }),
    ]
    const card = (picture: typeof usual) => picture.at(20, 142)
    expect(card(usual)).not.toEqual(card(hidden))
    expect(usual.rgba.equals(told.rgba)).toBe(false)
    expect(told.rgba.equals(hidden.rgba)).toBe(false)
  })

  test('it is above captions, where there are some', async () => {
    const [alone, above] = [await drawn({}), await drawn({ captions: 'burned' })]
    const [plain] = [await drawn({ nameCard: false })]
    expect(alone.at(20, 146)).not.toEqual(plain.at(20, 146))
    expect(above.at(20, 146)).toEqual(plain.at(20, 146))
    expect(above.at(20, 124)).not.toEqual(plain.at(20, 124))
  })
})

test('a brand colour is seen on the card, and on nothing of who speaks', async () => {
  const { rgba } = await drawn({ brandColour: '#ff0000' })
  const usual = await drawn({})
  const count = (picture: Buffer) => {
    let reds = 0
    for (let at = 0; at < picture.length; at += 4) {
      if ((picture[at] ?? 0) > 225 && (picture[at + 1] ?? 0) < 70 && (picture[at + 2] ?? 0) < 70) reds += 1
    }
    return reds
  }
  expect(count(rgba)).toBeGreaterThan(20)
  expect(count(usual.rgba)).toBe(0)
})
