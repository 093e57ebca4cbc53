import { cuesOf } from './hear-reading.ts'
import type { VisemeCue } from '../../domain/speech/speech-timeline.ts'
import type { HeardSentence } from './hear-reading.ts'

/** Speech that is enough for a test, in seconds. */
const ENOUGH_SECONDS = 6

/** Silence before and after it. */
const EDGE_SECONDS = 0.3

/** Some seconds of a reading. */
interface ClearStretch {
  /** Its mouth shapes; from 0, which is `start`. */
  readonly cues: VisemeCue[]
  /** Where it is in the sound, in seconds. */
  readonly start: number
  readonly end: number
}

/**
 * The neighbouring sentences that were heard most clearly, some seconds of them.
 *
 * @param sentences in order of time.
 */
export function clearestStretch(sentences: readonly HeardSentence[]): ClearStretch {
  let best: readonly HeardSentence[] = []
  for (const first of sentences.keys()) {
    const stretch = stretchFrom(sentences.slice(first))
    if (best.length === 0 || meanCost(stretch) < meanCost(best)) best = stretch
  }
  const start = (best[0]?.start ?? 0) - EDGE_SECONDS
  const cues = cuesOf(best).map((cue) => ({ ...cue, start: cue.start - start, end: cue.end - start }))
  return { cues, start, end: best.at(-1)?.end ?? start }
}

function stretchFrom(sentences: readonly HeardSentence[]): readonly HeardSentence[] {
  const first = sentences[0]?.start ?? 0
  const enough = sentences.findIndex(({ end }) => end - first >= ENOUGH_SECONDS)
  return enough < 0 ? sentences : sentences.slice(0, enough + 1)
}

/** What is too short for a test is worth less than anything. */
function meanCost(stretch: readonly HeardSentence[]): number {
  const seconds = (stretch.at(-1)?.end ?? 0) - (stretch[0]?.start ?? 0)
  const mean = stretch.reduce((sum, { cost }) => sum + cost, 0) / stretch.length
  return seconds >= ENOUGH_SECONDS ? mean : mean + (ENOUGH_SECONDS - seconds) * 1000
}
