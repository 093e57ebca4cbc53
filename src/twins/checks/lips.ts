import { TRACK_RATE } from '../../face/face-track.ts'
import { levels, lipGaps } from './signals/signals.ts'
import { correlation } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** How closely the gap between the lips follows the loudness: people have 0.57 to 0.7. */
const LEAST = 0.45
/** From here on it may be the same speech all the same. */
const DOUBTFUL = 0.35

/**
 * How much closer than with the sound of any other moment of the take, up to some seconds away: speech of the same
 * rhythm fits by chance now and then.
 */
const LEAST_LEAD = 0.1

/** Frames by which browsers shift sound and picture at most: a tenth of a second. */
const MOST_SHIFT = 3

/** Frames that are searched around the right moment, and from where to where the others are. */
const NEAR = 10
const FAR = { from: 20, to: 150 } as const

/** Rooms are noisier than silence, and whispers are no louder than noise. */
const QUIETEST_DB = -60

/** Which moment of the sound fits the lips best. */
export interface LipSync {
  /** At the best shift: −1 to 1. */
  readonly correlation: number
  /** Frames by which the sound comes after the lips; fractions count. */
  readonly shift: number
  /** The best correlation with sound of another moment. */
  readonly elsewhere: number
}

/** Holds the gap between the lips against the loudness of the sound. */
export function lipSyncOf({ track, sound }: Pick<RecordedTake, 'track' | 'sound'>): LipSync {
  const gaps = lipGaps(track)
  const loudness = levels(sound, track.frames).map((level) => Math.max(QUIETEST_DB, level))
  const at = (shift: number) => correlation(gaps, loudness, shift)
  let best = -NEAR
  for (let shift = -NEAR; shift <= NEAR; shift += 1) if (at(shift) > at(best)) best = shift
  let elsewhere = -1
  for (let shift = FAR.from; shift <= Math.min(FAR.to, track.frames / 3); shift += 1)
    elsewhere = Math.max(elsewhere, at(shift), at(-shift))
  return {
    correlation: at(best),
    shift: best + betweenFrames(at(best - 1), at(best), at(best + 1)),
    elsewhere,
  }
}

/** Seconds by which the sound of a take is late against its picture; null when the two do not belong together. */
export function soundLate(sync: LipSync): number | null {
  return belongTogether(sync) ? sync.shift / TRACK_RATE : null
}

/** The lips of the person say what is heard. */
export function checkLips(sync: LipSync): TakeCheck {
  const doubtful = sync.correlation >= DOUBTFUL && Math.abs(sync.shift) <= MOST_SHIFT
  return verdict('lips', {
    outcome: belongTogether(sync) ? 'passed' : doubtful ? 'unclear' : 'failed',
    measured: sync.correlation,
    limit: LEAST,
    message:
      'Your lips do not move with what is heard: use the camera and the microphone of one device, speak clearly, and ' +
      'keep your mouth free.',
  })
}

function belongTogether({ correlation: measured, shift, elsewhere }: LipSync): boolean {
  return measured >= LEAST && measured - elsewhere >= LEAST_LEAD && Math.abs(shift) <= MOST_SHIFT
}

/** Where the top of a parabola through three neighbours is, in frames from the middle one. */
function betweenFrames(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}
