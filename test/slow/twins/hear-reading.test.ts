import { describe, expect, test } from 'vitest'
import { READING } from '../../../src/domain/twin/twin-script.ts'
import { hearReading } from '../../../src/twins/learn/hear-reading.ts'
import { medianPitch } from '../../../src/twins/learn/pitch.ts'
import { readAloud } from '../../support/speech/spoken-reading.ts'
import type { HeardReading } from '../../../src/twins/learn/hear-reading.ts'

const SENTENCES = READING.slice(0, 6)

/** What the voice that sentences are compared with has never heard: a Scot. */
const VOICE = 'awb'

const reading = await readAloud(SENTENCES, VOICE)
const pitch = medianPitch(reading.sound)

function wordsOf(heard: HeardReading) {
  return heard.sentences.flatMap(({ words }) => words)
}

function beside(start: number | undefined, trueStart: number): number {
  return Math.abs((start ?? Infinity) - trueStart)
}

describe('a reading', () => {
  test('half of its words are found within 60 ms, nine of ten within 150 ms', async () => {
    const heard = await hearReading(reading.sound, SENTENCES, pitch)
    const found = wordsOf(heard)
    expect(found).toHaveLength(reading.words.length)
    const errors = reading.words.map(({ start }, index) => beside(found[index]?.start, start))
    errors.sort((one, other) => one - other)
    expect(errors[errors.length >> 1]).toBeLessThan(0.06)
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(0.15)
    expect(heard).toMatchObject({ dropped: 0, unknown: [] })
  })

  test('its sounds follow each other without gaps, within what was heard', async () => {
    const heard = await hearReading(reading.sound, SENTENCES, pitch)
    for (const { phones, start, end } of heard.sentences) {
      expect(phones[0]?.start).toBeCloseTo(start, 2)
      expect(phones.at(-1)?.end).toBeCloseTo(end, 2)
      phones.slice(1).forEach((phone, index) => expect(phone.start).toBe(phones[index]?.end))
    }
  })

  test('a sentence that was not said is dropped, and the others are found where they are', async () => {
    const written = SENTENCES.with(2, 'Yesterday nobody remembered how many elephants there had been.')
    const heard = await hearReading(reading.sound, written, pitch)
    expect(heard.dropped).toBe(1)
    expect(heard.unknown).not.toHaveLength(0)
    expect(beside(heard.sentences.at(-1)?.words[0]?.start, firstWordOf(5))).toBeLessThan(0.1)
  })

  test('a sentence that was begun twice is heard once', async () => {
    const stumbled = await readAloud(['Both of them', ...SENTENCES.slice(1)], VOICE)
    const heard = await hearReading(stumbled.sound, SENTENCES.slice(1), pitch)
    expect(heard.dropped).toBe(0)
    expect(heard.unknown).toHaveLength(1)
    expect(wordsOf(heard)).toHaveLength(stumbled.words.length - 3)
  })

  test('of silence nothing is heard', async () => {
    const silence = { samples: new Int16Array(16_000), sampleRate: 16_000 }
    expect(await hearReading(silence, SENTENCES.slice(0, 2), null)).toEqual({
      sentences: [],
      dropped: 2,
      unknown: [],
    })
  })
})

describe('the pitch of a voice', () => {
  const tone = (hz: number) => ({
    samples: Int16Array.from({ length: 32_000 }, (_, index) => 9000 * (((index * hz) / 16_000) % 1) - 4500),
    sampleRate: 16_000,
  })

  test.each([85, 110, 160, 220, 310])('is found where it is: %d Hz', (hz) => {
    expect(medianPitch(tone(hz))).toBeGreaterThan(0.97 * hz)
    expect(medianPitch(tone(hz))).toBeLessThan(1.03 * hz)
  })

  test('of a man is lower than of a woman', async () => {
    const woman = await readAloud(SENTENCES.slice(0, 2), 'slt')
    expect(pitch).toBeGreaterThan(90)
    expect(medianPitch(woman.sound)).toBeGreaterThan(1.2 * (pitch ?? 0))
  })

  test('is none in silence and in noise', () => {
    const noise = Int16Array.from({ length: 32_000 }, (_, index) => 9000 * Math.sin(index * index))
    expect(medianPitch({ samples: noise, sampleRate: 16_000 })).toBeNull()
    expect(medianPitch({ samples: new Int16Array(32_000), sampleRate: 16_000 })).toBeNull()
  })
})

/** When the first word of a sentence of the reading is said. */
function firstWordOf(sentence: number): number {
  const before = SENTENCES.slice(0, sentence).flatMap((text) => text.split(' ')).length
  return reading.words[before]?.start ?? 0
}
