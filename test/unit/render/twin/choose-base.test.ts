import { describe, expect, test } from 'vitest'

import { TRACK_RATE } from '../../../../src/face/face-track.ts'
import { LANDMARKS, POINT } from '../../../../src/face/landmarks.ts'
import type { BaseFootage } from '../../../../src/face/mouth-model.ts'
import { spreadOf } from '../../../../src/face/spread.ts'
import { chooseBase } from '../../../../src/render/twin/choose-base.ts'
import type { ChosenBase } from '../../../../src/render/twin/choose-base.ts'
import { seededRandom } from '../../../support/run/random.ts'

/** In pixels. */
const EYES = 100

/** Two frames between which one may change are never further apart: the share of the eyes' distance, in pixels. */
const ALIKE = 0.028 * EYES

/** How a person is filmed. */
interface Filmed {
  readonly listening: number
  readonly reading?: number
  /** Where the head is at a frame, in pixels. */
  readonly headAt: (frame: number) => number
  readonly isLost?: (frame: number) => boolean
  /** Whether the eyes are shut: every second or so, unless given. */
  readonly isShut?: (frame: number) => boolean
}

const shutAt = (frame: number): boolean => frame % 37 <= 4

/** Footage of somebody who is loud and still for a second by turns while reading. */
function footage({
  listening,
  reading = 0,
  headAt,
  isLost = () => false,
  isShut = shutAt,
}: Filmed): BaseFootage {
  const frames = listening + reading
  const points = new Float32Array(frames * LANDMARKS * 2)
  for (let frame = 0; frame < frames; frame += 1) {
    points.fill(headAt(frame), frame * LANDMARKS * 2, (frame + 1) * LANDMARKS * 2)
    const right = 2 * (frame * LANDMARKS + POINT.rightEye)
    points[right] = (points[right] ?? 0) + EYES
  }
  const each = (of: (frame: number) => number) => Array.from({ length: frames }, (_, frame) => of(frame))
  return {
    frames,
    listening,
    points,
    poses: new Float32Array(frames * 4),
    eyesOpen: Uint8Array.from(each((frame) => Number(!isShut(frame)))),
    usable: Uint8Array.from(each((frame) => Number(!isLost(frame)))),
    loudness: Float32Array.from(each((frame) => (frame < listening ? 0 : loudAt(frame - listening)))),
  }
}

function loudAt(frame: number): number {
  return Number(frame % 60 < 30)
}

/** A minute or two of speech that is loud and still by turns, never for less than half a second. */
function speech(random: () => number, frames: number) {
  const loudness = new Float32Array(frames)
  const phrases: number[] = []
  let isLoud = false
  for (let at = 0; at < frames;) {
    phrases.push(at)
    const next = at + 15 + Math.floor(random() * 60)
    loudness.fill(Number(isLoud), at, next)
    isLoud = !isLoud
    at = next
  }
  return { frames, loudness, phrases, poster: 72 }
}

/** Frames at which one goes back instead of on. */
function turnsOf({ base }: ChosenBase): number[] {
  const turns: number[] = []
  let step = 0
  for (let frame = 1; frame < base.length; frame += 1) {
    const next = (base[frame] ?? 0) - (base[frame - 1] ?? 0)
    if (Math.abs(next) !== 1) continue
    if (step !== 0 && next !== step) turns.push(frame)
    step = next
  }
  return turns
}

const sway = (frame: number): number => 6 * Math.sin(frame / 17)

const FILMED: readonly (readonly [what: string, Filmed])[] = [
  ['five seconds in which nobody is held alike', { listening: 164, headAt: (frame) => 9 * frame }],
  ['five seconds in which one place is like any other', { listening: 164, headAt: () => 0 }],
  ['the shortest there is', { listening: 2 * TRACK_RATE, headAt: (frame) => 9 * frame }],
  ['a reading besides', { listening: 164, reading: 700, headAt: sway }],
  [
    'a reading in which the face is lost now and then',
    { listening: 164, reading: 700, headAt: sway, isLost: (frame) => frame > 164 && frame % 97 === 0 },
  ],
]

describe.each(FILMED)('%s', (_, filmed) => {
  const base = footage(filmed)
  const random = seededRandom(7)
  const videos = Array.from({ length: 60 }, (_video, index) => ({
    ...speech(random, 60 * TRACK_RATE),
    seed: `vid_${index}`,
  }))
  const chosen = videos.map((wanted) => chooseBase(base, wanted))

  test('is never turned back within two seconds of another turn, whatever is said', () => {
    const least = Math.min(2 * TRACK_RATE, base.listening - 1)
    for (const one of chosen) {
      const turns = turnsOf(one)
      const between = turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0))
      expect(Math.min(...between)).toBeGreaterThanOrEqual(least)
    }
  })

  test('goes on frame by frame, or over into another place where the head is alike', () => {
    const jumps = chosen.flatMap(({ base: seen, leaving, leavingShare }) =>
      Array.from(seen, (now, frame) => ({
        now,
        before: seen[frame - 1] ?? now,
        left: leaving[frame] ?? -1,
        share: leavingShare[frame] ?? 0,
      })).filter(({ now, before }) => Math.abs(now - before) > 1),
    )
    const seen = jumps.filter(
      ({ now, before, left, share }) =>
        share < 0.5 ||
        Math.abs(left - before) > 1 ||
        Math.abs(filmed.headAt(left) - filmed.headAt(now)) > ALIKE,
    )
    expect(seen).toEqual([])
    expect(chosen.every(({ base: shown }) => shown.every((frame) => base.usable[frame] === 1))).toBe(true)
  })
})

describe('a reading', () => {
  const base = footage({ listening: 164, reading: 900, headAt: sway })
  const wanted = speech(seededRandom(3), 60 * TRACK_RATE)
  const { base: seen } = chooseBase(base, { ...wanted, seed: 'vid' })

  test('is loud where the speech is, more often than by chance', () => {
    const alike = seen.filter((frame, at) => (base.loudness[frame] ?? 0) === wanted.loudness[at]).length
    expect(alike / seen.length).toBeGreaterThan(0.65)
  })

  test('is what is seen most, forwards, and with its blinks', () => {
    const reading = seen.filter((frame) => frame >= base.listening)
    expect(reading.length / seen.length).toBeGreaterThan(0.5)
    const back = seen.filter((frame, at) => frame === (seen[at - 1] ?? 0) - 1 && frame >= base.listening)
    expect(back.length / seen.length).toBeLessThan(0.1)
    const shut = seen.filter((frame) => base.eyesOpen[frame] === 0).length / seen.length
    expect(shut).toBeGreaterThan(0.6 * (5 / 37))
  })
})

describe('a person who is livelier in one half minute of the reading than in the other', () => {
  const isLively = (frame: number): boolean => frame >= 164 + 750
  const headAt = (frame: number): number => (isLively(frame) ? 8 : 1) * Math.sin(frame / 60)
  const isShut = (frame: number): boolean => isLively(frame) && shutAt(frame)
  const frames = 20 * TRACK_RATE
  const random = seededRandom(11)
  const videos = Array.from({ length: 60 }, (_, index) => ({
    ...speech(random, frames),
    seed: `vid_${index}`,
  }))

  const windows = Array.from({ length: 41 }, (_, second) => 164 + second * TRACK_RATE)
  const framesFrom = (from: number) => Int32Array.from({ length: frames }, (_, at) => from + at)
  const leastShare = (base: BaseFootage, of: (seen: Int32Array) => number): number => {
    const usual =
      windows.map((from) => of(framesFrom(from))).reduce((sum, value) => sum + value) / windows.length
    return Math.min(...videos.map((wanted) => of(chooseBase(base, wanted).base))) / usual
  }

  test('moves the head at least 70 % as far as in as much of the reading, whatever the video', () => {
    const base = footage({ listening: 164, reading: 1_500, headAt })
    expect(leastShare(base, (seen) => spreadOf(Float32Array.from(seen, headAt)))).toBeGreaterThanOrEqual(0.7)
  })

  test('blinks at least 60 % as often as in as much of the reading, whatever the video', () => {
    const base = footage({ listening: 164, reading: 1_500, headAt: sway, isShut })
    const blinks = (seen: Int32Array) =>
      seen.filter((frame, at) => at > 0 && isShut(frame) && !isShut(seen[at - 1] ?? 0)).length
    expect(leastShare(base, blinks)).toBeGreaterThanOrEqual(0.6)
  })
})
