import { LANDMARKS, STABLE } from '../../face/landmarks.ts'
import { eyeDistance } from './mesh.ts'
import type { BaseFootage } from '../../face/mouth-model.ts'

/** Frames in which the person is held alike have their points so near to each other, in distances between the eyes. */
const ALIKE = 0.028

/** Frames nearer than this to a frame are what is seen anyway. */
const ELSEWHERE = 45

/** Eyes are open for so many frames where one stretch goes over into another. */
const OPEN_FRAMES = 6

/** A frame in which the person is held like in another. */
export interface AlikeFrame {
  readonly frame: number
  /** How much less alike than the same, 0 to 1. */
  readonly apart: number
}

/** Base footage by its stretches: frames in a row that may be shown, of one take. */
export interface DescribedBase {
  readonly base: BaseFootage
  /** Frames of the longest stretch. */
  readonly longest: number
  /** How many frames there are from one to the end of its stretch in the direction of a step. */
  leftFrom(frame: number, step: number): number
  /** Whether eyes stay open from a frame to the end of its stretch. */
  opensOn(frame: number, step: number): boolean
  /** The frame with open eyes nearest to a place from which the footage goes on for so long. */
  beginning(wanted: number, least: number): number
  /** Frames of other places in which the person is held alike, with open eyes. */
  alike(frame: number): readonly AlikeFrame[]
}

/** Describes base footage. */
export function describeBase(base: BaseFootage): DescribedBase {
  const { first, last } = endsOf(base)
  const limit = ALIKE * eyeDistance(base.points)
  const leftFrom = (frame: number, step: number): number =>
    step > 0 ? (last[frame] ?? frame) - frame : frame - (first[frame] ?? frame)
  const staysOpen = (frame: number): boolean => {
    if (leftFrom(frame, 1) < OPEN_FRAMES) return false
    for (let ahead = 0; ahead < OPEN_FRAMES; ahead += 1) if (base.eyesOpen[frame + ahead] !== 1) return false
    return true
  }
  return {
    base,
    leftFrom,
    longest: first.reduce((most, from, frame) => Math.max(most, (last[frame] ?? 0) - from + 1), 0),
    opensOn(from, step) {
      for (let left = leftFrom(from, step); left >= 0; left -= 1)
        if (base.eyesOpen[from + step * left] !== 1) return false
      return true
    },
    beginning(wanted, least) {
      const suits = (frame: number): boolean =>
        base.usable[frame] === 1 &&
        base.eyesOpen[frame] === 1 &&
        Math.max(leftFrom(frame, 1), frame < base.listening ? leftFrom(frame, -1) : 0) >= least
      return nearest(wanted, base.frames, suits)
    },
    alike(frame) {
      const found: AlikeFrame[] = []
      for (let other = 0; other < base.frames; other += 1) {
        if (Math.abs(other - frame) < ELSEWHERE || !staysOpen(other)) continue
        const apart = distance(base, frame, other, limit) / limit
        if (apart <= 1) found.push({ frame: other, apart })
      }
      return found
    },
  }
}

/** For each frame the first and the last one of its stretch. */
function endsOf({ frames, listening, usable }: BaseFootage) {
  const [first, last] = [new Int32Array(frames), new Int32Array(frames)]
  const goesOn = (frame: number): boolean =>
    frame > 0 && frame < frames && frame !== listening && usable[frame] === 1 && usable[frame - 1] === 1
  for (let frame = 0; frame < frames; frame += 1)
    first[frame] = goesOn(frame) ? (first[frame - 1] ?? 0) : frame
  for (let frame = frames - 1; frame >= 0; frame -= 1)
    last[frame] = goesOn(frame + 1) ? (last[frame + 1] ?? 0) : frame
  return { first, last }
}

/** The frame of the person who listens with open eyes that is nearest; for stills, which show mouths as they were filmed. */
export function nearestOpen({ eyesOpen, listening }: BaseFootage, wanted: number): number {
  return nearest(wanted, listening, (frame) => eyesOpen[frame] === 1)
}

/** The frame of the person who listens with open eyes in which the head is held most like in a frame of the base. */
export function listeningLike(base: BaseFootage, wanted: number): number {
  let [best, least] = [nearestOpen(base, wanted), Infinity]
  for (let frame = 0; frame < base.listening; frame += 1) {
    const apart = base.eyesOpen[frame] === 1 ? distance(base, frame, wanted) : Infinity
    if (apart < least) [best, least] = [frame, apart]
  }
  return best
}

function nearest(wanted: number, frames: number, suits: (frame: number) => boolean): number {
  for (let off = 0; off < frames; off += 1) {
    if (wanted + off < frames && suits(wanted + off)) return wanted + off
    if (wanted - off >= 0 && wanted - off < frames && suits(wanted - off)) return wanted - off
  }
  return Math.min(frames - 1, wanted)
}

/**
 * How far the points that speaking does not move are apart in two frames: root of the mean square, pixels.
 *
 * @param most what is further apart may be said to be infinitely far.
 */
function distance({ points }: BaseFootage, one: number, other: number, most = Infinity): number {
  const mostSum = most * most * STABLE.length
  let sum = 0
  for (const point of STABLE) {
    if (sum > mostSum) return Infinity
    const [place, otherPlace] = [2 * (one * LANDMARKS + point), 2 * (other * LANDMARKS + point)]
    const across = (points[place] ?? 0) - (points[otherPlace] ?? 0)
    const down = (points[place + 1] ?? 0) - (points[otherPlace + 1] ?? 0)
    sum += across * across + down * down
  }
  return Math.sqrt(sum / STABLE.length)
}
