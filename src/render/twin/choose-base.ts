import { TRACK_RATE } from '../../face/face-track.ts'
import { chance, seedOf } from '../paint/noise.ts'
import { describeBase } from './base-stretches.ts'
import { livelinessIn } from './liveliness.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'
import type { DescribedBase } from './base-stretches.ts'

/** What the base footage must fit. */
export interface WantedBase {
  readonly frames: number
  readonly seed: string
  /** How loud the person would be at each frame, 0 to 1; 0 in pauses. */
  readonly loudness: Float32Array
  /** Frames at which phrases begin and end: what the person does may change there. */
  readonly phrases: readonly number[]
  /** The frame of the still that shows the video: eyes are open in it. */
  readonly poster: number
}

/** The frames of the base that are seen. */
export interface ChosenBase {
  readonly base: Int32Array
  /** Where one stretch is left for another, the frame with which the one that is left would have gone on; −1 for none. */
  readonly leaving: Int32Array
  /** How much of that is still seen, 0 to 1. */
  readonly leavingShare: Float32Array
}

/** A person who looks on goes on for at least so many frames before anything else follows. */
const SHORTEST_RUN = 24

/**
 * Frames between one turn and the next: two seconds, or what the footage has. Somebody who goes back and forth sooner is seen to be
 * a film.
 */
const BETWEEN_TURNS = 2 * TRACK_RATE

/** How near to the end of a stretch one turns back, at the latest; earlier where eyes are open. */
const LONGEST_BLINK = 12

/** Frames in which one stretch goes over into another. */
const FADE = 6

/** So many frames of a stretch are held against what is said, and those between two that are looked at. */
const AHEAD = 75
const AHEAD_STEP = 3

/** What was seen less than this many frames ago is known again. */
const RECENT = 60 * TRACK_RATE

/** What makes a stretch worse than another, each from 0 to 1, and what it costs to leave the one that is seen. */
const COST = { loudness: 1, recent: 1.2, apart: 0.15, short: 0.3, chance: 0.1, leave: 0.1 } as const

/** How often one turns where a phrase begins while the person listens, and no stretch is better. */
const TURNS_SHARE = 0.4

/** So many beginnings are tried for open eyes in the poster and a person who is so lively: 1 is as lively as while reading. */
const BEGINNINGS = 24
const LIVELY_ENOUGH = 0.8

/**
 * Which frame of the base is seen at each frame. The footage goes on from frame to frame. Where phrases begin and end, another
 * stretch may follow in which the person is held alike: one whose own loudness is more like that of what is said, so that nods
 * and brows are where words are stressed, and rests where nothing is said. Footage is turned only where a stretch ends, and while
 * the person listens. Two turns are never nearer to each other than two seconds, unless the footage is shorter. Of ways from several
 * beginnings, the first is taken whose poster has open eyes and in which head and eyes move about as much as while the person reads;
 * if none is so, the one that comes nearest.
 */
export function chooseBase(base: BaseFootage, wanted: WantedBase): ChosenBase {
  const seed = seedOf(`base ${wanted.seed}`)
  const described = describeBase(base)
  const livelinessOf = livelinessIn(base, wanted.frames)
  const worthOf = ({ base: chosen }: ChosenBase): number =>
    Number(base.eyesOpen[chosen[wanted.poster] ?? 0] === 1) + livelinessOf(chosen)
  let best = walk(described, wanted, seed)
  let most = worthOf(best)
  for (let beginning = 1; beginning < BEGINNINGS && most < 1 + LIVELY_ENOUGH; beginning += 1) {
    const other = walk(described, wanted, seed + beginning)
    const worth = worthOf(other)
    if (worth > most) [best, most] = [other, worth]
  }
  return best
}

/** Where a walk is. */
interface Walker {
  at: number
  step: number
  /** Frames since anything but the next followed, and since the last turn. The first turn may come at any time. */
  run: number
  straight: number
  /** When each frame of the base was seen last. */
  readonly seenAt: Int32Array
}

function walk(described: DescribedBase, wanted: WantedBase, seed: number): ChosenBase {
  const { base, leftFrom } = described
  const phrases = new Set(wanted.phrases)
  const least = Math.min(BETWEEN_TURNS, described.longest - 1)
  const { chosen, leave } = newChoice(described, wanted.frames)
  const at = described.beginning(Math.floor(chance(seed, -1) * base.frames), least)
  const forwards = leftFrom(at, -1) < least || chance(seed, -2) < 0.5 || at >= base.listening
  const seenAt = new Int32Array(base.frames).fill(-RECENT)
  const walker: Walker = { at, step: forwards ? 1 : -1, run: 0, straight: least, seenAt }
  for (let frame = 0; frame < wanted.frames; frame += 1) {
    const ends = leftFrom(walker.at, walker.step) < LONGEST_BLINK
    let turns = false
    if (walker.run >= SHORTEST_RUN && base.eyesOpen[walker.at] === 1 && (phrases.has(frame) || ends)) {
      const better = betterStretch(described, wanted, walker, { frame, seed, least, ends })
      if (better >= 0) {
        leave(frame, walker)
        if (walker.step < 0) walker.straight = 0
        Object.assign(walker, { at: better, step: 1, run: 0 })
      } else if (!ends) turns = walker.at < base.listening && chance(seed, frame) < TURNS_SHARE
      // A blink that is shown backwards in its middle would be one of two halves.
      else turns = !described.opensOn(walker.at, walker.step)
    }
    chosen.base[frame] = walker.at
    walker.seenAt[walker.at] = frame
    advance(described, walker, turns, least)
  }
  return chosen
}

/** Goes to the next frame, and back where there is none or it is wanted and was not done just before. */
function advance({ leftFrom }: DescribedBase, walker: Walker, turns: boolean, least: number): void {
  const mayTurn = walker.straight >= least && leftFrom(walker.at, -walker.step) >= least
  if (leftFrom(walker.at, walker.step) === 0 || (turns && mayTurn)) {
    walker.step = -walker.step
    walker.straight = 0
    walker.run = 0
  } else walker.run += 1
  walker.straight += 1
  if (leftFrom(walker.at, walker.step) > 0) walker.at += walker.step
}

/** The frame of another stretch that is better than to go on; −1 when none is. */
function betterStretch(
  described: DescribedBase,
  wanted: WantedBase,
  walker: Walker,
  { frame, seed, least, ends }: { frame: number; seed: number; least: number; ends: boolean },
): number {
  const { base, leftFrom } = described
  const { at, step, straight, seenAt } = walker
  const costOf = (from: number, by: number): number => {
    const left = leftFrom(from, by)
    let [unlike, known, count] = [0, 0, 0]
    for (
      let ahead = 0;
      ahead < AHEAD && ahead <= left && frame + ahead < wanted.frames;
      ahead += AHEAD_STEP
    ) {
      const place = from + by * ahead
      unlike += Math.abs((base.loudness[place] ?? 0) - (wanted.loudness[frame + ahead] ?? 0))
      if (frame - (seenAt[place] ?? 0) < RECENT) known += 1
      count += 1
    }
    const short = Math.max(0, 1 - left / AHEAD)
    return (COST.loudness * unlike + COST.recent * known) / Math.max(1, count) + COST.short * short
  }
  let [best, bestCost] = [-1, ends ? Infinity : costOf(at, step) - COST.leave]
  for (const { frame: other, apart } of described.alike(at)) {
    // What is left backwards is gone on with forwards: that is a turn.
    if (leftFrom(other, 1) < least || (step < 0 && straight < least)) continue
    const cost = costOf(other, 1) + COST.apart * apart + COST.chance * chance(seed + frame, other)
    if (cost < bestCost) [best, bestCost] = [other, cost]
  }
  return best
}

function newChoice({ leftFrom }: DescribedBase, frames: number) {
  const chosen: ChosenBase = {
    base: new Int32Array(frames),
    leaving: new Int32Array(frames).fill(-1),
    leavingShare: new Float32Array(frames),
  }
  return {
    chosen,
    /** Goes over from the frame at which the walk is into another stretch. */
    leave(frame: number, { at, step }: Walker): void {
      for (let ahead = 0; ahead < FADE && frame + ahead < frames; ahead += 1) {
        chosen.leaving[frame + ahead] = at + step * Math.min(ahead, leftFrom(at, step))
        chosen.leavingShare[frame + ahead] = 1 - (ahead + 1) / (FADE + 1)
      }
    },
  }
}
