import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Video } from '../../../../src/domain/video/video.ts'
import { pollAgainAfterSeconds } from '../../../../src/domain/video/waiting.ts'

const CREATED_AT = new Date('2026-11-21T10:00:00Z')

/** A video of which only what the advice depends on is there. */
const video = (status: Video['status'], costSeconds: number) =>
  ({ status, costSeconds, createdAt: CREATED_AT }) as Video
/** When to ask again about one that was accepted so many seconds ago. */
const after = (seconds: number, of: Video, slotInSeconds?: number) =>
  pollAgainAfterSeconds(of, new Date(CREATED_AT.getTime() + seconds * 1_000), slotInSeconds)

describe('a client that polls asks again', () => {
  test.each([
    ['a short video', 3, 6],
    ['one of half a minute', 30, 15],
    ['one of a minute', 60, 25],
    ['one that takes longer than the longest pause', 900, 30],
  ])('when the work should be done: %s', (_, costSeconds, seconds) => {
    expect(after(0, video('rendering', costSeconds))).toBe(seconds)
  })

  test('the sooner, the longer the video has been made already, and more and more seldom once it is late', () => {
    const minute = video('rendering', 60)
    expect([0, 10, 20, 24.5].map((seconds) => after(seconds, minute))).toEqual([25, 15, 5, 1])
    expect([26, 35, 65, 600].map((seconds) => after(seconds, minute))).toEqual([1, 3, 10, 30])
  })

  test('after the time until it has a slot as well, while it is queued, however long it has waited', () => {
    expect([0, 4, 9].map((slot) => after(0, video('queued', 30), slot))).toEqual([15, 19, 24])
    expect(after(3_600, video('queued', 30), 4)).toBe(19)
    expect(after(0, video('queued', 30), 600)).toBe(30)
  })

  test.each(['ready', 'failed'] as const)('never about a video that is %s', (status) => {
    expect(after(10, video(status, 60))).toBeNull()
  })

  test('after a whole number of seconds, from one to thirty, whatever the video', () => {
    const status = fc.constantFrom<Video['status']>('queued', 'rendering')
    const seconds = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(status, seconds, seconds, seconds, (of, cost, waited, slot) => {
        const pause = after(waited, video(of, cost), slot)!
        expect(Number.isInteger(pause)).toBe(true)
        expect(pause).toBeGreaterThanOrEqual(1)
        expect(pause).toBeLessThanOrEqual(30)
      }),
    )
  })
})
