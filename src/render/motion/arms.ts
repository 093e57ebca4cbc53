import { easeInOut } from '../paint/noise.ts'
import { LOWER_SECONDS, strokesOf } from './strokes.ts'
import type { GesturesOption } from '../../domain/video/video-options.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { Side } from './arm-pose.ts'
import type { ArmKeyName } from './attitudes.ts'
import type { Stress } from './beats.ts'
import type { Stroke } from './strokes.ts'

/** One arm at a moment: on the way from one key to another. */
export interface ArmState {
  readonly from: ArmKeyName
  readonly to: ArmKeyName
  /** 0 to 1. */
  readonly share: number
  /** Lifted hands go along with stressed words: 1 up to -1 down. It is seen until they are on their way. */
  readonly beat: number
}

/** Both arms at a moment. */
export type Arms = Readonly<Record<Side, ArmState>>

const REST: Readonly<Record<Side, ArmKeyName>> = { left: 'restOver', right: 'restUnder' }

/** Both arms on the desk. */
export const ARMS_AT_REST: Arms = { left: still(REST.left), right: still(REST.right) }

function still(key: ArmKeyName): ArmState {
  return { from: key, to: key, share: 1, beat: 0 }
}

/** Arms go to a place and stay there. */
interface Move extends Readonly<Record<Side, ArmKeyName>> {
  readonly at: number
  readonly seconds: number
}

/** What arms do, as a pure function of the moment. */
export function armsOf(
  timeline: SpeechTimeline,
  gestures: GesturesOption,
  stressed: readonly Stress[],
  seed: number,
): (seconds: number) => Arms {
  const moves = movesOf(strokesOf(timeline, gestures, seed))
  return (seconds) => {
    const index = moves.findLastIndex(({ at }) => at <= seconds)
    const move = moves[index]
    if (!move) return ARMS_AT_REST
    const before = moves[index - 1]
    const from = before ?? REST
    const share = easeInOut((seconds - move.at) / move.seconds)
    const beats = {
      before: before ? beatAt(stressed, seconds, endOf(before), move.at) : 0,
      after: beatAt(stressed, seconds, endOf(move)),
    }
    return {
      left: onTheWay(from.left, move.left, share, beats),
      right: onTheWay(from.right, move.right, share, beats),
    }
  }
}

function endOf({ at, seconds }: Move): number {
  return at + seconds
}

function movesOf(strokes: readonly Stroke[]): Move[] {
  return strokes.flatMap(({ attitude, arm, from, apex, until, lowers }): Move[] => {
    const up = (side: Side) => (arm === 'both' || arm === side ? attitude : REST[side])
    const lifted = { at: from, seconds: apex - from, left: up('left'), right: up('right') }
    return lowers ? [lifted, { at: until, seconds: LOWER_SECONDS, ...REST }] : [lifted]
  })
}

/** The beat of hands where they were, as far as it had begun, and where they are going. */
interface Beats {
  readonly before: number
  readonly after: number
}

/** Hands pass through one place between all others, half-way: a person's relax there, too. */
function onTheWay(from: ArmKeyName, to: ArmKeyName, share: number, beats: Beats): ArmState {
  if (from === to || share >= 1)
    return isAtRest(to) ? still(to) : { from: to, to, share: 1, beat: beats.after }
  return share < 0.5
    ? { from, to: 'ready', share: share * 2, beat: isAtRest(from) ? 0 : beats.before }
    : { from: 'ready', to, share: share * 2 - 1, beat: 0 }
}

function isAtRest(key: ArmKeyName): boolean {
  return key === REST.left || key === REST.right
}

/** Up a little before a stressed word, down with it, and back. Seconds from the word. */
const BEAT = { from: -0.24, up: -0.08, down: 0.06, until: 0.36 } as const

/**
 * Words of at least this weight have a strong beat, the others a light one, which only goes down. A beat in between would reach
 * the next of the few poses (scene/round-arms.ts) for a single frame: a twitch.
 */
const STRONG_FROM = 0.6

/** A beat of lifted hands that begins since one moment and before another: not the words that they are lifted with. */
function beatAt(
  stressed: readonly Stress[],
  seconds: number,
  since: number,
  before = Number.POSITIVE_INFINITY,
): number {
  for (const { at, weight } of stressed) {
    const start = at + BEAT.from
    if (start < since || start >= before || seconds < start || seconds > at + BEAT.until) continue
    const [up, down] = weight < STRONG_FROM ? [0, 0.5] : [0.5, 1]
    const time = seconds - at
    if (time < BEAT.up) return up * easeInOut((time - BEAT.from) / (BEAT.up - BEAT.from))
    if (time < BEAT.down) return up - (up + down) * easeInOut((time - BEAT.up) / (BEAT.down - BEAT.up))
    return -down * (1 - easeInOut((time - BEAT.down) / (BEAT.until - BEAT.down)))
  }
  return 0
}
