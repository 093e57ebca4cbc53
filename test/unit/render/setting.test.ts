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
import type { SKRSContext2D } from '@napi-rs/canvas'
import type { SceneStyle } from '../../../src/domain/video/drawing-job.ts'
import { FRAMINGS } from '../../../src/render/paint/stage.ts'
import type { Framing } from '../../../src/render/paint/stage.ts'

const FORMAT = { width: 320, height: 180, framesPerSecond: 30 }
const TALL = { width: 180, height: 320, framesPerSecond: 30 }
const USUAL: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: true,
  brandColour: null,
  gestures: 'calm',
  camera: 'directed',
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

/** A file with a picture of 640 × 360 in one colour, and what is painted over it. */
async function pictureFile(
  name: string,
  colour: string,
  paint: (brush: SKRSContext2D) => void = () => {},
): Promise<string> {
  const canvas = createCanvas(640, 360)
  const brush = canvas.getContext('2d')
  brush.fillStyle = colour
  brush.fillRect(0, 0, canvas.width, canvas.height)
  paint(brush)
  const file = join(folder, `${name}.png`)
  await writeFile(file, await canvas.encode('png'))
  return file
}

describe('the background', () => {
  test.each([FORMAT, TALL])(
    'a colour is the very colour along the edges ($width × $height)',
    async (format) => {
      for (const framing of FRAMINGS) {
        const { at } = await drawn({ background: { colour: '#0f766e' } }, { format, framing })
        expect(at(1, 1)).toEqual([0x0f, 0x76, 0x6e])
        expect(at(format.width - 2, 1)).toEqual([0x0f, 0x76, 0x6e])
      }
    },
  )

  test('a picture is there, its left at the left and its right at the right', async () => {
    const imageFile = await pictureFile('picture', '#c81e1e', (brush) => {
      brush.fillStyle = '#1e3ac8'
      brush.fillRect(320, 0, 320, 360)
    })
    const { at } = await drawn({ background: { imageFile, blur: 'none' } })
    expect(at(4, 20)).toEqual([0xc8, 0x1e, 0x1e])
    expect(at(315, 20)).toEqual([0x1e, 0x3a, 0xc8])
  })

  test('a picture that is blurred is out of focus behind a presenter who is not, and as bright along its edges', async () => {
    const imageFile = await pictureFile('stripes', '#c81e1e', (brush) => {
      brush.fillStyle = '#1e3ac8'
      for (let x = 4; x < 640; x += 16) brush.fillRect(x, 60, 8, 60)
    })
    const [sharp, blurred] = [
      await drawn({ background: { imageFile, blur: 'none' } }),
      await drawn({ background: { imageFile, blur: 'strong' } }),
    ]
    const contrast = ({ at }: typeof sharp) => {
      const row = Array.from({ length: 60 }, (_, x) => at(20 + x, 45)[0]!)
      return Math.max(...row) - Math.min(...row)
    }
    expect(contrast(sharp)).toBeGreaterThan(150)
    expect(contrast(blurred)).toBeLessThan(20)
    for (const [x, y] of [
      [0, 0],
      [319, 0],
      [160, 0],
      [0, 20],
    ] as const) {
      expect(blurred.at(x, y)).toEqual([0xc8, 0x1e, 0x1e])
    }
    expect(blurred.at(160, 60)).toEqual(sharp.at(160, 60))
  })

  test('the light of a picture is on who is before it, the same each time, and that of a colour is not', async () => {
    const before = async (colour: string) => {
      const imageFile = await pictureFile(colour.slice(1), colour)
      return drawn({ background: { imageFile, blur: 'none' } })
    }
    const [warm, again, cold] = [await before('#e8863c'), await before('#e8863c'), await before('#9fc3dc')]
    expect(warm.rgba.equals(again.rgba)).toBe(true)
    // The forehead, and the blouse.
    for (const [x, y] of [
      [160, 45],
      [160, 140],
    ] as const) {
      const [red, blue] = [0, 2].map((channel) => warm.at(x, y)[channel]! - cold.at(x, y)[channel]!)
      expect(red).toBeGreaterThan(4)
      expect(blue).toBeLessThan(-4)
      expect(Math.abs(red! + blue!)).toBeLessThan(30)
    }
    const [plain, wall] = [await drawn({}), await drawn({ background: { colour: '#e8863c' } })]
    expect(wall.at(160, 45)).toEqual(plain.at(160, 45))
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
