import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_CUT_SECONDS, LOOK_AHEAD_SECONDS } from '../../../../src/domain/picture/picture.ts'
import { cameraOf } from '../../../../src/render/motion/camera.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { stageFor } from '../../../../src/render/paint/stage.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { seededRandom } from '../../../support/run/random.ts'
import { sampleTimeline } from '../sample-speech.ts'
import { script, speechOf } from './random-speech.ts'
import type { SpokenSentence } from '../../../../src/domain/speech/speech-timeline.ts'
import type { Framing } from '../../../../src/render/paint/stage.ts'

const sample = sampleTimeline(10)

/** Sentences that begin at these seconds; those with a passage are named. */
function spoken(starts: readonly number[], passages: readonly number[]): SpokenSentence[] {
  return starts.map((start) => ({
    charStart: 0,
    charEnd: 1,
    start,
    end: start + 1,
    ...(passages.includes(start) && { opensPassage: true as const }),
  }))
}

/** When the picture changes, to a frame, and to what. */
function cutsOf(cameraAt: ReturnType<typeof cameraOf>, durationSeconds: number) {
  const framingAt = (seconds: number) => cameraAt(seconds).framing
  const cuts: { at: number; framing: Framing }[] = []
  for (let frame = 1; frame < durationSeconds * 30; frame += 1) {
    const framing = framingAt(frame / 30)
    if (framing !== framingAt((frame - 1) / 30)) cuts.push({ at: frame / 30, framing })
  }
  return cuts
}

describe('the camera', () => {
  test('cuts where passages begin, and nowhere else however long it takes', () => {
    const starts = Array.from({ length: 30 }, (_, index) => index * 2)
    const timeline = { sentences: spoken(starts, [0, 14, 40]), durationSeconds: 60 }
    expect(cutsOf(cameraOf(timeline, 'directed', 1), 60).map(({ at }) => Math.round(at))).toEqual([14, 40])
    expect(cutsOf(cameraOf({ ...timeline, sentences: spoken(starts, []) }, 'directed', 1), 60)).toEqual([])
  })

  test('shows short passages together, and makes no cut before the name card has gone or shortly before the end', () => {
    const starts = [0, 4, 9, 12, 16, 25, 27]
    const timeline = { sentences: spoken(starts, starts), durationSeconds: 30 }
    expect(cutsOf(cameraOf(timeline, 'directed', 1), 30).map(({ at }) => Math.round(at))).toEqual([9, 16, 25])
  })

  test('has all four framings in a long video, and does not go through them in one way only', () => {
    const starts = Array.from({ length: 10 }, (_, index) => index * 10)
    const timeline = { sentences: spoken(starts, starts), durationSeconds: 100 }
    const order = (seed: number) =>
      cutsOf(cameraOf(timeline, 'directed', seed), 100).map(({ framing }) => framing)
    const seconds = new Set(Array.from({ length: 20 }, (_, seed) => order(seed)[0]))
    expect(seconds).toEqual(new Set(['medium', 'third']))
    expect(new Set(order(1)).size).toBe(4)
  })

  test('that is still stays in the wide picture and comes no nearer', () => {
    const timeline = { sentences: spoken([0, 20], [0, 20]), durationSeconds: 40 }
    const cameraAt = cameraOf(timeline, 'still', 1)
    for (const second of [0, 5, 20, 39]) expect(cameraAt(second)).toEqual({ framing: 'wide', push: 0 })
  })

  test('comes nearer in every shot, by 2 to 4 % of a head, ever more slowly and anew after each cut', () => {
    const timeline = { sentences: spoken([0, 20], [0, 20]), durationSeconds: 40 }
    const cameraAt = cameraOf(timeline, 'directed', 1)
    for (const start of [0, 20]) {
      const steps = Array.from({ length: 20 }, (_, second) => cameraAt(start + second).push)
      expect(steps[0]).toBe(0)
      const gains = steps.slice(1).map((push, index) => push - (steps[index] ?? 0))
      expect(gains).toEqual(gains.toSorted((a, b) => b - a))
      expect(Math.min(...gains)).toBeGreaterThan(0)
      // In the shortest of usual shots, and at the end of a long one.
      for (const second of [8, 19]) {
        const stage = stageFor({ width: 1280, height: 720 }, 'wide')
        const size = (push: number) => {
          const pose = { ...performanceOf(sample, 'vid_1')(0), near: push }
          return roundPose(pose, stage, 0, 40).headSize
        }
        const growth = size(steps[second] ?? 0) - size(0)
        expect(growth).toBeGreaterThan(0.02)
        expect(growth).toBeLessThan(0.04)
      }
    }
  })

  test('is at least a fifth nearer or farther after each cut, in speeches of all kinds', () => {
    let cuts = 0
    fc.assert(
      fc.property(script, fc.nat(), (text, seed) => {
        const { whole } = speechOf(prepareScript(text), seededRandom(seed))
        const cameraAt = cameraOf(whole, 'directed', seed)
        const openings = whole.sentences.filter(({ opensPassage }) => opensPassage)
        let last = 0
        for (const { at, framing } of cutsOf(cameraAt, whole.durationSeconds)) {
          expect(at).toBeGreaterThanOrEqual(FIRST_CUT_SECONDS)
          expect(at - last).toBeGreaterThanOrEqual(4)
          expect(whole.durationSeconds - at).toBeGreaterThanOrEqual(LOOK_AHEAD_SECONDS - 0.04)
          expect(openings.some(({ start }) => at - start >= 0 && at - start < 0.04)).toBe(true)
          for (const [width, height] of [[1280, 720] as const, [720, 1280] as const]) {
            const [before, after] = [cameraAt(at - 0.04).framing, framing].map(
              (each) => stageFor({ width, height }, each).scale,
            )
            const ratio = (after ?? 0) / (before ?? 1)
            expect(Math.max(ratio, 1 / ratio)).toBeGreaterThanOrEqual(1.19)
          }
          last = at
          cuts += 1
        }
      }),
      { numRuns: 40 },
    )
    // Of these, a speech has none to three.
    expect(cuts).toBeGreaterThan(5)
  })
})
