import { TRACK_RATE } from '../../face/face-track.ts'
import { measureOf } from './signals/signals.ts'
import { median, runsOf } from './signals/statistics.ts'
import { verdict } from './verdict.ts'
import type { TakeCheck } from '../../domain/twin/twin-take.ts'
import type { FaceTrack } from '../../face/face-track.ts'
import type { RecordedTake } from './take.ts'

/** Eyes less open than this share of what is usual are shut: the finder sees lids late. */
const SHUT = 0.75

/** Frames that a blink takes: shorter is a mistake of the finder, longer is somebody who looks down. */
const SHORTEST = 2
const LONGEST = 15

/** Blinks in a minute: people have ten to twenty. */
const LEAST_A_MINUTE = 2

/** How often eyes are shut for as long as a blink takes. */
export function countBlinks(track: FaceTrack): number {
  const openness = measureOf(track, 'eyes')
  const shut = SHUT * median(openness)
  return runsOf(track.frames, (frame) => (openness[frame] ?? 1) < shut).filter(
    ({ from, to }) => to - from >= SHORTEST && to - from <= LONGEST,
  ).length
}

/** The person blinks, which pictures and masks do not. */
export function checkBlinks({ track }: RecordedTake): TakeCheck {
  const blinks = countBlinks(track)
  const minutes = track.frames / TRACK_RATE / 60
  const limit = Math.max(1, Math.floor(LEAST_A_MINUTE * minutes))
  return verdict('blinks', {
    outcome: blinks === 0 ? 'failed' : blinks < limit ? 'warning' : 'passed',
    measured: blinks,
    limit,
    message: 'No blinking is seen: take off dark or shiny glasses, add light, and blink as you always do.',
  })
}
