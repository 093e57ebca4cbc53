import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEstimateSpeech } from '../../../src/speech/estimate-speech.ts'
import { shortenRests } from '../../../src/speech/engines/shorten-rests.ts'
import { flite } from '../../../src/speech/flite/flite.ts'
import { prepareScript } from '../../../src/speech/phrases.ts'
import { joinTimeline } from '../../../src/speech/timeline.ts'
import { findVoice } from '../../../src/speech/voice-catalogue.ts'

/** A script and how long voices took for it. */
interface Measured {
  readonly script: string
  readonly seconds: Readonly<Record<string, number>>
}

const estimateSpeech = createEstimateSpeech()

const corpus = JSON.parse(
  readFileSync(new URL('./estimate-corpus.json', import.meta.url), 'utf8'),
) as readonly Measured[]

const measuredVoices = [...new Set(corpus.flatMap(({ seconds }) => Object.keys(seconds)))]

test('the corpus has a hundred scripts, each of them once, from a word to three minutes', () => {
  expect(new Set(corpus.map(({ script }) => script)).size).toBeGreaterThanOrEqual(100)
  const lengths = corpus.flatMap(({ seconds }) => Object.values(seconds))
  expect(Math.min(...lengths)).toBeLessThan(1.5)
  expect(Math.max(...lengths)).toBeGreaterThan(150)
  expect(measuredVoices).toEqual(expect.arrayContaining(['flite:slt', 'flite:rms', 'flite:awb']))
})

describe.each(measuredVoices)('%s', (voiceId) => {
  const estimates = corpus.flatMap(({ script, seconds }) => {
    const real = seconds[voiceId]
    return real === undefined ? [] : [{ script, real, ...estimateSpeech({ script, voiceId }) }]
  })

  test('lasts as long as estimated but for 10 % on average', () => {
    const errors = estimates.map(({ real, seconds }) => Math.abs(seconds / real - 1))
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThanOrEqual(0.1)
  })

  test('never lasts longer than what is reserved', () => {
    expect(estimates.filter(({ real, atMostSeconds }) => real > atMostSeconds)).toEqual([])
  })

  test('has at most half as much again reserved as it needs, beyond a second of rounding', () => {
    // What is no word, each voice makes something else of.
    const words = estimates.filter(({ script }) => !/[a-z]{30}/iu.test(script))
    expect(words.filter(({ real, atMostSeconds }) => atMostSeconds > real * 1.5 + 1)).toEqual([])
  })
})

test('a voice that nobody has measured is held for slower than all that were', () => {
  for (const { script, seconds } of corpus) {
    const { atMostSeconds } = estimateSpeech({ script, voiceId: 'another:voice' })
    expect(atMostSeconds).toBeGreaterThanOrEqual(Math.max(...Object.values(seconds)))
  }
})

test('what is reserved is whole seconds, at least one', () => {
  expect(estimateSpeech({ script: '🙂', voiceId: 'flite:slt' }).atMostSeconds).toBe(1)
  const { atMostSeconds } = estimateSpeech({ script: 'Some words of a script.', voiceId: 'flite:slt' })
  expect(Number.isInteger(atMostSeconds)).toBe(true)
})

test('a word that is to be said differently is estimated as it will be said', () => {
  const script = 'Meet Saoirse, Saoirse and Saoirse.'
  const plain = estimateSpeech({ script, voiceId: 'flite:slt' })
  const longer = estimateSpeech({
    script,
    voiceId: 'flite:slt',
    pronunciations: [{ word: 'saoirse', sayAs: 'the founder of our company' }],
  })
  expect(longer.seconds).toBeGreaterThan(plain.seconds * 2)
})

test.each(corpus.filter(({ script }) => script.length > 25 && script.length < 48).slice(0, 10))(
  'the corpus tells the truth about $script',
  async ({ script, seconds }) => {
    const prepared = prepareScript(script, { language: findVoice('flite:rms')?.language ?? '' })
    const spoken = []
    for (const source of prepared.phrases) {
      const utterance = await flite.say(source.phrase, 'rms')
      if (utterance) spoken.push({ source, utterance: shortenRests(utterance, source.phrase) })
    }
    const timeline = joinTimeline(prepared.tokens, spoken, { id: 'flite', version: '', voice: 'rms' })
    expect(timeline.durationSeconds).toBe(seconds['flite:rms'])
  },
)

const hostile = JSON.parse(
  readFileSync(new URL('./hostile-corpus.json', import.meta.url), 'utf8'),
) as readonly Measured[]

describe('scripts that nobody means to have read', () => {
  const measured = hostile.flatMap(({ script, seconds }) =>
    Object.entries(seconds).map(([voiceId, real]) => ({ script, voiceId, real })),
  )

  test('are there in all kinds, for voices of each engine', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(50)
    const voices = new Set(measured.map(({ voiceId }) => voiceId))
    expect([...voices]).toEqual(
      expect.arrayContaining(['flite:slt', 'flite:rms', 'flite:awb', 'kokoro:aria']),
    )
  })

  test('never last longer than what is reserved', () => {
    const beyond = measured.filter(({ real, ...speech }) => real > estimateSpeech(speech).atMostSeconds)
    expect(beyond).toEqual([])
  })
})
