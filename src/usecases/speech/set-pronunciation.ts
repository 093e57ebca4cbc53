import { invalidFields, problem } from '../../domain/error/errors.ts'
import {
  MOST_PRONUNCIATIONS,
  pronouncedWordProblem,
  saidProblem,
  sayAsProblem,
} from '../../domain/speech/pronunciation.ts'
import type { KeptPronunciation } from '../../domain/speech/pronunciation.ts'
import type { Pronunciations } from '../../ports/speech/pronunciations.ts'

/** The store of pronunciations, and the languages that scripts are read in. */
export interface SetPronunciationPorts {
  readonly pronunciations: Pick<Pronunciations, 'set'>
  /** An account's voices share its pronunciations, so each must be short enough in every language. */
  readonly languages: readonly {
    /** The words that are spoken for a text. */
    wordsSaid(text: string): readonly string[]
  }[]
}

/** Sets the pronunciation of a word for future videos. Safe to repeat. @throws `invalid_request`. */
export type SetPronunciation = (input: {
  accountId: string
  word: string
  sayAs: string
}) => Promise<KeptPronunciation>

/** Builds the use case. A new pronunciation replaces the existing one of the word. */
export function makeSetPronunciation({ pronunciations, languages }: SetPronunciationPorts): SetPronunciation {
  const tooLongToSay = (sayAs: string) =>
    languages.map((language) => saidProblem(language.wordsSaid(sayAs))).find((wrong) => wrong !== null) ??
    null
  return async ({ accountId, word, sayAs }) => {
    const wordProblem = pronouncedWordProblem(word)
    const sayAsWrong = sayAsProblem(sayAs) ?? tooLongToSay(sayAs)
    if (wordProblem || sayAsWrong) {
      throw invalidFields({
        ...(wordProblem && { word: wordProblem }),
        ...(sayAsWrong && { say_as: sayAsWrong }),
      })
    }
    const kept = await pronunciations.set(accountId, { word, sayAs })
    if (kept) return kept
    const message = `The account has reached the maximum of ${MOST_PRONUNCIATIONS} pronunciations. Delete one first.`
    throw problem('invalid_request', { message, fields: { word: { code: 'too_long', message } } })
  }
}
