import { describe, expect, test } from 'vitest'

import { asksYesOrNo } from '../../../src/speech/english/questions.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import type { Melody, PhraseEnding } from '../../../src/speech/engines/engine.ts'

interface Sung {
  readonly ending: PhraseEnding
  readonly melody: Melody
}

function sung(script: string): Sung[] {
  return prepareScript(script).phrases.map(({ phrase }) => ({
    ending: phrase.ending,
    melody: phrase.melody ?? { semitones: Number.NaN, rate: Number.NaN, rises: false },
  }))
}

const NOUNS = ['harbor', 'garden', 'kitchen', 'office', 'market', 'station', 'theater', 'forest']
const sentences = NOUNS.flatMap((one) =>
  NOUNS.map((other) => `The ${one} lies between the ${other} and the old mill.`),
)

/** Each sentence is a paragraph of its own. */
const alone = sung(sentences.join('\n\n')).map(({ melody }) => melody)

test('sentences differ by up to a semitone and four parts in a hundred of their rate, as good as evenly', () => {
  const [pitches, rates] = [alone.map(({ semitones }) => semitones), alone.map(({ rate }) => rate)]
  for (const pitch of pitches) expect(Math.abs(pitch)).toBeLessThanOrEqual(1)
  for (const rate of rates) expect(Math.abs(rate - 1)).toBeLessThanOrEqual(0.04)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(Math.abs(mean(pitches))).toBeLessThan(0.25)
  expect(Math.abs(mean(rates) - 1)).toBeLessThan(0.01)
  expect(Math.max(...pitches) - Math.min(...pitches)).toBeGreaterThan(1.6)
})

test('the same script has the same melody', () => {
  expect(sung(sentences.slice(0, 9).join(' '))).toEqual(sung(sentences.slice(0, 9).join(' ')))
})

test('a paragraph falls from its first sentence to its last, and the next begins high again', () => {
  const own = alone.slice(0, 5).map(({ semitones }) => semitones)
  const script = `${sentences.slice(0, 5).join(' ')}\n\n${sentences.slice(0, 5).join(' ')}`
  const falls = sung(script).map(({ melody }, index) => melody.semitones - own[index % 5]!)
  for (const paragraph of [falls.slice(0, 5), falls.slice(5)]) {
    expect(paragraph).toEqual(paragraph.toSorted((a, b) => b - a))
    expect(paragraph[0]! - paragraph[4]!).toBeCloseTo(3.5, 2)
    expect(paragraph[0]! + paragraph[4]!).toBeCloseTo(0, 2)
  }
})

test('a sentence that is too long for one breath has one melody, and only its end rises', () => {
  const long = sung(`Did you know that ${'the very old mill and the very old garden '.repeat(12)}are there?`)
  expect(long.length).toBeGreaterThan(1)
  expect(new Set(long.map(({ melody }) => melody.semitones)).size).toBe(1)
  expect(long.map(({ melody }) => melody.rises)).toEqual(long.map((_, index) => index === long.length - 1))
})

test('items of a list stay open but for the last, where they are no sentences', () => {
  const endings = (script: string) => sung(script).map(({ ending }) => ending)
  expect(endings('- two eggs\n- some flour\n- a little salt\n\nMix them.')).toEqual([',', ',', '.', '.'])
  expect(endings('1. Take two eggs.\n2. Add some flour.')).not.toContain('?')
  expect(endings('- Take two eggs.\n- Add some flour.')).toEqual(['.', '.'])
})

test('a question rises where it is answered by yes or no, and a statement never does', () => {
  const rises = (script: string) => sung(script).map(({ melody }) => melody.rises)
  expect(rises('Is it late? Where is he? It is late. You saw him?')).toEqual([true, false, false, true])
  expect(rises('Is it late!')).toEqual([false])
})

describe('a question', () => {
  test.each([
    'Is it late',
    'And did she call',
    'Yes but can we afford it',
    "Don't you like it",
    'You did it',
    'Really',
    'So that is all',
    'Are you the one who called',
  ])('is answered by yes or no: %s', (question) => {
    expect(asksYesOrNo(question.split(' '))).toBe(true)
  })

  test.each([
    'Where is he',
    'And why not',
    "What's new",
    'In which year was it',
    'Tea or coffee',
    'Do you want tea or coffee',
    'How long does it take',
    'Who',
  ])('is not: %s', (question) => {
    expect(asksYesOrNo(question.split(' '))).toBe(false)
  })
})
