import { describe, expect, test } from 'vitest'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { PASSWORDS, READING } from '../../../src/domain/twin/twin-script.ts'
import { checkWords } from '../../../src/twins/checks/words.ts'
import { sentencesSaid } from '../../../src/twins/consent/sentences-said.ts'
import { WORDS, drawWords } from '../../../src/twins/consent/words.ts'
import { DRAWN, OTHERS, said, statement } from '../../support/speech/said-statement.ts'
import type { RecordedTake } from '../../../src/twins/checks/take.ts'

async function outcomeOf(spoken: readonly string[], words = DRAWN): Promise<string> {
  const take = { part: 'consent', sound: await said(statement(spoken)) } as RecordedTake
  return (await checkWords(take, { sentences: statement(words), words }, null)).outcome
}

describe('the words of a statement', () => {
  test('are known things of two syllables that differ in two sounds at least', () => {
    expect(new Set(WORDS).size).toBe(512)
    const sounds = WORDS.map((word) => (dictionary[word] ?? '').replaceAll(/\d/gu, '').split(' '))
    for (const phones of sounds) expect(phones.filter((phone) => /^[AEIOU]/u.test(phone))).toHaveLength(2)
    for (const [index, phones] of sounds.entries())
      for (const other of sounds.slice(0, index)) expect(differ(phones, other)).toBe(true)
  })

  test('are drawn without repeating one', () => {
    const drawn = Array.from({ length: 200 }, () => drawWords(PASSWORDS))
    for (const words of drawn) expect(new Set(words).size).toBe(PASSWORDS)
    expect(new Set(drawn.flat()).size).toBeGreaterThan(200)
  })

  test('are heard without a recogniser when they are said', async () => {
    expect(await outcomeOf(DRAWN)).toBe('passed')
  })

  test('are missed when others are said', async () => {
    expect(await outcomeOf(OTHERS)).toBe('failed')
  })

  test('are not taken for said when two of them are others', async () => {
    expect(await outcomeOf([...DRAWN.slice(0, 2), ...OTHERS.slice(2)])).not.toBe('passed')
  })

  test('are missed when something else is said altogether', async () => {
    const take = { part: 'consent', sound: await said(READING.slice(0, 4)) } as RecordedTake
    expect(await checkWords(take, { sentences: statement(DRAWN), words: DRAWN }, null)).toMatchObject({
      outcome: 'failed',
    })
  })
})

describe('the text of a reading', () => {
  test('is found sentence by sentence where it is said', async () => {
    const sentences = READING.slice(0, 5)
    const found = await sentencesSaid(sentences, await said(sentences))
    expect(found.filter(({ fit }) => fit > 1.03)).toHaveLength(5)
    for (const [index, { start, end }] of found.entries()) {
      expect(end).toBeGreaterThan(start + 1)
      expect(start).toBeGreaterThanOrEqual((found[index - 1]?.end ?? 0) - 0.3)
    }
  })
})

/** Whether more than one sound has to be changed, added or left out to make one word of another. */
function differ(one: readonly string[], other: readonly string[]): boolean {
  if (Math.abs(one.length - other.length) > 1) return true
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  let rest = 0
  while (rest < Math.min(one.length, other.length) - from && one.at(-1 - rest) === other.at(-1 - rest))
    rest += 1
  return Math.max(one.length, other.length) - from - rest > 1
}
