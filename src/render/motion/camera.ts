import { FIRST_CUT_SECONDS } from '../../domain/picture/picture.ts'
import type { SpokenSpan } from '../../domain/speech/speech-timeline.ts'
import type { Framing } from '../paint/stage.ts'

/** Between cuts: often enough to keep the eye awake, seldom enough not to be noticed. */
const CUT_DISTANCE_SECONDS = 9

/** A cut shortly before the end looks like a mistake. Within `LOOK_AHEAD_SECONDS` (domain/picture/picture.ts). */
const LAST_CUT_BEFORE_END_SECONDS = 4

/** Cuts between two framings at the starts of sentences, as an editor would make them. */
export function cameraCuts(
  sentences: readonly SpokenSpan[],
  durationSeconds: number,
): (seconds: number) => Framing {
  const cuts: number[] = []
  for (const { start } of sentences) {
    const earliest = cuts.length === 0 ? FIRST_CUT_SECONDS : (cuts.at(-1) ?? 0) + CUT_DISTANCE_SECONDS
    if (start >= earliest && start <= durationSeconds - LAST_CUT_BEFORE_END_SECONDS) cuts.push(start)
  }
  return (seconds) => (cuts.filter((cut) => cut <= seconds).length % 2 === 0 ? 'wide' : 'close')
}
