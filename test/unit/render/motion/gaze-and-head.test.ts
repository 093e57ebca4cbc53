import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { blinkTimes } from '../../../../src/render/motion/blinks.ts'
import { glances } from '../../../../src/render/motion/gaze.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { correlation } from '../../../../src/twins/checks/signals/statistics.ts'
import { SCRIPTS } from '../../../../bench/support/scripts.ts'
import { seededRandom } from '../../../support/run/random.ts'
import { script, speechOf } from './random-speech.ts'
import type { Pose } from '../../../../src/render/motion/performance.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'

/** Single speeches differ; what is said here is said of many together. */
const SPEECHES = 12
const FRAMES_PER_SECOND = 30

/** Films of three minutes whose heads are looked at one by one. */
const FILMS = 12

/** Eyes are on the lens when they are no farther from it than the edge of it, made up for the head's turn. */
const ON_LENS = 0.1

interface Performed {
  readonly timeline: SpeechTimeline
  readonly seed: string
  readonly poses: readonly Pose[]
}

let speeches: Performed[]

beforeAll(() => {
  const texts = fc.sample(fc.array(script, { minLength: 4, maxLength: 5 }), { numRuns: SPEECHES, seed: 7 })
  speeches = texts.map((parts, index) => {
    const { whole: timeline } = speechOf(prepareScript(parts.join(' ')), seededRandom(index))
    const seed = `vid_${index}`
    const poseAt = performanceOf(timeline, seed)
    const frames = Math.floor(timeline.durationSeconds * FRAMES_PER_SECOND)
    return {
      timeline,
      seed,
      poses: Array.from({ length: frames }, (_, frame) => poseAt(frame / FRAMES_PER_SECOND)),
    }
  })
})

function asideOf({ gazeX, gazeY, yaw, pitch }: Pose): number {
  return Math.hypot(gazeX + yaw * 0.45, gazeY + pitch * 0.3)
}

test('the eyes are on the lens in nine of ten frames, and aside now and then', () => {
  const poses = speeches.flatMap((speech) => speech.poses)
  const onLens = poses.filter((pose) => asideOf(pose) <= ON_LENS).length / poses.length
  expect(onLens).toBeGreaterThan(0.9)
  expect(onLens).toBeLessThan(0.96)
})

test('a glance aside begins with a phrase, and nearly always with a blink', () => {
  for (const { timeline } of speeches) {
    const looks = glances(timeline.sentences, 1)
    const blinks = blinkTimes(2, timeline.durationSeconds, looks)
    for (const { at } of looks)
      expect(Math.min(...timeline.sentences.map(({ start }) => Math.abs(start - at)))).toBeLessThan(0.2)
    const withBlink = looks.filter(({ at }) => blinks.some((blink) => Math.abs(blink - at) < 0.1))
    expect(withBlink.length).toBeGreaterThanOrEqual(Math.floor(looks.length * 0.8))
  }
})

test('with glances, a minute still has as many blinks as a person who talks', () => {
  for (const { timeline } of speeches) {
    const looks = glances(timeline.sentences, 1)
    const perMinute = (blinkTimes(3, timeline.durationSeconds, looks).length / timeline.durationSeconds) * 60
    expect(perMinute).toBeGreaterThan(11)
    expect(perMinute).toBeLessThan(30)
  }
})

test('the eyes jump at no fixed distances', () => {
  const poses = speeches.flatMap((speech) => speech.poses)
  const jumps = poses.flatMap((pose, frame) => {
    const before = poses[frame - 1]
    return before && Math.abs(asideOf(pose) - asideOf(before)) > 0.02 ? [frame] : []
  })
  // A jump may take two frames, which is one jump.
  const distances = jumps.slice(1).flatMap((frame, index) => {
    const distance = frame - jumps[index]!
    return distance > 1 ? [distance] : []
  })
  const commonest = Math.max(
    ...distances.map((distance) => distances.filter((other) => other === distance).length),
  )
  expect(jumps.length).toBeGreaterThan(200)
  expect(commonest / distances.length).toBeLessThan(0.12)
})

test('in every film of three minutes, how a head is held says nothing of how it was held 1.5 to 10 s before', () => {
  for (let film = 0; film < FILMS; film += 1) {
    const { whole } = speechOf(prepareScript(SCRIPTS['three minutes']), seededRandom(film))
    const poseAt = performanceOf(whole, `film ${film}`)
    const yaws = Float32Array.from(
      { length: Math.floor(whole.durationSeconds * 4) },
      (_, quarters) => poseAt(quarters / 4).yaw,
    )
    for (let later = 6; later <= 40; later += 1)
      expect(Math.abs(correlation(yaws, yaws, later)), `film ${film}, ${later / 4} s`).toBeLessThan(0.2)
  }
})

test('from a second and a half on, how a head is held says nothing of how it was held', () => {
  for (const lag of [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6])
    expect(Math.abs(correlationInAll(lag)), `${lag} s`).toBeLessThan(0.2)
})

/** Of the yaw and itself so many seconds later, over all speeches. */
function correlationInAll(lagSeconds: number): number {
  const lag = Math.round(lagSeconds * FRAMES_PER_SECOND)
  let [both, alone] = [0, 0]
  for (const { poses } of speeches) {
    const mean = poses.reduce((sum, { yaw }) => sum + yaw, 0) / poses.length
    for (const [frame, { yaw }] of poses.entries()) {
      const later = poses[frame + lag]
      if (!later) break
      both += (yaw - mean) * (later.yaw - mean)
      alone += (yaw - mean) ** 2
    }
  }
  return both / alone
}

test('a head rests: in a quarter of the frames it moves less than a hundredth of its range in a second', () => {
  const poses = speeches.map((speech) => speech.poses)
  const speeds = poses.flatMap((list) =>
    list.slice(1).map((pose, index) => Math.abs(pose.yaw - list[index]!.yaw) * FRAMES_PER_SECOND),
  )
  const still = speeds.filter((speed) => speed < 0.02).length / speeds.length
  expect(still).toBeGreaterThan(0.25)
})

test('no frame shows the head of the one before while it turns', () => {
  for (const { poses } of speeches) {
    for (const [frame, pose] of poses.entries()) {
      const [before, after] = [poses[frame - 1], poses[frame + 1]]
      if (!before || !after || Math.abs(after.yaw - before.yaw) < 0.02) continue
      expect(pose.yaw).not.toBe(before.yaw)
    }
  }
})
