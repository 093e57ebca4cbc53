import { expect, test } from 'vitest'
import { linesOf } from '../../../src/speech/kokoro/line.ts'
import { english } from '../../../src/speech/english/english.ts'
import { languageOf } from '../../../src/speech/language-registry.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { speechLoad } from '../../../src/speech/speech-load.ts'
import type { Language } from '../../../src/speech/languages/language.ts'

test.each(['en-US', 'en-GB', 'EN'])('%s is read by the rules of English', (tag) => {
  expect(languageOf(tag).tag).toBe('en')
})

test('a language without rules of its own is read by those of English', () => {
  expect(languageOf('xx-YY')).toBe(english)
})

/** One sentence a line; digits have names; each letter is a sound. */
const TINY: Language = {
  tag: 'tt',
  sentencesOf(script) {
    const lines = [...script.matchAll(/[^\n]*\n|[^\n]+$/gu)]
    return lines.map(({ 0: line, index }) => ({
      charStart: index,
      charEnd: index + line.length,
      linesAfter: line.endsWith('\n') ? 1 : 0,
    }))
  },
  readerOf(_, { pronunciation }) {
    return (tokens) =>
      tokens.map((written) => ({
        words: TINY.wordsSaid(pronunciation(written) ?? written),
        written,
        mark: written.endsWith(',') ? ',' : null,
      }))
  },
  asksYesOrNo: () => false,
  leadsOn: (token) => token === 'e',
  wordsSaid: (text) =>
    text
      .replaceAll('1', 'uno')
      .replaceAll('2', 'due')
      .match(/[a-z]+/gu) ?? [],
  soundsOf: (word) => ({
    vowels: word.match(/[aeiou]/gu)?.length ?? 0,
    consonants: word.match(/[^aeiou]/gu)?.length ?? 0,
    hard: 0,
    isLetterName: false,
    isUnstressed: word === 'e',
  }),
  pronounce: async (words) =>
    words.map(({ text }) => ({ sounds: text === 'due' ? ['d', 'ˈu', 'e'] : ['n', 'ˈo'], joined: false })),
}

test('a new language is one implementation: it cuts, reads, counts, pronounces and captions a script', async () => {
  const pronunciations = [{ word: 'x', sayAs: '2 2' }]
  const prepared = prepareScript('1, e Dr. x\n2', { language: 'tt', pronunciations }, TINY)
  const said = prepared.phrases.map(({ phrase }) => phrase.words.map(({ text }) => text))
  // By English rules "Dr." would be a doctor, and "x" spoken as a letter.
  expect(said).toEqual([['uno', 'e', 'r', 'due', 'due'], ['due']])
  expect(prepared.phrases.map(({ restAfter }) => restAfter)).toEqual(['item', 'sentence'])
  expect(prepared.pronounced).toEqual(pronunciations)

  // The word that leads on by English rules is another one.
  expect(prepared.tokens.filter(({ leadsOn }) => leadsOn).map(({ text }) => text)).toEqual(['e'])

  expect(speechLoad(prepared, TINY)).toMatchObject({ vowels: 9, consonants: 5, unstressed: 1, pauses: 1 })

  const { phrase } = prepared.phrases[1]!
  const [line] = linesOf(phrase, await TINY.pronounce(phrase.words))
  expect(line?.phones.map(({ phone }) => phone)).toEqual(['d', 'u', 'e'])
})
