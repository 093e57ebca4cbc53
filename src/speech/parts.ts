import { restSeconds } from './prosody/rests.ts'
import type { PreparedScript, ScriptPhrase } from './phrases.ts'

/** Phrases that are spoken in one step, while what is known before is drawn. */
export interface ScriptPart {
  readonly phrases: readonly ScriptPhrase[]
  /** The first of the script's tokens that is not in this part or one before. */
  readonly endToken: number
}

/** As engines speak, near enough for a cut: the measured paces are between 13 and 17. */
const CHARACTERS_PER_SECOND = 15

/**
 * The first part is as short as may be and still lets the first segment be drawn, also when a voice is fast: most often a
 * sentence.
 */
const FIRST_PART_SECONDS = 3.6

/** Two more segments. */
const PART_SECONDS = 16

/** A rest shorter than this is not worth a step of its own. */
const SHORTEST_LAST_PART_SECONDS = 8

/**
 * Cuts a script into parts of whole phrases, by their estimated length: the same script, the same parts.
 *
 * A word that is spoken in several phrases is in one part. There is at least one part, maybe without
 * phrases.
 */
export function partsOf({ tokens, phrases }: PreparedScript): ScriptPart[] {
  const starts = [0]
  let seconds = 0
  let left = phrases.reduce((sum, phrase) => sum + secondsOf(phrase), 0)
  for (const [index, phrase] of phrases.entries()) {
    const wanted = starts.length === 1 ? FIRST_PART_SECONDS : PART_SECONDS
    if (seconds >= wanted && left >= SHORTEST_LAST_PART_SECONDS && startsToken(phrases, index)) {
      starts.push(index)
      seconds = 0
    }
    seconds += secondsOf(phrase)
    left -= secondsOf(phrase)
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? phrases.length
    return {
      phrases: phrases.slice(start, end),
      endToken: phrases[end]?.tokenOfWord[0] ?? tokens.length,
    }
  })
}

function secondsOf(said: ScriptPhrase): number {
  const characters = said.phrase.words.reduce((sum, { text }) => sum + text.length + 1, 0)
  return characters / CHARACTERS_PER_SECOND + restSeconds(said)
}

function startsToken(phrases: readonly ScriptPhrase[], index: number): boolean {
  return phrases[index]?.tokenOfWord[0] !== phrases[index - 1]?.tokenOfWord.at(-1)
}
