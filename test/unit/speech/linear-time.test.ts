import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createEstimateSpeech } from '../../../src/speech/estimate-speech.ts'
import { growthOf } from '../../support/run/growth.ts'

const estimateSpeech = createEstimateSpeech()

/** What scripts are made of: words, and all that patterns for notation look for. */
const unit = fc.oneof(
  fc.constantFrom(
    'a',
    'e\u0301',
    '\u200D',
    '.',
    '-',
    '(',
    "'",
    '"',
    '[',
    '…',
    '_',
    ' ',
    '\n',
    '\u2028',
    '\t',
    '🙂',
    'a ',
    'a. ',
    'a\n',
    'A. ',
    'U.S. ',
    'Dr. ',
    "o'",
    'word ',
    'Ab',
    'aB',
    'CAPITAL ',
    '- ',
    '!?',
    '"a" ',
    '1',
    '1,',
    '1.',
    '1/',
    '1-',
    '1:',
    '9:59 ',
    '7 ',
    '123 456 ',
    '+1 ',
    '0x',
    '1e',
    '1x1x',
    'v1.',
    '5 May ',
    '$',
    '$1-',
    '%',
    '#',
    '@a',
    '&',
    '=',
    '<3 ',
    '>=',
    '1>2 ',
    '√',
    '½',
    '²',
    'a²',
    '№',
    '→',
    '㎯',
    'ﷺ',
    '日',
    '漢 ',
    'Ω ',
    'привет ',
    'שלום ',
    '한',
    '٣',
    '३ ',
    'Ⅳ',
    '①',
    'www.',
    'a.b ',
    'a@b.',
    'http://a/',
    'a/b/',
    'a_',
    'x-',
    'A-',
    'a1',
    'A1 b2-',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
)

/** A stretch of one unit, or of a few in turn, that fills a share of the script. */
const stretch = fc.record({
  units: fc.array(unit, { minLength: 1, maxLength: 3 }),
  share: fc.integer({ min: 1, max: 6 }),
})

const mixture = fc.array(stretch, { minLength: 1, maxLength: 4 }).map((stretches) => {
  const whole = stretches.reduce((sum, { share }) => sum + share, 0)
  return (characters: number): string =>
    stretches
      .map(({ units, share }) => repeated(units.join(''), Math.floor((characters * share) / whole)))
      .join('')
})

const PRONUNCIATIONS = ['a', 'word', 'www', '√', '日', 'привет'].map((word) => ({
  word,
  sayAs: 'one two three four five six seven eight nine ten eleven twelve',
}))

const VOICES = ['flite:slt', 'kokoro:aria', 'remote:german']

/** Characters of the smaller script; the larger one is twice as long. */
const CHARACTERS = 2_500

/** Twice the size is twice the work; a third is left for what the processor and its caches do. */
const MOST_GROWTH = 3

test('from text to estimate, twice the script is at most three times the work, whatever it is made of', () => {
  fc.assert(
    fc.property(mixture, fc.constantFrom(...VOICES), (script, voiceId) => {
      const estimate = (characters: number) => () =>
        estimateSpeech({ script: script(characters), voiceId, pronunciations: PRONUNCIATIONS })
      expect(growthOf(estimate, CHARACTERS, MOST_GROWTH)).toBeLessThanOrEqual(MOST_GROWTH)
    }),
    { numRuns: 60 },
  )
})

/** Each of these took time with the square or the cube of its length. */
test.each<[string, (characters: number) => string]>([
  ['a long token before many lines', (n) => `${'a'.repeat((2 * n) / 3)} ${'a\n'.repeat(n / 6)}`],
  ['a long token before many initials', (n) => `${'a'.repeat(n / 2)} ${'A. '.repeat(n / 6)}`],
  ['lines of nothing', (n) => `a${'\n'.repeat(n)}a`],
  ['points within a token', (n) => `a${'.'.repeat(n)}~a`],
  ['quotes within a token', (n) => `a${"'".repeat(n)}~a`],
  ['brackets within a token', (n) => `a${'('.repeat(n)}~a`],
  ['letters of two scripts in one token', (n) => 'aж'.repeat(n / 2)],
  ['signs of many words in one token', (n) => '√'.repeat(n)],
])('up to the longest script of any plan: %s', (_name, script) => {
  const estimate = (characters: number) => () =>
    estimateSpeech({ script: script(characters), voiceId: 'flite:slt' })
  expect(growthOf(estimate, 9_000, MOST_GROWTH)).toBeLessThanOrEqual(MOST_GROWTH)
})

test('a token of a hundred thousand words is a long script and no error', () => {
  const script = '√'.repeat(20_000)
  expect(estimateSpeech({ script, voiceId: 'flite:slt' }).seconds).toBeGreaterThan(10_000)
})

function repeated(text: string, characters: number): string {
  return text.repeat(Math.ceil(characters / text.length)).slice(0, characters)
}
