import { describe, expect, test } from 'vitest'
import { ipaOf } from '../../../../src/speech/english/pronounce/ipa.ts'
import { linesOf } from '../../../../src/speech/kokoro/line.ts'
import { SAMPLES_PER_UNIT, SAMPLE_RATE, timeLine } from '../../../../src/speech/kokoro/timing.ts'
import type { Phrase } from '../../../../src/speech/engines/engine.ts'
import type { Line } from '../../../../src/speech/kokoro/line.ts'

const NEW_OFFICE = ['N UW1', 'AO1 F AH0 S']

function phrase(words: string[], pauses: number[] = []): Phrase {
  return {
    words: words.map((text, index) => ({ text, mark: pauses.includes(index) ? ',' : null })),
    ending: '.',
  }
}

function lineOf(words: string[], phones: string[], pauses: number[] = []): Line {
  const [line, ...others] = linesOf(
    phrase(words, pauses),
    phones.map((each) => ({ sounds: ipaOf(each.split(' ')), joined: false })),
  )
  if (!line || others.length > 0) throw new Error('one line was expected')
  return line
}

/** Four units for each symbol and twelve of silence at both ends, sounding but for what is named. */
function timed(line: Line, silentFrom = Infinity, silentTo = Infinity) {
  const durations = [12, ...line.ids.map(() => 4), 12]
  const length = durations.reduce((sum, each) => sum + each, 0) * SAMPLES_PER_UNIT
  const samples = Float32Array.from({ length }, (_, index) => {
    const at = index / SAMPLE_RATE
    return at < 0.3 || (at >= silentFrom && at < silentTo) ? 0 : 0.2 * Math.sin(index / 10)
  })
  return timeLine(line, durations, samples)
}

test('phones follow each other without a gap, and each word is as long as its phones', () => {
  const { phones, words } = timed(lineOf(['new', 'office'], NEW_OFFICE))
  expect(phones.map(({ phone }) => phone)).toEqual(['n', 'u', 'ɔ', 'f', 'ə', 's'])
  phones.slice(1).forEach(({ start }, index) => expect(start).toBe(phones[index]?.end))
  expect(words).toEqual([
    { start: phones[0]?.start, end: phones[1]?.end },
    { start: phones[2]?.start, end: phones[5]?.end },
  ])
})

test('a stress mark belongs to its vowel and a space to the sound after it', () => {
  const { phones } = timed(lineOf(['new', 'office'], NEW_OFFICE))
  const lengths = phones.slice(0, 5).map(({ start, end }) => Math.round((end - start) * 1000))
  expect(lengths).toEqual([100, 200, 300, 100, 100])
})

test('the silence that the model counts to the last sound is not part of it', () => {
  const line = lineOf(['new', 'office'], NEW_OFFICE)
  const spoken = timed(line)
  const last = spoken.phones.at(-1)
  const earlier = timed(line, (last?.start ?? 0) + 0.05)
  expect(earlier.phones.at(-1)?.end).toBeCloseTo((last?.start ?? 0) + 0.05, 1)
})

test('a comma is a pause from when the sound before it ends', () => {
  const line = lineOf(['new', 'office'], NEW_OFFICE, [0])
  const whole = timed(line)
  const pause = whole.phones.find(({ phone }) => phone === 'pau')
  expect(pause).toBeUndefined()
  const start = (whole.phones[1]?.start ?? 0) + 0.1
  const { phones } = timed(line, start, start + 0.2)
  const heard = phones.find(({ phone }) => phone === 'pau')
  expect(heard?.start).toBeCloseTo(start, 1)
  phones.slice(1).forEach((each, index) => expect(each.start).toBe(phones[index]?.end))
})

describe('a phrase that is too long for the model', () => {
  const words = Array.from({ length: 120 }, () => 'W')
  const phones = words.map((_, index) => ({
    sounds: ['d', 'ˈʌ', 'b', 'ᵊ', 'l', 'j', 'ˌu'],
    joined: index > 0,
  }))

  test('is cut into lines that it takes, without losing a word', () => {
    const lines = linesOf(phrase(words), phones)
    expect(lines.length).toBeGreaterThan(1)
    for (const { ids } of lines) expect(ids.length).toBeLessThanOrEqual(510)
    expect(lines.reduce((sum, line) => sum + line.words, 0)).toBe(words.length)
  })

  test('is cut at a rest if there is one', () => {
    const [first] = linesOf(phrase(words, [20]), phones)
    expect(first?.words).toBe(21)
  })
})

test('a phrase without a sound has no line', () => {
  expect(linesOf(phrase(['x']), [{ sounds: [], joined: false }])).toEqual([])
})
