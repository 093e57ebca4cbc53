import { describe, expect, test } from 'vitest'

import { shortenRests } from '../../../../src/speech/engines/shorten-rests.ts'
import type { Mark, Utterance } from '../../../../src/speech/engines/engine.ts'

const SAMPLE_RATE = 24_000
const LOUD = 8_000

/** Two words of 0.3 s, and between them a rest of so many seconds in which the sound is quiet. */
function withRest(seconds: number): Utterance {
  const words = [
    { start: 0.1, end: 0.4 },
    { start: 0.4 + seconds, end: 0.7 + seconds },
  ] as const
  const isHeard = (at: number) => words.some(({ start, end }) => at >= start && at < end)
  const samples = Int16Array.from({ length: Math.round((0.8 + seconds) * SAMPLE_RATE) }, (_, index) =>
    isHeard(index / SAMPLE_RATE) ? LOUD : 3,
  )
  const phones = [
    { phone: 'a', ...words[0] },
    { phone: 'pau', start: words[0].end, end: words[1].start },
    { phone: 'b', ...words[1] },
  ]
  return { samples, sampleRate: SAMPLE_RATE, phones, words }
}

function phraseWith(mark: Mark | null) {
  return {
    words: [
      { text: 'one', mark },
      { text: 'two', mark: null },
    ],
    ending: '.',
  } as const
}

/** Seconds in which nothing is heard, between the words. */
function silence({ samples }: Utterance): number {
  const loud = Array.from(samples, (sample) => Math.abs(sample) > LOUD / 2)
  const first = loud.indexOf(true)
  return loud.slice(first, loud.lastIndexOf(true)).filter((one) => !one).length / SAMPLE_RATE
}

describe('a rest within a phrase', () => {
  test.each<[Mark | null, number]>([
    [',', 0.22],
    ['(', 0.22],
    [')', 0.22],
    [null, 0.22],
    [';', 0.32],
    [':', 0.32],
    ['—', 0.32],
    ['…', 0.4],
  ])('at %s is heard for at most %s seconds, in the sound and in the times', (mark, heard) => {
    // The sounds around it fade and swell for five hundredths of a second.
    const longest = heard - 0.05
    const long = withRest(0.58)
    const short = shortenRests(long, phraseWith(mark))
    expect(silence(short)).toBeCloseTo(longest, 3)
    const [before, rest, after] = short.phones
    expect([rest?.start, after?.start]).toEqual([before?.end, rest?.end])
    expect((rest?.end ?? 0) - (rest?.start ?? 0)).toBeCloseTo(longest, 9)
    expect(short.words[1]?.start).toBeCloseTo(0.4 + longest, 9)
    expect(short.words[1]?.end).toBeCloseTo(0.7 + longest, 9)
    expect(short.samples.length).toBe(long.samples.length - Math.round((0.58 - longest) * SAMPLE_RATE))
  })

  test('that is short enough stays as it is', () => {
    const spoken = withRest(0.16)
    expect(shortenRests(spoken, phraseWith(','))).toBe(spoken)
  })

  test('leaves no step where it was shortened', () => {
    const { samples } = withRest(0.6)
    const slope = Int16Array.from(samples, (sample, index) => (Math.abs(sample) > 10 ? sample : index / 300))
    const short = shortenRests({ ...withRest(0.6), samples: slope }, phraseWith(','))
    const quiet = short.samples.subarray(0.41 * SAMPLE_RATE, 0.56 * SAMPLE_RATE)
    const steps = Array.from(quiet.subarray(1), (sample, index) => Math.abs(sample - (quiet[index] ?? 0)))
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
  })
})
