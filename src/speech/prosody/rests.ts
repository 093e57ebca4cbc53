import { evenly } from './evenly.ts'
import type { ScriptPhrase } from '../phrases.ts'

/**
 * Rests between phrases: inside a sentence that is too long for one breath, between items of a list, after a sentence,
 * after a question, after a line or paragraph.
 */
export type Rest = 'phrase' | 'item' | 'sentence' | 'question' | 'paragraph'

/** From sound to sound, as people who read aloud rest. */
const SECONDS: Readonly<Record<Rest, number>> = {
  phrase: 0.15,
  item: 0.45,
  sentence: 0.5,
  question: 0.6,
  paragraph: 0.9,
}

/** Nobody rests equally long after every sentence: most that a rest is longer or shorter, in seconds. */
const SENTENCE_SPREAD = 0.08

/** The silence after a phrase, from sound to sound: the same after the same words. */
export function restSeconds({ phrase, restAfter }: Pick<ScriptPhrase, 'phrase' | 'restAfter'>): number {
  const spread = restAfter === 'sentence' ? SENTENCE_SPREAD * evenly(phrase.words, 'rest') : 0
  return SECONDS[restAfter] + spread
}
