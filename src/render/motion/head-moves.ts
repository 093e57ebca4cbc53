import { held, strokeAt, turns } from './beats.ts'
import { between, chance, drift } from '../paint/noise.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { Stress, Turn } from './beats.ts'

/** How a head is held: -1 to 1 left to right, up to down, and radians sideways. */
export interface HeadAttitude {
  readonly yaw: number
  readonly pitch: number
  readonly roll: number
}

/** A turn to a new attitude takes so long. */
const TURN_SECONDS = 0.7
/** An attitude is held at least so long, and after the longer time left with the next word. */
const HELD_SECONDS = { low: 0.8, high: 1.8 }
/** So many turns lead to where the viewer is; the others to one of the sides, whichever chance says. */
const TO_VIEWER_SHARE = 0.4
/** How a head is held has nothing in common with how it was held up to so many turns before. */
const TURNS_APART = 10
/** What is held for long is still there after 1.5 s, as if so much of an attitude were in the next one, too. */
const LASTING_SHARE = 0.1

/**
 * How the head moves: it turns with words, is still in between but for what nobody holds still, and nods at stressed
 * vowels. How it is held says nothing of how it is held later: a head that changes sides by turns is a pendulum.
 */
export function headMoves(
  timeline: SpeechTimeline,
  stressed: readonly Stress[],
  seed: number,
): (seconds: number) => HeadAttitude {
  const times = turnTimes(timeline, seed)
  const ways = attitudes(seed ^ 0x1, times.length)
  const list = turns(times, TURN_SECONDS, (index) => ways[index]!)
  return (seconds) => {
    const kept = heldAttitude(list, seconds)
    return {
      yaw: kept.yaw + drift(seed ^ 0x2, seconds * 0.3) * 0.05,
      pitch: kept.pitch + drift(seed ^ 0x3, seconds * 0.3) * 0.05 + nodAt(stressed, seconds),
      roll: kept.roll + drift(seed ^ 0x4, seconds * 0.25) * 0.002,
    }
  }
}

/** Starts of phrases, and words in between. */
function turnTimes(timeline: SpeechTimeline, seed: number): number[] {
  const starts = new Set(timeline.sentences.map(({ start }) => start))
  const times: number[] = []
  let next = 0
  for (const [index, word] of timeline.words.entries()) {
    const startsPhrase = starts.has(word.start)
    if (word.start < next && !(startsPhrase && word.start > next - 0.6)) continue
    times.push(word.start)
    next = word.start + between(seed, index, HELD_SECONDS.low, HELD_SECONDS.high)
  }
  return times
}

/**
 * Attitudes by chance, but for the side. A hundred sides by chance are seldom even: in most films, some distance would be left
 * after which the head is often held alike, or the other way. So each turn takes the side that evens out what the turns before
 * have in common. It looks at those only, so that a film can begin before all of it is spoken.
 */
function attitudes(seed: number, count: number): HeadAttitude[] {
  const list: HeadAttitude[] = []
  /** What attitudes have in common with those one, two and more turns before: the sum of the products. */
  const inCommon = new Float64Array(TURNS_APART)
  for (let index = 0; index < count; index += 1) {
    const byChance = attitude(seed, index)
    const before = list.slice(-TURNS_APART).toReversed()
    const excess = before.reduce((sum, { yaw }, apart) => sum + yaw * inCommon[apart]!, 0)
    const yaw = excess === 0 ? byChance.yaw : -Math.sign(excess) * Math.abs(byChance.yaw)
    for (const [apart, earlier] of before.entries()) inCommon[apart]! += earlier.yaw * yaw
    inCommon[0]! += LASTING_SHARE * yaw ** 2
    list.push({ ...byChance, yaw })
  }
  return list
}

function attitude(seed: number, index: number): HeadAttitude {
  const toViewer = chance(seed, index * 4) < TO_VIEWER_SHARE
  const side = chance(seed, index * 4 + 7919) < 0.5 ? -1 : 1
  return {
    yaw: side * between(seed, index * 4 + 1, toViewer ? 0 : 0.3, toViewer ? 0.2 : 0.85),
    pitch: between(seed, index * 4 + 2, -0.65, 0.5),
    roll: between(seed, index * 4 + 3, -0.034, 0.034),
  }
}

function heldAttitude(list: readonly Turn<HeadAttitude>[], seconds: number): HeadAttitude {
  const [from, to, share] = held(list, seconds, { yaw: 0, pitch: 0, roll: 0 })
  return {
    yaw: from.yaw + (to.yaw - from.yaw) * share,
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    roll: from.roll + (to.roll - from.roll) * share,
  }
}

/** Down with the stressed vowel, back a little slower. */
function nodAt(stressed: readonly Stress[], seconds: number): number {
  return strokeAt(stressed, seconds, 0.16, 0.42, (stress) => stress.weight * 0.47)
}
