import fc from 'fast-check'
import { expect, test } from 'vitest'

import { framesFor, planSegments, STANDARD_PICTURE } from '../../../src/domain/picture.ts'

const LONGEST_SEGMENT_FRAMES = 8 * STANDARD_PICTURE.framesPerSecond
const KEY_FRAME_EVERY = 2 * STANDARD_PICTURE.framesPerSecond

test.each([
  [1, 30],
  [0.5, 15],
  [1.001, 31],
  [0.1 + 0.2, 9],
  [60, 1800],
])('a speech of %d s needs %i frames', (seconds, frames) => {
  expect(framesFor(seconds, STANDARD_PICTURE)).toBe(frames)
})

test('segments cover every frame once, start at key frames, and none is long or empty', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6000 }), (frames) => {
      const segments = planSegments(frames, STANDARD_PICTURE)
      let next = 0
      for (const [index, segment] of segments.entries()) {
        expect(segment).toMatchObject({ index, startFrame: next })
        expect(segment.startFrame % KEY_FRAME_EVERY).toBe(0)
        expect(segment.endFrame).toBeGreaterThan(segment.startFrame)
        expect(segment.endFrame - segment.startFrame).toBeLessThanOrEqual(LONGEST_SEGMENT_FRAMES)
        next = segment.endFrame
      }
      expect(next).toBe(frames)
    }),
  )
})

test('a video of more than two seconds is drawn in two places at once', () => {
  expect(planSegments(60, STANDARD_PICTURE)).toHaveLength(1)
  expect(planSegments(61, STANDARD_PICTURE)).toHaveLength(2)
})
