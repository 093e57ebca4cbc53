import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFramePainter, createStudio } from '../../../src/render/frame.ts'
import { loadFonts } from '../../../src/render/fonts.ts'
import { performance as performanceOf } from '../../../src/render/performance.ts'
import { readPresenter } from '../../../src/render/presenter-file.ts'
import { sampleTimeline } from './sample-speech.ts'
import type { FramePainter, Studio } from '../../../src/render/frame.ts'

const FORMAT = { width: 320, height: 180, framesPerSecond: 30 }
const TIMELINE = sampleTimeline(20)

const hashOf = (painter: FramePainter, frame: number) =>
  createHash('sha256').update(painter.paint(frame).bytes).digest('hex')

describe.each(['maya', 'omar'])('frames of %s', (id) => {
  let studio: Studio

  beforeAll(async () => {
    loadFonts()
    studio = createStudio(await readPresenter('presenters', id), FORMAT)
  })

  const painter = (seed = 'vid_1') =>
    createFramePainter(studio, performanceOf(TIMELINE, seed), TIMELINE.durationSeconds)

  test('frames 120 to 180 drawn alone are the very pixels of the same frames drawn from the start', () => {
    const [whole, part] = [painter(), painter()]
    for (let frame = 0; frame < 120; frame += 1) whole.paint(frame)
    for (let frame = 120; frame < 180; frame += 1) expect(hashOf(part, frame)).toBe(hashOf(whole, frame))
  })

  test('a frame after a change of framing is the very picture of that frame drawn alone', () => {
    const poseAt = performanceOf(TIMELINE, 'vid_1')
    const cut =
      Array.from({ length: 600 }, (_, frame) => frame).find(
        (frame) => poseAt(frame / 30).framing === 'close',
      ) ?? 0
    expect(cut).toBeGreaterThan(200)
    const running = painter()
    for (let frame = cut - 20; frame < cut + 20; frame += 1) {
      const hash = hashOf(running, frame)
      if (frame % 5 === 0) expect(hash).toBe(hashOf(painter(), frame))
    }
  })

  test('two seeds give two videos', () => {
    expect(hashOf(painter('vid_1'), 100)).not.toBe(hashOf(painter('vid_2'), 100))
  })

  test('the picture is never black and never empty where the presenter is', () => {
    const { bytes } = painter().paint(60)
    const luma = bytes.subarray(0, FORMAT.width * FORMAT.height)
    const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length
    expect(mean).toBeGreaterThan(60)
    expect(mean).toBeLessThan(215)
    expect(Math.min(...luma)).toBeGreaterThanOrEqual(16)
    expect(Math.max(...luma)).toBeLessThanOrEqual(235)
  })
})
