import { describe, expect, test } from 'vitest'

import { prepareScript } from '../../../src/speech/phrases.ts'
import type { Phrase, Utterance } from '../../../src/speech/engines/engine.ts'

/** An engine under test: it speaks with one voice. */
export interface EngineUnderTest {
  say(phrase: Phrase): Promise<Utterance | null>
  /** Whether its times are its own to the sample; else they were found by listening. */
  readonly exactTimes: boolean
}

/** The first phrase of a script, as engines get it. */
export function phraseOf(script: string): Phrase {
  const [first] = prepareScript(script).phrases
  if (!first) throw new Error(`There is nothing to say in "${script}"`)
  return first.phrase
}

const SENTENCES = [
  'Welcome.',
  'Six big dogs feed my mother on Monday.',
  'Sales grew 23.5% to $4.2m in Q3.',
  'Why, may I ask, does the API return JSON?',
  'Call 0800 12 or write to me@example.com!',
]

/** What every engine promises, whatever speaks behind it. */
export function engineKeepsContract(name: string, engine: () => EngineUnderTest): void {
  describe(`${name} keeps the contract of engines`, () => {
    test.each(SENTENCES)('%s', async (script) => {
      const phrase = phraseOf(script)
      const spoken = await engine().say(phrase)
      expect(spoken).not.toBeNull()
      if (spoken) {
        expectWholeSound(spoken)
        expectTimesInOrder(spoken, phrase)
      }
    })

    test('a word begins with a sound of its own', async () => {
      const spoken = await engine().say(phraseOf('six big dogs feed my mother'))
      const firsts = spoken?.words.map(
        ({ start }) => spoken.phones.find((phone) => phone.end > start + 0.001)?.phone,
      )
      if (engine().exactTimes) expect(firsts).toEqual(['s', 'b', 'd', 'f', 'm', 'm'])
      else expect(firsts?.[0]).toBe('s')
    })

    test('the same phrase gives the same samples and times', async () => {
      const phrase = phraseOf('The same again, please.')
      expect(await engine().say(phrase)).toEqual(await engine().say(phrase))
    })

    test('a phrase without words gives nothing', async () => {
      expect(await engine().say({ words: [], ending: '.' })).toBeNull()
    })

    test('words that objects know are words', async () => {
      const spoken = await engine().say(phraseOf('constructor prototype value'))
      expect(spoken?.words).toHaveLength(3)
    })
  })
}

function expectWholeSound({ samples, sampleRate, phones }: Utterance): void {
  expect(sampleRate).toBeGreaterThanOrEqual(8000)
  const seconds = samples.length / sampleRate
  expect(phones.at(-1)?.end ?? 0).toBeLessThanOrEqual(seconds + 0.001)
  expect(samples.some((sample) => Math.abs(sample) > 1000)).toBe(true)
  // Faded at both ends: a step would be heard as a click.
  expect(Math.abs(samples[0] ?? 0)).toBeLessThan(200)
  expect(Math.abs(samples.at(-1) ?? 0)).toBeLessThan(200)
}

function expectTimesInOrder({ phones, words }: Utterance, phrase: Phrase): void {
  expect(words).toHaveLength(phrase.words.length)
  let now = 0
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(now - 0.001)
    expect(end).toBeGreaterThanOrEqual(start)
    now = end
  }
  expect(phones[0]?.phone).not.toBe('pau')
  expect(phones.at(-1)?.phone).not.toBe('pau')
  phones.slice(1).forEach(({ start }, index) => expect(start).toBeCloseTo(phones[index]?.end ?? 0, 3))
  const [first, last] = [phones[0]?.start ?? 0, phones.at(-1)?.end ?? 0]
  expect(words[0]?.start).toBeGreaterThanOrEqual(first - 0.05)
  expect(words.at(-1)?.end).toBeLessThanOrEqual(last + 0.05)
}
