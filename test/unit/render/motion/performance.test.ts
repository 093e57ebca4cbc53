import { describe, expect, test } from 'vitest'
import { blinkTimes, lidsAt } from '../../../../src/render/motion/blinks.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { sampleTimeline } from '../sample-speech.ts'

describe('blinks', () => {
  test('a minute has as many blinks as a person who talks', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const count = blinkTimes(seed, 60).length
      expect(count).toBeGreaterThanOrEqual(12)
      expect(count).toBeLessThanOrEqual(28)
    }
  })

  test('the distances of the blinks do not repeat within a minute', () => {
    const times = blinkTimes(7, 60)
    const distances = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) * 1000))
    const single = distances.filter((distance) => distance !== 330)
    expect(new Set(single).size).toBe(single.length)
  })

  test('each blink shuts the eyes completely and opens them again', () => {
    const times = blinkTimes(7, 60)
    for (const time of times) {
      const during = Array.from({ length: 20 }, (_, step) => lidsAt(times, time + step / 100))
      expect(Math.max(...during)).toBe(1)
    }
    expect(lidsAt(times, (times[0] ?? 0) - 0.1)).toBe(0)
  })
})

describe('performance', () => {
  const timeline = sampleTimeline(30)

  test('the same seed gives the same pose at a moment, whatever was asked before', () => {
    const fresh = performanceOf(timeline, 'vid_1')
    const used = performanceOf(timeline, 'vid_1')
    for (let second = 0; second < 30; second += 1) used(second)
    expect(used(12.3)).toEqual(fresh(12.3))
  })

  test('two videos of one script do not move alike', () => {
    const [one, other] = [performanceOf(timeline, 'vid_1'), performanceOf(timeline, 'vid_2')]
    const differing = Array.from({ length: 30 }, (_, second) => one(second).yaw !== other(second).yaw)
    expect(differing.filter(Boolean).length).toBeGreaterThan(20)
  })

  test('the head moves smoothly and stays within a natural range', () => {
    const poseAt = performanceOf(timeline, 'vid_1')
    for (let frame = 1; frame < 900; frame += 1) {
      const [before, now] = [poseAt((frame - 1) / 30), poseAt(frame / 30)]
      expect(Math.abs(now.yaw)).toBeLessThan(1.4)
      expect(Math.abs(now.roll)).toBeLessThan(0.06)
      expect(Math.abs(now.yaw - before.yaw)).toBeLessThan(0.3)
      expect(Math.abs(now.pitch - before.pitch)).toBeLessThan(0.4)
    }
  })

  test('the body changes its stance in the course of a video', () => {
    const poseAt = performanceOf(timeline, 'vid_1')
    const places = new Set(Array.from({ length: 30 }, (_, second) => Math.round(poseAt(second).bodyX)))
    expect(places.size).toBeGreaterThan(4)
  })

  test('a long video is shown in several framings, a short one in one', () => {
    const framings = (seconds: number) => {
      const poseAt = performanceOf(sampleTimeline(seconds), 'vid_1')
      return new Set(Array.from({ length: Math.floor(seconds) }, (_, second) => poseAt(second).framing))
    }
    expect(framings(60)).toEqual(new Set(['wide', 'medium', 'close', 'third']))
    expect(framings(8)).toEqual(new Set(['wide']))
  })
})
