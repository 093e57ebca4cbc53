import { describe, expect, test } from 'vitest'
import { createKokoro } from '../../../../src/speech/kokoro/kokoro.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { neuralVoices } from '../../../support/speech/neural-voices.ts'
import { findVoice } from '../../../../src/speech/voice-catalogue.ts'
import type { EngineVoice, Phrase, Utterance } from '../../../../src/speech/engines/engine.ts'

/** Seconds of speech take longer when other tests run beside. */
const PATIENCE_MS = 180_000

const files = neuralVoices()
const kokoro = createKokoro(files.folder)

/** `npm test` installs the files first, where they can be had. */
describe.runIf(files.isInstalled())('Kokoro', { timeout: PATIENCE_MS }, () => {
  test('says the same phrase with the same samples, and other voices say it otherwise', async () => {
    const phrase = phraseOf('Nothing changes.')
    const once = await heard(phrase, 'aria')
    expect(await heard(phrase, 'aria')).toEqual(once)
    const other = await heard(phrase, 'frank')
    expect(Buffer.from(other.samples.buffer).equals(Buffer.from(once.samples.buffer))).toBe(false)
    expect(other.samples.length).toBeGreaterThan(once.samples.length)
  })

  test('begins and ends with little silence, and without a click', async () => {
    const { samples, sampleRate, phones } = await heard(phraseOf('Good morning.'), 'miles')
    expect(phones[0]?.start).toBeLessThanOrEqual(0.1)
    expect(samples.length / sampleRate - (phones.at(-1)?.end ?? 0)).toBeLessThanOrEqual(0.1)
    const edges = [samples[0], samples[1], samples.at(-1), samples.at(-2)]
    expect(Math.max(...edges.map((sample) => Math.abs(sample ?? 0)))).toBeLessThan(200)
  })

  test('a pause at a comma is silent, and the words around it are not', async () => {
    const spoken = await heard(phraseOf('Before we start, a short word.'), 'miles')
    const pauses = spoken.phones.filter(({ phone }) => phone === 'pau')
    expect(pauses).toHaveLength(1)
    for (const pause of pauses) expect(level(spoken, pause)).toBeLessThan(level(spoken) / 10)
    expect(pauses[0]?.start).toBeCloseTo(spoken.words[2]?.end ?? 0, 6)
  })

  test('hostile words are words: it says them, and all of them', async () => {
    const phrase = phraseOf('constructor __proto__ toString xkcdqwrtz')
    const spoken = await heard(phrase, 'aria')
    expect(spoken.words).toHaveLength(phrase.words.length)
    spoken.phones
      .slice(1)
      .forEach(({ start }, index) => expect(start).toBeCloseTo(spoken.phones[index]?.end ?? -1, 6))
  })

  test('a phrase that is too long for the model is said in one utterance all the same', async () => {
    const letters = Array.from({ length: 26 }, () => ({ text: 'W', mark: null }))
    const spoken = await heard({ words: letters, ending: '.' }, 'eric')
    expect(spoken.words).toHaveLength(26)
    spoken.words
      .slice(1)
      .forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(spoken.words[index]?.end ?? 0))
  })

  test('a voice that it does not have is told', async () => {
    const nobody = { ...voiceOf('aria'), engineVoice: 'nobody', style: null }
    await expect(kokoro.say(phraseOf('Hello.'), nobody)).rejects.toThrow('no voice "nobody"')
  })
})

function phraseOf(text: string): Phrase {
  const [first] = prepareScript(text).phrases
  if (!first) throw new Error('There is nothing to say')
  return first.phrase
}

function voiceOf(name: string): EngineVoice {
  const voice = findVoice(`kokoro:${name}`)
  if (!voice) throw new Error(`There is no voice "${name}"`)
  return voice
}

async function heard(phrase: Phrase, voice: string): Promise<Utterance> {
  const spoken = await kokoro.say(phrase, voiceOf(voice))
  if (!spoken) throw new Error('Nothing was said')
  return spoken
}

/** Effective value, of all or of a stretch. */
function level({ samples, sampleRate }: Utterance, span?: { start: number; end: number }): number {
  const part = span ? samples.subarray(span.start * sampleRate, span.end * sampleRate) : samples
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length))
}
