import { describe, expect, test } from 'vitest'
import { mouthCurve } from '../../../../src/render/motion/mouth-curve.ts'
import { heldViseme, sampleTimeline } from '../sample-speech.ts'

const FRAME = 1 / 30

describe('mouth', () => {
  test('the lips close completely for every /p b m/, in at least one frame', () => {
    const timeline = sampleTimeline(12)
    const mouthAt = mouthCurve(timeline)
    const closures = timeline.visemes.filter(({ viseme }) => viseme === 'PP')
    expect(closures.length).toBeGreaterThan(5)
    for (const { start, end } of closures) {
      const frames = Array.from(
        { length: 12 },
        (_, index) => Math.ceil(start / FRAME - 5) * FRAME + index * FRAME,
      )
      const near = frames.filter((seconds) => seconds > start - 0.06 && seconds < end + 0.03)
      expect(near.some((seconds) => mouthAt(seconds).open === 0)).toBe(true)
    }
  })

  test('the mouth is wide open in a held "aa"', () => {
    expect(mouthCurve(heldViseme('aa'))(0.72).open).toBeGreaterThan(0.7)
  })

  test('the mouth is still while nothing is said', () => {
    const mouthAt = mouthCurve(heldViseme('aa'))
    for (const seconds of [0, 0.1, 0.2, 0.3, 1.3, 1.4]) expect(mouthAt(seconds).open).toBeLessThan(0.02)
  })

  test('the lips are on their way before the sound is heard', () => {
    const mouthAt = mouthCurve(heldViseme('aa'))
    expect(mouthAt(0.5).open).toBeGreaterThan(0.05)
    expect(mouthAt(0.5).open).toBeGreaterThan(mouthAt(1).open * 0.8)
  })

  test('the mouth never jumps: no frame is far from the next', () => {
    const mouthAt = mouthCurve(sampleTimeline(12))
    for (let frame = 0; frame < 360; frame += 1) {
      const step = Math.abs(mouthAt((frame + 1) * FRAME).open - mouthAt(frame * FRAME).open)
      expect(step).toBeLessThan(0.6)
    }
  })

  test('each sound leaves its own mark: "oo" is narrow, "ee" is wide', () => {
    expect(mouthCurve(heldViseme('ou'))(0.72).width).toBeLessThan(0.8)
    expect(mouthCurve(heldViseme('ih'))(0.72).width).toBeGreaterThan(1.05)
  })
})
