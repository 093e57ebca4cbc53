import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordedCues } from '../../../../src/domain/speech/captions.ts'
import { LOOK_AHEAD_SECONDS, settledSeconds } from '../../../../src/domain/picture/picture.ts'
import { nameCardAt } from '../../../../src/render/overlay/name-card.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { seededRandom } from '../../../support/run/random.ts'
import { script, speechOf } from './random-speech.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'

/** What a speech looks like may be drawn from its beginning; these are all ways it may begin. */

const FRAMES_PER_SECOND = 30
const LEAST_REST_SECONDS = 3
const SHORTEST_IN_PARTS_SECONDS = 6

/** Frames right before the horizon are all compared, those long before it now and then. */
const CLOSE_SECONDS = 3
const FAR_STEP = 7

/** In letters of 42 and, as burned into an upright picture, fewer. */
const LINE_LENGTHS = [42, 24]

function framesBefore(horizonSeconds: number): number[] {
  const end = Math.floor(horizonSeconds * FRAMES_PER_SECOND)
  const close = end - CLOSE_SECONDS * FRAMES_PER_SECOND
  return Array.from({ length: Math.max(0, end) }, (_, frame) => frame).filter(
    (frame) => frame >= close || frame % FAR_STEP === 0,
  )
}

/** Behind a part of a script, seconds are still to be spoken (speech/parts.ts); here it may be a word. */
function horizon(fixedSeconds: number, wholeSeconds: number): number {
  return wholeSeconds - fixedSeconds < LEAST_REST_SECONDS
    ? fixedSeconds - LOOK_AHEAD_SECONDS
    : settledSeconds(fixedSeconds)
}

/** What is written at a moment, and where it will be. */
function captionsOf(timeline: SpeechTimeline) {
  const all = LINE_LENGTHS.map((length) => wordedCues(timeline, length))
  return (seconds: number) =>
    all.map((cues) => {
      const cue = cues.findLast(({ startMs }) => startMs <= seconds * 1_000)
      return cue && seconds * 1_000 < cue.endMs ? { startMs: cue.startMs, lines: cue.lines } : null
    })
}

test('what is seen long enough before the end of what is spoken is the same whatever is spoken next', () => {
  let compared = 0
  fc.assert(
    fc.property(script, fc.nat(), (text, seed) => {
      const prepared = prepareScript(text)
      const { whole, beginnings } = speechOf(prepared, seededRandom(seed))
      const [wholePose, wholeCaptions] = [performanceOf(whole, text), captionsOf(whole)]
      for (const { timeline, fixedSeconds } of beginnings) {
        const [poseAt, captionsAt] = [performanceOf(timeline, text), captionsOf(timeline)]
        for (const frame of framesBefore(horizon(fixedSeconds, whole.durationSeconds))) {
          const seconds = frame / FRAMES_PER_SECOND
          expect(poseAt(seconds), `pose at ${seconds}`).toEqual(wholePose(seconds))
          expect(captionsAt(seconds), `captions at ${seconds}`).toEqual(wholeCaptions(seconds))
          if (whole.durationSeconds >= SHORTEST_IN_PARTS_SECONDS)
            expect(nameCardAt(seconds, Infinity)).toEqual(nameCardAt(seconds, whole.durationSeconds))
          compared += 1
        }
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(2_000)
})
