import { describe, expect, test } from 'vitest'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { stageFor } from '../../../../src/render/paint/stage.ts'
import { sampleTimeline } from '../sample-speech.ts'
import type { Pose } from '../../../../src/render/motion/performance.ts'

const FRAMES_PER_SECOND = 30
const SECONDS = 60

/** The words repeat every few seconds, so whatever repeats in the motion is seen here. */
const TIMELINE = sampleTimeline(SECONDS)

const TRACKS = {
  yaw: (pose) => pose.yaw,
  pitch: (pose) => pose.pitch,
  roll: (pose) => pose.roll,
  'sideways lean': (pose) => pose.bodyX,
  'leaning in': (pose) => pose.near,
  shoulders: (pose) => pose.slope,
  brows: (pose) => pose.brows,
  lids: (pose) => pose.lids,
  gaze: (pose) => pose.gazeX,
} satisfies Record<string, (pose: Pose) => number>

function minuteOf(seed: string, track: (pose: Pose) => number): number[] {
  const poseAt = performanceOf(TIMELINE, seed)
  return Array.from({ length: SECONDS * FRAMES_PER_SECOND }, (_, frame) =>
    track(poseAt(frame / FRAMES_PER_SECOND)),
  )
}

/** How alike a track is to itself some frames later: 1 the same, 0 unrelated. */
function selfLikeness(track: readonly number[], lag: number): number {
  const mean = track.reduce((sum, value) => sum + value, 0) / track.length
  let [product, early, late] = [0, 0, 0]
  for (let frame = 0; frame + lag < track.length; frame += 1) {
    const [a, b] = [(track[frame] ?? 0) - mean, (track[frame + lag] ?? 0) - mean]
    product += a * b
    early += a * a
    late += b * b
  }
  return product / Math.sqrt(early * late)
}

describe('motion', () => {
  test.each(Object.entries(TRACKS))('%s does not repeat within a minute', (_, track) => {
    for (const seed of ['vid_1', 'vid_2', 'vid_3']) {
      const minute = minuteOf(seed, track)
      const lags = Array.from({ length: 70 }, (_, index) => 90 + index * 10)
      const likest = Math.max(...lags.map((lag) => selfLikeness(minute, lag)))
      expect(likest).toBeLessThan(0.75)
    }
  })

  test('a head that swings like a pendulum would be found out', () => {
    const pendulum = Array.from({ length: 1800 }, (_, frame) => Math.sin((frame / 120) * 2 * Math.PI))
    expect(selfLikeness(pendulum, 120)).toBeGreaterThan(0.95)
  })

  test('shoulders move at most phrase starts, and breathe in before each', () => {
    const poseAt = performanceOf(TIMELINE, 'vid_1')
    const starts = TIMELINE.sentences.map(({ start }) => start)
    const moved = starts.filter((start) => {
      const [before, after] = [poseAt(start - 0.3), poseAt(start + 0.25)]
      return Math.abs(after.raise - before.raise) + Math.abs(after.slope - before.slope) > 0.15
    })
    expect(moved.length).toBeGreaterThan(starts.length * 0.5)
    for (const start of starts) expect(poseAt(start).raise).toBeGreaterThan(0.15)
  })

  test('the presenter comes nearer and goes back, never out of the picture', () => {
    const near = minuteOf('vid_1', (pose) => pose.near)
    expect(Math.max(...near)).toBeGreaterThan(0.4)
    expect(Math.max(...near)).toBeLessThanOrEqual(1)
    expect(Math.min(...near.slice(300))).toBeLessThan(0.35)
  })

  test('long hair comes after the head, and swings past it', () => {
    const poseAt = performanceOf(TIMELINE, 'vid_1')
    const leans = Array.from({ length: 900 }, (_, frame) => poseAt(frame / 30)).map(
      ({ hairLean, roll }) => hairLean - roll * 0.55,
    )
    expect(Math.max(...leans)).toBeGreaterThan(0.008)
    expect(Math.min(...leans)).toBeLessThan(-0.008)
  })

  test('most frames leave the head where it was, so that they cost little', () => {
    const poseAt = performanceOf(TIMELINE, 'vid_1')
    const stage = stageFor({ width: 1280, height: 720 }, 'wide')
    const heads = Array.from({ length: 1800 }, (_, frame) => {
      const seconds = frame / FRAMES_PER_SECOND
      const pose = roundPose(poseAt(seconds), stage, seconds, SECONDS)
      return `${pose.headX} ${pose.headY} ${pose.headTurn} ${pose.yaw} ${pose.pitch} ${pose.headSize}`
    })
    const moved = heads.filter((head, index) => head !== heads[index - 1])
    expect(moved.length).toBeLessThan(heads.length * 0.5)
    expect(moved.length).toBeGreaterThan(heads.length * 0.15)
  })
})
