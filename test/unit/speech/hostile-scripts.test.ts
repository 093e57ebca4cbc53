import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { countedWork } from '../../support/run/counted-work.ts'

const OBJECT_WORDS = Object.getOwnPropertyNames(Object.prototype)

const storm = (letter: string) => letter + '\u0301\u0327\u20DD'.repeat(40)

/** Pieces that break programs which look words up in objects, count characters or match patterns. */
const piece = fc.oneof(
  fc.constantFrom(
    ...OBJECT_WORDS,
    'prototype',
    '\u200D\u200B\u2060',
    'a\u200Db',
    '\u202Eelbisiver\u202C',
    'שלום',
    'مرحبا',
    storm('z'),
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    '日本語',
    '...',
    '$',
    '§§',
    '-–—',
    '%',
    '9'.repeat(400),
    '1,000,000,000,000,000,000',
    '$1' + '0'.repeat(50),
    '1/0',
    '0/0',
    '0x',
    '99:99',
    '2024-99-99',
    '32/13/2024',
    'May',
    'IV',
    'Dr.',
    'St.',
    'million',
    '#',
    '@',
    '\uFEFF',
    '\uD800',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.stringMatching(/^[-+$£€]?[0-9][0-9.,:/x%-]{0,12}[a-zA-Z%°]{0,3}$/u),
)
const gap = fc.constantFrom(' ', '  ', '\n', '\n\n', '\t', '\u00A0', '\u2028', '. ', ', ', '! ')
const script = fc
  .array(fc.tuple(piece, gap), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.flat().join(''))

const languages = fc.constantFrom('en-US', 'en-GB', 'de-DE')
const pronunciations = fc.array(
  fc.record({ word: fc.oneof(fc.constantFrom(...OBJECT_WORDS, 'may'), piece), sayAs: piece }),
  { maxLength: 5 },
)

describe('whatever the script, the reader’s language and the account’s pronunciations', () => {
  test('the tokens are all that is written, in order, and what is spoken comes from them in order', () => {
    fc.assert(
      fc.property(script, languages, pronunciations, (text, language, entries) => {
        const { tokens, phrases } = prepareScript(text, { language, pronunciations: entries })
        expect(tokens.map((token) => token.text)).toEqual(text.match(/\S+/gu) ?? [])
        for (const token of tokens) expect(text.slice(token.charStart, token.charEnd)).toBe(token.text)
        let last = 0
        for (const { phrase, tokenOfWord } of phrases) {
          expect(tokenOfWord).toHaveLength(phrase.words.length)
          for (const token of tokenOfWord) {
            expect(token).toBeGreaterThanOrEqual(last)
            expect(token).toBeLessThan(tokens.length)
            last = token
          }
        }
      }),
    )
  })

  test('what is spoken are words of ASCII letters, in phrases short enough for an engine', () => {
    fc.assert(
      fc.property(script, languages, (text, language) => {
        for (const { phrase } of prepareScript(text, { language }).phrases) {
          for (const word of phrase.words) expect(word.text).toMatch(/^[A-Za-z][A-Za-z']{0,39}$/u)
          expect(phrase.words.length).toBeGreaterThan(0)
          expect(phrase.words.map((word) => word.text).join(' ').length).toBeLessThanOrEqual(300)
          expect(phrase.words.map((word) => word.written).join('')).not.toBe('')
        }
      }),
    )
  })

  test('nothing that has a Latin letter or a digit is silent', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9.,/:$%@#&'-]{0,14}$/u)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const { tokens, phrases } = prepareScript(words.join(' '))
        const spoken = new Set(phrases.flatMap(({ tokenOfWord }) => tokenOfWord))
        const silent = tokens.filter((token, index) => !spoken.has(index) && !isPartOfNeighbour(token.text))
        expect(silent.map(({ text }) => text)).toEqual([])
      }),
    )
  })
})

/** Groups of a number with spaces are said with the first of them, a currency with the number behind it; faces are not said. */
function isPartOfNeighbour(token: string): boolean {
  return /^\d{3}\D*$|^[A-Z]{1,3}\$$|^[A-Z]{3}\W*$|^[8xX][-^']?[DPpOoXx3S]$/u.test(token)
}

describe.each([
  ['words', 'the same words again, '],
  ['numbers', '1,234.56 and $4.2 million '],
  ['dates', 'May 5, 2024 '],
  ['telephone numbers', '0800 123 4567 '],
  ['sentences', 'One. Two? '],
  ['letters without a space', 'abcdef'],
  ['digits without a space', '123456'],
  ['signs without a space', '$/:-'],
  ['capitals', 'CamelCaseABC'],
  ['characters of Chinese', '漢字a'],
])('%s', (_name, unit) => {
  test('four times the script is four times the work, not sixteen times', async () => {
    const text = (characters: number) => unit.repeat(characters / unit.length)
    const once = await countedWork('/dist/speech/', () => prepareScript(text(750)))
    const fourTimes = await countedWork('/dist/speech/', () => prepareScript(text(3000)))
    expect(once).toBeGreaterThan(50)
    expect(fourTimes / once).toBeLessThan(6)
  })
})

test.each([
  'a',
  '1',
  'é\u0301',
  '\u200D',
  '.',
  '-',
  '(',
  "'",
  '1,',
  '$1-',
  'A.',
  '@a',
  '9:',
  'x×',
  'I',
  '日',
  '🙂',
])(
  '3,000 characters made of %j without a space are one token and no delay',
  (unit) => {
    const token = unit.repeat(3000 / unit.length)
    expect(prepareScript(token).tokens).toHaveLength(1)
  },
  // Far above what it takes, far below what a pattern that backtracks would take.
  2000,
)
