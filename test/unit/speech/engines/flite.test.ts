import { describe, expect, test } from 'vitest'
import { flite, parsePhoneTimes, wordSpans } from '../../../../src/speech/flite/flite.ts'
import { VOICES, findVoice } from '../../../../src/speech/voice-catalogue.ts'
import type { Phrase } from '../../../../src/speech/engines/engine.ts'

function phrase(text: string): Phrase {
  return { words: text.split(' ').map((word) => ({ text: word, mark: null })), ending: '.' }
}

test('the clock goes on where a second utterance starts again at zero', () => {
  expect(parsePhoneTimes('pau:0.2 ay:0.5 \npau:0.1 ow:0.3 \n')).toEqual([
    [
      { phone: 'pau', start: 0, end: 0.2 },
      { phone: 'ay', start: 0.2, end: 0.5 },
    ],
    [
      { phone: 'pau', start: 0.5, end: 0.6 },
      { phone: 'ow', start: 0.6, end: 0.8 },
    ],
  ])
})

test('words share the phones by their counts, also where the counts do not add up', () => {
  const phones = [0, 1, 2, 3].map((start) => ({ phone: 'aa', start, end: start + 1 }))
  expect(wordSpans(phones, [1, 3])).toEqual([
    { start: 0, end: 1 },
    { start: 1, end: 4 },
  ])
  expect(wordSpans(phones, [2, 4])).toEqual([
    { start: 0, end: 1 },
    { start: 1, end: 4 },
  ])
  expect(wordSpans(phones, [0, 0])).toEqual([
    { start: 0, end: 0 },
    { start: 0, end: 0 },
  ])
})

const SAMPLE_RATE = 16_000

describe.each(VOICES.filter(({ engine }) => engine === 'flite'))('$id', ({ engineVoice }) => {
  test('speaks at its rate, word after word within the sound', async () => {
    const spoken = await flite.say(phrase('welcome to the show'), engineVoice)
    expect(spoken?.sampleRate).toBe(SAMPLE_RATE)
    expect(spoken?.words).toHaveLength(4)
    let now = 0
    for (const { start, end } of spoken?.words ?? []) {
      expect(start).toBeGreaterThanOrEqual(now)
      expect(end - start).toBeGreaterThan(0.04)
      now = end
    }
    expect(now).toBeLessThan((spoken?.samples.length ?? 0) / SAMPLE_RATE)
  })
})

test('a word begins with its own first phone', async () => {
  const spoken = await flite.say(phrase('six big dogs feed my mother'), 'slt')
  const firsts = spoken?.words.map(({ start }) => spoken.phones.find((phone) => phone.start === start)?.phone)
  expect(firsts).toEqual(['s', 'b', 'd', 'f', 'm', 'm'])
})

test('the same phrase gives the same samples', async () => {
  const [once, again] = [
    await flite.say(phrase('the same again'), 'slt'),
    await flite.say(phrase('the same again'), 'slt'),
  ]
  expect(once).toEqual(again)
})

test('a phrase without words gives nothing', async () => {
  expect(await flite.say({ words: [], ending: '.' }, 'slt')).toBeNull()
})

test('voices are found by their id alone', () => {
  expect(findVoice('flite:rms')).toMatchObject({ gender: 'male', language: 'en-US' })
  expect(findVoice('constructor')).toBeUndefined()
})
