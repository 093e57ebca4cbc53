import type { Language } from '../languages/language.ts'
import { leadsOn } from './leading-words.ts'
import { asksYesOrNo } from './questions.ts'
import { sentencesOf } from './sentences.ts'
import { isReadable, verbalise, wordsSaid } from './verbalise.ts'
import { soundsOf } from './word-sounds.ts'

/**
 * English, American unless the reader's language says otherwise. It also reads for languages that have no rules:
 * what is said then comes from an engine that reads by itself, so the writing is kept.
 */
export const english: Language = {
  tag: 'en',
  sentencesOf,
  readerOf(script, { language, pronunciation }) {
    const isEnglish = /^en\b/u.test(language)
    const options = {
      dayFirst: language !== 'en-US',
      romanise: !isEnglish || isReadable(script),
      keepWriting: !isEnglish,
      pronunciation,
    }
    return (tokens) => verbalise(tokens, options)
  },
  asksYesOrNo,
  leadsOn,
  wordsSaid,
  soundsOf,
  // The dictionary and Flite's rules for spelling belong into child processes.
  pronounce: async (words) => (await import('./pronounce/pronounce.ts')).pronounce(words),
}
