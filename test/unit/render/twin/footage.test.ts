import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PictureFormat } from '../../../../src/domain/picture/picture.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'
import type { SceneStyle } from '../../../../src/domain/video/drawing-job.ts'
import type { FootagePlan } from '../../../../src/face/mouth-model.ts'
import { createI420 } from '../../../../src/raster/i420.ts'
import type { I420Picture } from '../../../../src/raster/i420.ts'
import { loadFonts } from '../../../../src/render/paint/fonts.ts'
import { stageFootage } from '../../../../src/render/scene/footage.ts'
import { footageSetting } from '../../../../src/render/set/setting.ts'
import { planFootage } from '../../../../src/render/twin/plan-footage.ts'
import { paintTwin } from '../../../support/twin/painted-twin.ts'
import type { PaintedTwin } from '../../../support/twin/painted-twin.ts'
import { heldViseme, sampleTimeline } from '../sample-speech.ts'

const WIDE: PictureFormat = { width: 640, height: 360, framesPerSecond: 30 }
const PLAIN: SceneStyle = {
  background: null,
  captions: 'none',
  nameCard: false,
  brandColour: null,
  gestures: 'calm',
  camera: 'directed',
}

/** The painted wall behind the person, and their skin, as luma. */
const WALL = 136
const SKIN = 154

let folder: string
let twin: PaintedTwin

beforeAll(async () => {
  loadFonts()
  folder = await mkdtemp(path.join(tmpdir(), 'footage-'))
  twin = await paintTwin(folder)
})
afterAll(() => rm(folder, { recursive: true }))

function planOf(timeline: SpeechTimeline, engine: 'video' | 'photo' = 'video'): FootagePlan {
  return planFootage(twin.model, {
    timeline,
    seed: 'vid_1',
    engine,
    posterSeconds: timeline.durationSeconds / 2,
  })
}

async function stage(style: SceneStyle, format: PictureFormat) {
  return stageFootage(twin, format, await footageSetting('Ada', style, null), style.background !== null)
}

/** Frames of a scene, drawn in this order by one painter. */
async function drawn(
  frames: readonly number[],
  {
    timeline = sampleTimeline(4),
    style = PLAIN,
    format = WIDE,
    engine = 'video' as const as 'video' | 'photo',
  } = {},
): Promise<I420Picture[]> {
  const staged = await stage(style, format)
  const plan = planOf(timeline, engine)
  const picture = createI420(format.width, format.height)
  const painter = staged.painter(plan, timeline, picture)
  const pictures = frames.map((frame) => {
    painter.paint(frame)
    return structuredClone(picture)
  })
  painter.close()
  await staged.close()
  return pictures
}

function digest({ y, u, v }: I420Picture): string {
  const hash = createHash('sha256')
  for (const { bytes } of [y, u, v]) hash.update(bytes)
  return hash.digest('hex')
}

/** Mean luma of a rectangle. */
function lumaIn(
  { y }: I420Picture,
  [left, top, width, height]: readonly [number, number, number, number],
): number {
  let sum = 0
  for (let row = top; row < top + height; row += 1)
    for (let column = left; column < left + width; column += 1) sum += y.bytes[row * y.stride + column] ?? 0
  return sum / (width * height)
}

/** Share of the pixels of two pictures that differ within a rectangle. */
function differing(
  one: I420Picture,
  other: I420Picture,
  [left, top, width, height]: readonly [number, number, number, number],
): number {
  let count = 0
  for (let row = top; row < top + height; row += 1)
    for (let column = left; column < left + width; column += 1) {
      const at = row * one.y.stride + column
      if (Math.abs((one.y.bytes[at] ?? 0) - (other.y.bytes[at] ?? 0)) > 8) count += 1
    }
  return count / (width * height)
}

/** Between the lips of the painted person when the mouth is open. */
const MOUTH = [306, 178, 26, 16] as const
const CAPTIONS = [180, 274, 280, 60] as const
const CARD = [30, 268, 50, 36] as const

test('the mouth is open when an open sound is said, and shut before and after', async () => {
  for (const engine of ['video', 'photo'] as const) {
    const [before, open, after] = await drawn([4, 22, 43], { timeline: heldViseme('aa'), engine })
    expect(lumaIn(open!, MOUTH)).toBeLessThan(60)
    expect(lumaIn(before!, MOUTH)).toBeGreaterThan(80)
    expect(lumaIn(after!, MOUTH)).toBeGreaterThan(80)
  }
})

test('what is beyond the lower face is the footage as it was filmed', async () => {
  const [picture] = await drawn([22], { timeline: heldViseme('aa') })
  expect(lumaIn(picture!, [20, 20, 100, 300])).toBeCloseTo(WALL, 0)
  expect(lumaIn(picture!, [300, 70, 40, 30])).toBeCloseTo(SKIN, 0)
})

test('a frame is the same wherever drawing begins', async () => {
  const style = { ...PLAIN, captions: 'burned', nameCard: true } as const
  const run = await drawn([30, 31, 32, 33, 34, 35], { style })
  const again = await drawn([35, 33, 30], { style })
  expect(again.map(digest)).toEqual([run[5], run[3], run[0]].map((picture) => digest(picture!)))
})

test('so is one in which a stretch of the footage goes over into another', async () => {
  const timeline = sampleTimeline(12)
  const first = planOf(timeline).leaving.findIndex((frame) => frame >= 0)
  expect(first).toBeGreaterThan(0)
  const run = await drawn([first - 1, first, first + 1, first + 2], { timeline })
  const again = await drawn([first + 2, first, first + 1], { timeline })
  expect(again.map(digest)).toEqual([run[3], run[1], run[2]].map((picture) => digest(picture!)))
})

test('gestures change nothing of the footage', async () => {
  const [usual] = await drawn([22])
  for (const gestures of ['lively', 'none'] as const) {
    const [picture] = await drawn([22], { style: { ...PLAIN, gestures } })
    expect(digest(picture!)).toBe(digest(usual!))
  }
})

test('captions and the name card are laid over the person, and nothing else changes', async () => {
  const moment = [60]
  const [plain] = await drawn(moment)
  const [captioned] = await drawn(moment, { style: { ...PLAIN, captions: 'burned' } })
  const [named] = await drawn(moment, { style: { ...PLAIN, nameCard: true } })
  expect(differing(plain!, captioned!, CAPTIONS)).toBeGreaterThan(0.5)
  expect(differing(plain!, captioned!, [0, 0, 640, 200])).toBe(0)
  expect(differing(plain!, named!, CARD)).toBeGreaterThan(0.5)
  expect(differing(plain!, named!, [200, 0, 440, 360])).toBe(0)
})

describe.each([
  ['across', 640, 360],
  ['tall', 360, 640],
  ['square', 480, 480],
])('a picture that is %s', (_, width, height) => {
  const format = { width, height, framesPerSecond: 30 }

  test('is filled by the room that the person was filmed in', async () => {
    const [picture] = await drawn([10], { format })
    for (const corner of [
      [0, 0, 20, 20],
      [width - 20, height - 20, 20, 20],
    ] as const)
      expect(lumaIn(picture!, corner)).toBeCloseTo(WALL, 0)
  })

  test('shows the person in a frame before a background', async () => {
    const style = { ...PLAIN, background: { colour: '#ffffff' } }
    const [picture] = await drawn([10], { format, style })
    for (const edge of [
      [0, 0, width, 8],
      [0, height - 8, width, 8],
      [0, 0, 8, height],
    ] as const)
      expect(lumaIn(picture!, edge)).toBeGreaterThan(215)
    expect(differing(picture!, createI420(width, height), [width / 2, height / 4, 10, 10])).toBe(1)
  })

  test('has the face in its upper half', async () => {
    const [picture] = await drawn([10], { format })
    const rows = Array.from({ length: height }, (_row, row) => row).filter(
      (row) => lumaIn(picture!, [width / 2 - 4, row, 8, 1]) > WALL + 12,
    )
    expect(rows.length).toBeGreaterThan(height / 4)
    expect((rows.at(0)! + rows.at(-1)!) / 2).toBeLessThan(height / 2)
  })
})

test('only blocks that may have changed are marked, and all of those', async () => {
  const style = { ...PLAIN, background: { colour: '#20304a' }, nameCard: true }
  const staged = await stage(style, WIDE)
  const timeline = sampleTimeline(4)
  const picture = createI420(WIDE.width, WIDE.height)
  const painter = staged.painter(planOf(timeline), timeline, picture)
  const unmarked: number[] = []
  let before: I420Picture | null = null
  for (let frame = 0; frame < 60; frame += 1) {
    const { flags, columns } = painter.paint(frame)
    for (let index = 0; before && index < flags.length; index += 1) {
      if (flags[index] !== 0) continue
      const block = [(index % columns) * 16, Math.floor(index / columns) * 16, 16, 16] as const
      const high = Math.min(16, WIDE.height - block[1])
      if (differing(before, picture, [block[0], block[1], 16, high]) > 0) unmarked.push(index)
    }
    if (frame > 0) expect([...flags].filter((flag) => flag === 0).length).toBeGreaterThan(flags.length / 4)
    before = structuredClone(picture)
  }
  painter.close()
  await staged.close()
  expect(unmarked).toEqual([])
})
