import type { Melody } from '../engines/engine.ts'
import { evenly } from './evenly.ts'
import type { Language } from '../languages/language.ts'
import type { ScriptPhrase } from '../phrases.ts'

/** Nobody begins every sentence on one note, or reads all alike fast: most that one differs by itself. */
const OWN = { semitones: 1, rate: 0.04 } as const

/** How far the first sentence of a paragraph lies above its middle, and the last below it, in semitones. */
const FALL = 1.75

/**
 * Gives each sentence of a script a melody of its own, as people who read aloud do: it begins a little higher or lower than
 * others, a paragraph falls from its first sentence to its last, and a question that asks for yes or no ends high.
 *
 * The same script has the same melody. Phrases that a long sentence is cut into have that of their sentence.
 */
export function withMelody(phrases: readonly ScriptPhrase[], rules: Language): ScriptPhrase[] {
  return paragraphsOf(phrases).flatMap((sentences) =>
    sentences.flatMap((sentence, index) => {
      const place = sentences.length === 1 ? 0 : 1 - (2 * index) / (sentences.length - 1)
      return sung(sentence, place, rules)
    }),
  )
}

/** @param place of the sentence in its paragraph: 1 for the first, -1 for the last. */
function sung(sentence: readonly ScriptPhrase[], place: number, rules: Language): ScriptPhrase[] {
  const words = sentence.flatMap(({ phrase }) => phrase.words)
  const melody: Melody = {
    semitones: rounded(FALL * place + OWN.semitones * evenly(words, 'pitch')),
    rate: rounded(1 + OWN.rate * evenly(words, 'rate')),
    rises: false,
  }
  const asks = rules.asksYesOrNo(words.map(({ text }) => text))
  return sentence.map((each) => ({
    ...each,
    phrase: { ...each.phrase, melody: { ...melody, rises: asks && each.phrase.ending === '?' } },
  }))
}

/** Melodies are written into plans. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

/** Sentences by their paragraphs, and phrases by their sentences. */
function paragraphsOf(phrases: readonly ScriptPhrase[]): ScriptPhrase[][][] {
  const paragraphs: ScriptPhrase[][][] = []
  let ended: ScriptPhrase['restAfter'] = 'paragraph'
  for (const phrase of phrases) {
    if (ended === 'paragraph') paragraphs.push([[phrase]])
    else if (ended === 'phrase') paragraphs.at(-1)?.at(-1)?.push(phrase)
    else paragraphs.at(-1)?.push([phrase])
    ended = phrase.restAfter
  }
  return paragraphs
}
