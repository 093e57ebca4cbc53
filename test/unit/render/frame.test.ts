import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFramePainter, stagePresenter } from '../../../src/render/scene/frame.ts'
import { createI420 } from '../../../src/raster/i420.ts'
import { loadFonts } from '../../../src/render/paint/fonts.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import { readPresenter } from '../../../src/render/presenter/presenter-file.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { FramePainter, StagedPresenter } from '../../../src/render/scene/frame.ts'
import type { I420Picture } from '../../../src/raster/i420.ts'

const FORMAT = { width: 320, height: 180, framesPerSecond: 30 }
const TIMELINE = sampleTimeline(20)

/** A painter and what it paints into. */
interface Easel {
  readonly painter: FramePainter
  readonly picture: I420Picture
}

const hashOf = ({ painter, picture }: Easel, frame: number) => {
  painter.paint(frame)
  const hash = createHash('sha256')
  for (const { bytes } of [picture.y, picture.u, picture.v]) hash.update(bytes)
  return hash.digest('hex')
}

describe.each(['maya', 'omar'])('frames of %s', (id) => {
  let staged: StagedPresenter

  beforeAll(async () => {
    loadFonts()
    staged = stagePresenter(await readPresenter('presenters', id), FORMAT)
  })

  const easel = (seed = 'vid_1'): Easel => {
    const picture = createI420(FORMAT.width, FORMAT.height)
    const poseAt = performanceOf(TIMELINE, seed)
    return { picture, painter: createFramePainter(staged, poseAt, TIMELINE.durationSeconds, picture) }
  }

  test('frames 120 to 180 drawn alone are the very pixels of the same frames drawn from the start', () => {
    const [whole, part] = [easel(), easel()]
    for (let frame = 0; frame < 120; frame += 1) whole.painter.paint(frame)
    for (let frame = 120; frame < 180; frame += 1) expect(hashOf(part, frame)).toBe(hashOf(whole, frame))
  })

  test('a frame after a change of framing is the very picture of that frame drawn alone', () => {
    const poseAt = performanceOf(TIMELINE, 'vid_1')
    const cut =
      Array.from({ length: 600 }, (_, frame) => frame).find(
        (frame) => poseAt(frame / 30).framing !== 'wide',
      ) ?? 0
    expect(cut).toBeGreaterThan(200)
    const running = easel()
    for (let frame = cut - 20; frame < cut + 20; frame += 1) {
      const hash = hashOf(running, frame)
      if (frame % 5 === 0) expect(hash).toBe(hashOf(easel(), frame))
    }
  })

  test('what a frame changes is within the blocks that it names, and blocks at rest are not named', () => {
    const { painter, picture } = easel()
    painter.paint(100)
    for (let frame = 101; frame < 131; frame += 1) {
      const before = picture.y.bytes.slice()
      const { columns, flags } = painter.paint(frame)
      for (const [index, value] of picture.y.bytes.entries()) {
        const block = (Math.floor(index / FORMAT.width) >> 4) * columns + ((index % FORMAT.width) >> 4)
        if (value !== before[index] && flags[block] === 0) throw new Error(`Block ${block} is not named`)
      }
      expect(flags.filter((flag) => flag > 0).length).toBeLessThan(flags.length / 2)
    }
  })

  test('segment after segment is drawn in the memory of the first one', () => {
    const draw = () => {
      const { painter } = easel()
      for (let frame = 100; frame < 160; frame += 1) painter.paint(frame)
      painter.close()
      return staged.raster.memory.everTaken()
    }
    const first = draw()
    for (let count = 0; count < 5; count += 1) expect(draw()).toBe(first)
  })

  test('two seeds give two videos', () => {
    expect(hashOf(easel('vid_1'), 100)).not.toBe(hashOf(easel('vid_2'), 100))
  })

  test('the picture is never black and never empty where the presenter is', () => {
    const { painter, picture } = easel()
    painter.paint(60)
    const luma = picture.y.bytes
    const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
    expect(mean).toBeGreaterThan(60)
    expect(mean).toBeLessThan(215)
    expect(Math.min(...luma)).toBeGreaterThanOrEqual(16)
    expect(Math.max(...luma)).toBeLessThanOrEqual(235)
  })
})
