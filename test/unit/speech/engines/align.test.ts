import { describe, expect, test } from 'vitest'
import { align, audible } from '../../../../src/speech/remote/align.ts'
import { flite } from '../../../../src/speech/flite/flite.ts'
import { warp } from '../../../../src/speech/remote/warp.ts'
import { phraseOf } from '../../../support/speech/engine-contract.ts'

/** Spoken by voices whose times are known to the sample; another voice is what they are compared with. */
const SCRIPTS = [
  'Hello and welcome to our quarterly update, dear team.',
  'Strengths, weaknesses, opportunities, threats.',
  'Revenue grew 23.5% to $4.2 million, compared with £3.1m last year.',
  'Call us on 0800 123 4567, Monday to Friday, 9am to 5:30pm.',
  'Once upon a time, in a small village by the sea, there lived an old fisherman.',
  'Why would anybody wait, when the answer is one question away?',
]

/** How far off the starts of words are, in seconds, in order of size. */
async function errorsOf(voice: string): Promise<number[]> {
  const errors: number[] = []
  for (const script of SCRIPTS) {
    const phrase = phraseOf(script)
    const real = await flite.say(phrase, voice)
    const found = real && (await align(phrase, real))
    expect(found?.words).toHaveLength(phrase.words.length)
    // Both are cut out of their silence, each a little differently.
    const shift = (real?.phones[0]?.start ?? 0) - (found?.phones[0]?.start ?? 0)
    for (const [index, word] of (real?.words ?? []).entries())
      errors.push(Math.abs((found?.words[index]?.start ?? 0) + shift - word.start))
  }
  return errors.sort((a, b) => a - b)
}

describe.each(['awb', 'rms'])('the times of flite’s voice %s are found by listening', (voice) => {
  test('half of the words within 30 ms, nine of ten within 100 ms', async () => {
    const errors = await errorsOf(voice)
    expect(errors.length).toBeGreaterThan(60)
    expect(errors[Math.floor(errors.length * 0.5)]).toBeLessThan(0.03)
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThan(0.1)
  })
})

test('words that are timed keep their times, and phones follow them', async () => {
  const phrase = phraseOf('One two three.')
  const real = await flite.say(phrase, 'awb')
  if (!real) throw new Error('nothing was said')
  const found = await align(phrase, real, real.words)
  const shift = (found?.words[0]?.start ?? 0) - (real.words[0]?.start ?? 0)
  found?.words.forEach(({ start }, index) =>
    expect(start - shift).toBeCloseTo(real.words[index]?.start ?? 0, 3),
  )
  expect(found?.phones.map(({ phone }) => phone)).toEqual(expect.arrayContaining(['w', 'u', 'ɹ']))
})

test('speech begins and ends where it is heard', () => {
  const samples = new Int16Array(16_000)
  samples.fill(8000, 4000, 12_000)
  const span = audible({ samples, sampleRate: 16_000 })
  expect(span?.start).toBeCloseTo(0.25, 2)
  expect(span?.end).toBeCloseTo(0.75, 2)
  expect(audible({ samples: new Int16Array(100), sampleRate: 16_000 })).toBeNull()
  expect(audible({ samples: new Int16Array(0), sampleRate: 16_000 })).toBeNull()
})

describe('warping', () => {
  const steps = (values: string) => Array.from(values, (value) => Float32Array.of(value.charCodeAt(0)))

  test('follows what is longer or shorter', () => {
    expect([...warp(steps('abc'), steps('aabbcc'))].map((column) => 'aabbcc'[column])).toEqual([
      'a',
      'b',
      'c',
    ])
    expect([...warp(steps('aabbcc'), steps('abc'))]).toEqual([0, 0, 1, 1, 2, 2])
  })

  test('never goes back and ends at the end, whatever it is given', () => {
    const path = [...warp(steps('xyzzyfoobarbaz'), steps('bazfoo'))]
    expect(path).toEqual([...path].sort((a, b) => a - b))
    expect(path.at(-1)).toBe(5)
    expect([...warp([], steps('a'))]).toEqual([])
    expect([...warp(steps('ab'), [])]).toEqual([0, 0])
  })
})
