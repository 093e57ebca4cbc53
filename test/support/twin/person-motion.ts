import type { SpeechTimeline } from '../../../src/domain/speech/speech-timeline.ts'
import { blinkTimes, lidsAt } from '../../../src/render/motion/blinks.ts'
import { performanceOf } from '../../../src/render/motion/performance.ts'
import type { Pose } from '../../../src/render/motion/performance.ts'
import { drift, seedOf } from '../../../src/render/paint/noise.ts'

/**
 * How far somebody who reads to a webcam moves besides what presenters do, each way: the spread of a real reader's head is
 * 0.05 to 0.09 distances between the eyes, three times that of a drawing.
 */
const WANDER = { bodyX: 17, bodyLean: 0.012, pitch: 2.4, near: 1.2, roll: 0.03, brows: 0.9 } as const

/** Who reads from a screen faces it, and turns half as far as who presents. */
const TURNED = 0.5

/** Who listens wanders less, and is calm enough to be drawn over. */
const LISTENING = 0.3

/** Wanderings each turn about once in so many seconds: two at a time are no pendulum. */
const SLOW_SECONDS = 4.3
const QUICK_SECONDS = 1.7
const QUICK_SHARE = 0.35

/** Readers blink where a sentence ends: in rests that are so long, so long after they begin. */
const REST = { leastSeconds: 0.4, blinkAfterSeconds: 0.12 } as const

/** What a person before a camera does, as a pure function of the moment: they read a timeline, or listen where it says nothing. */
export function personMotion(timeline: SpeechTimeline, seedText: string): (seconds: number) => Pose {
  const act = performanceOf(timeline, seedText, { gestures: 'none', camera: 'still' })
  const seed = seedOf(`person ${seedText}`)
  const isReading = timeline.words.length > 0
  const amount = isReading ? 1 : LISTENING
  const blinks = [...restBlinks(timeline), ...(isReading ? blinkTimes(seed, timeline.durationSeconds) : [])]
  const wander = (index: number, seconds: number): number =>
    amount *
    ((1 - QUICK_SHARE) * drift(seed + 2 * index, seconds / SLOW_SECONDS) +
      QUICK_SHARE * drift(seed + 2 * index + 1, seconds / QUICK_SECONDS))
  return (seconds) => {
    const pose = act(seconds)
    return {
      ...pose,
      bodyX: pose.bodyX + WANDER.bodyX * wander(1, seconds),
      bodyLean: pose.bodyLean + WANDER.bodyLean * wander(2, seconds),
      yaw: pose.yaw * TURNED,
      pitch: pose.pitch + WANDER.pitch * wander(3, seconds),
      near: pose.near + WANDER.near * wander(4, seconds),
      roll: pose.roll + WANDER.roll * wander(5, seconds),
      brows: pose.brows + WANDER.brows * wander(6, seconds),
      lids: Math.max(pose.lids, lidsAt(blinks, seconds)),
    }
  }
}

function restBlinks({ visemes }: SpeechTimeline): number[] {
  return visemes
    .filter(({ viseme, start, end }) => viseme === 'sil' && start > 0 && end - start >= REST.leastSeconds)
    .map(({ start }) => start + REST.blinkAfterSeconds)
}
