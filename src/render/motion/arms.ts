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
  /** Lifted hands go along with stressed words: 1 up to -1 down. */
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
    const from = moves[index - 1] ?? REST
    const share = easeInOut((seconds - move.at) / move.seconds)
    const beat = beatAt(stressed, seconds, move.at + move.seconds)
    return {
      left: onTheWay(from.left, move.left, share, beat),
      right: onTheWay(from.right, move.right, share, beat),
    }
  }
}

function movesOf(strokes: readonly Stroke[]): Move[] {
  return strokes.flatMap(({ attitude, arm, from, apex, until, lowers }): Move[] => {
    const up = (side: Side) => (arm === 'both' || arm === side ? attitude : REST[side])
    const lifted = { at: from, seconds: apex - from, left: up('left'), right: up('right') }
    return lowers ? [lifted, { at: until, seconds: LOWER_SECONDS, ...REST }] : [lifted]
  })
}

/** Hands pass through one place between all others, half-way: a person's relax there, too. */
function onTheWay(from: ArmKeyName, to: ArmKeyName, share: number, beat: number): ArmState {
  if (from === to) return isAtRest(to) ? still(to) : { from, to, share: 1, beat }
  if (share >= 1) return isAtRest(to) ? still(to) : { from: to, to, share: 1, beat }
  return share < 0.5
    ? { from, to: 'ready', share: share * 2, beat: 0 }
    : { from: 'ready', to, share: share * 2 - 1, beat: 0 }
}

function isAtRest(key: ArmKeyName): boolean {
  return key === REST.left || key === REST.right
}

/** Up a little before a stressed word, down with it, and back. Seconds from the word. */
const BEAT = { from: -0.24, up: -0.08, down: 0.06, until: 0.36 } as const

/** A beat of lifted hands, but for the words that they are lifted with. */
function beatAt(stressed: readonly Stress[], seconds: number, since: number): number {
  for (const { at, weight } of stressed) {
    if (at + BEAT.from < since || seconds < at + BEAT.from || seconds > at + BEAT.until) continue
    const time = seconds - at
    if (time < BEAT.up) return 0.5 * weight * easeInOut((time - BEAT.from) / (BEAT.up - BEAT.from))
    if (time < BEAT.down) return weight * (0.5 - 1.5 * easeInOut((time - BEAT.up) / (BEAT.down - BEAT.up)))
    return -weight * (1 - easeInOut((time - BEAT.down) / (BEAT.until - BEAT.down)))
  }
  return 0
}
