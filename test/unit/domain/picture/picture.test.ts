import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  framesFor,
  planSegments,
  planFixed,
  settledSeconds,
  STANDARD_PICTURE,
} from '../../../../src/domain/picture/picture.ts'
import type { Segment } from '../../../../src/domain/picture/picture.ts'

/** Of a segment that begins so many seconds into a video. */
const longestAt = (seconds: number) => (seconds < 16 ? 4 : 8)
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
        const { framesPerSecond } = STANDARD_PICTURE
        const longest = longestAt(segment.startFrame / framesPerSecond) * framesPerSecond
        expect(segment.endFrame - segment.startFrame).toBeLessThanOrEqual(longest)
        next = segment.endFrame
      }
      expect(next).toBe(frames)
    }),
  )
})

test('the first seconds are drawn after a sentence of three, and no cut of the camera is drawn too early', () => {
  const settled = (fixedSeconds: number) =>
    planFixed(fixedSeconds, STANDARD_PICTURE, []).at(-1)?.endFrame ?? 0
  expect(settled(2.8)).toBe(0)
  expect(settled(3)).toBe(60)
  expect([9, 11, 13.9].map(settled)).toEqual([180, 180, 180])
  expect(settled(14)).toBe(300)
})

test('a video of more than two seconds is drawn in two places at once', () => {
  expect(planSegments(60, STANDARD_PICTURE)).toHaveLength(1)
  expect(planSegments(61, STANDARD_PICTURE)).toHaveLength(2)
})

test('no segment is longer than half of what is left with it, so that two processes end side by side', () => {
  for (const frames of [100, 400, 900, 1_800]) {
    for (const { startFrame, endFrame } of planSegments(frames, STANDARD_PICTURE)) {
      const left = Math.ceil((frames - startFrame) / KEY_FRAME_EVERY)
      const groups = Math.ceil((endFrame - startFrame) / KEY_FRAME_EVERY)
      expect(groups).toBeLessThanOrEqual(Math.ceil(left / 2))
    }
  }
})

test('a minute is drawn in no more than eleven steps: each is billed where Temporal is bought', () => {
  expect(planSegments(1_800, STANDARD_PICTURE).length).toBeLessThanOrEqual(11)
})

test('however a video becomes settled, its segments cover every frame once and none is drawn too early', () => {
  const settling = fc.record({
    seconds: fc.double({ min: 0.1, max: 240, noNaN: true }),
    settledAt: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
    framesPerSecond: fc.constantFrom(24, 25, 30, 60),
  })
  fc.assert(
    fc.property(settling, ({ seconds, settledAt, framesPerSecond }) => {
      const format = { ...STANDARD_PICTURE, framesPerSecond }
      const frames = framesFor(seconds, format)
      const segments: Segment[] = []
      for (const share of settledAt.toSorted((a, b) => a - b)) {
        const settled = planFixed(share * seconds, format, segments)
        for (const { startFrame, endFrame } of settled) {
          expect(endFrame / framesPerSecond).toBeLessThanOrEqual(settledSeconds(share * seconds))
          const full = startFrame === 0 ? 2 : longestAt(startFrame / framesPerSecond)
          expect(endFrame - startFrame).toBe(full * framesPerSecond)
        }
        segments.push(...settled)
      }
      segments.push(...planSegments(frames, format, segments))
      expect(segments.map(({ index }) => index)).toEqual(segments.map((_, index) => index))
      expect(segments[0]?.startFrame).toBe(0)
      expect(segments.at(-1)?.endFrame).toBe(frames)
      for (const [index, { startFrame, endFrame }] of segments.entries()) {
        expect(startFrame).toBe(segments[index - 1]?.endFrame ?? 0)
        expect(startFrame % (2 * framesPerSecond)).toBe(0)
        expect(endFrame).toBeGreaterThan(startFrame)
        expect((endFrame - startFrame) / framesPerSecond).toBeLessThanOrEqual(
          longestAt(startFrame / framesPerSecond),
        )
      }
    }),
  )
})
