import { LANDMARKS, STABLE } from '../../face/landmarks.ts'
import { chance, seedOf } from '../paint/noise.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'

/** What the base footage must fit. */
export interface WantedBase {
  readonly frames: number
  readonly seed: string
  /** Frames at which sentences begin: what the person does may change there. */
  readonly sentences: readonly number[]
  /** The frame of the still that shows the video: eyes are open in it. */
  readonly poster: number
}

/** A person who looks on goes on for at least so many frames before they may turn back. */
const SHORTEST_RUN = 36

/** How near to an end of the footage one turns back, at the latest; earlier where eyes are open. */
const LONGEST_BLINK = 12

/** Two frames look the same when their points are this many times as far apart as those of neighbours are. */
const SAME = 1.6

/** Frames nearer than this to a frame are what is seen anyway. */
const ELSEWHERE = 45

/** Other beginnings are tried so many times for open eyes in the poster. */
const BEGINNINGS = 24

/**
 * Which frame of the base is seen at each frame. The footage goes on from frame to frame, forwards or backwards, and
 * turns where it ends; at the beginnings of sentences it may turn earlier, or go on elsewhere where the person is
 * held just the same. So its loops are of different length, and nothing jumps.
 */
export function chooseBase(base: BaseFootage, wanted: WantedBase): Int32Array {
  const seed = seedOf(`base ${wanted.seed}`)
  const twins = lookAlikes(base)
  let walked: Int32Array = new Int32Array(wanted.frames)
  for (let beginning = 0; beginning < BEGINNINGS; beginning += 1) {
    walked = walk(base, wanted, twins, seed + beginning)
    if (base.eyesOpen[walked[wanted.poster] ?? 0] === 1) break
  }
  return walked
}

function walk(
  base: BaseFootage,
  { frames, sentences }: WantedBase,
  twins: (frame: number) => readonly number[],
  seed: number,
): Int32Array {
  const starts = new Set(sentences)
  const last = base.frames - 1
  const walked = new Int32Array(frames)
  let at = nearestOpen(base, Math.floor(chance(seed, -1) * base.frames))
  let step = chance(seed, -2) < 0.5 ? -1 : 1
  let run = 0
  for (let frame = 0; frame < frames; frame += 1) {
    walked[frame] = at
    const open = base.eyesOpen[at] === 1
    if (starts.has(frame) && open && run >= SHORTEST_RUN) {
      const others = twins(at)
      const draw = chance(seed, frame)
      if (others.length > 0) at = others[Math.floor(draw * others.length)] ?? at
      else if (draw < 0.4) step = -step
      run = 0
    }
    const left = step > 0 ? last - at : at
    // A blink that is shown backwards in its middle would be one of two halves.
    if (left === 0 || (left < LONGEST_BLINK && open && run >= SHORTEST_RUN && !opensOn(base, at, step)))
      step = -step
    else run += 1
    at = Math.min(last, Math.max(0, at + step))
  }
  return walked
}

/** Whether eyes stay open from a frame to the end of the footage. */
function opensOn({ eyesOpen, frames }: BaseFootage, from: number, step: number): boolean {
  for (let frame = from; frame >= 0 && frame < frames; frame += step) if (eyesOpen[frame] !== 1) return false
  return true
}

/** The frame with open eyes that is nearest. */
export function nearestOpen({ eyesOpen, frames }: BaseFootage, wanted: number): number {
  for (let off = 0; off < frames; off += 1) {
    if (eyesOpen[wanted + off] === 1) return wanted + off
    if (eyesOpen[wanted - off] === 1) return wanted - off
  }
  return wanted
}

/** For a frame, all others in which the person is held the same with open eyes. */
function lookAlikes(base: BaseFootage): (frame: number) => readonly number[] {
  const usual = medianOf(
    Array.from({ length: base.frames - 1 }, (_, frame) => distance(base, frame, frame + 1)),
  )
  const known = new Map<number, readonly number[]>()
  const find = (frame: number): readonly number[] =>
    Array.from({ length: base.frames }, (_, other) => other).filter(
      (other) =>
        Math.abs(other - frame) >= ELSEWHERE &&
        base.eyesOpen[other] === 1 &&
        distance(base, frame, other) <= SAME * usual,
    )
  return (frame) => {
    const others = known.get(frame) ?? find(frame)
    known.set(frame, others)
    return others
  }
}

/** How far the points that speaking does not move are apart in two frames: root of the mean square, pixels. */
function distance({ points }: BaseFootage, one: number, other: number): number {
  let sum = 0
  for (const point of STABLE) {
    for (const axis of [0, 1]) {
      const place = 2 * point + axis
      sum += ((points[one * LANDMARKS * 2 + place] ?? 0) - (points[other * LANDMARKS * 2 + place] ?? 0)) ** 2
    }
  }
  return Math.sqrt(sum / STABLE.length)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
