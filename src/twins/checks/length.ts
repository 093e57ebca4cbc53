import { TRACK_RATE } from '../../face/face-track.ts'
import { levels, lipGaps } from './signals/signals.ts'
import { quantile } from './signals/statistics.ts'
import { CLOSED_GAP } from './still.ts'
import { verdict } from './verdict.ts'
import type { CheckTakeJob } from '../../domain/twin/twin-job.ts'
import type { TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'
import type { RecordedTake } from './take.ts'

/** Seconds that count: of speech, and in silence those with the mouth closed. */
const LEAST: Record<Exclude<TakePart, 'reading'>, number> = { consent: 5, turn: 0, silence: 6 }

/** Nobody reads aloud faster than five words a second. */
const LEAST_OF_A_WORD = 0.2

/** Quieter than this against the loudest tenth, in dB, is a pause. */
const PAUSE_DB = 25

/** The take holds enough of what it is for. */
export function checkLength(take: RecordedTake, { sentences }: Pick<CheckTakeJob, 'sentences'>): TakeCheck {
  const limit = take.part === 'reading' ? LEAST_OF_A_WORD * wordsIn(sentences) : LEAST[take.part]
  const measured = take.part === 'silence' ? closedSeconds(take) : spokenSeconds(take)
  return verdict('length', {
    outcome: measured < limit ? 'failed' : 'passed',
    measured,
    limit,
    message:
      take.part === 'silence'
        ? 'The silence is too short: keep your mouth closed until the time is over.'
        : 'You spoke too little: read everything that is shown, aloud, before you stop.',
  })
}

function wordsIn(sentences: readonly string[]): number {
  return sentences.flatMap((sentence) => sentence.split(/\s+/u)).length
}

function spokenSeconds({ track, sound }: RecordedTake): number {
  const loudness = levels(sound, track.frames)
  const pause = quantile(loudness, 0.9) - PAUSE_DB
  return loudness.filter((level) => level > pause).length / TRACK_RATE
}

function closedSeconds({ track }: RecordedTake): number {
  return lipGaps(track).filter((gap) => gap < CLOSED_GAP).length / TRACK_RATE
}
