import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GESTURES_OPTIONS } from '../../../../src/domain/video/video-options.ts'
import { accentsOf } from '../../../../src/render/motion/accents.ts'
import { armsOf, ARMS_AT_REST } from '../../../../src/render/motion/arms.ts'
import { stressedVowels } from '../../../../src/render/motion/stressed-vowel.ts'
import { LOWER_SECONDS, strokesOf } from '../../../../src/render/motion/strokes.ts'
import { stresses } from '../../../../src/render/motion/beats.ts'
import { roundArms } from '../../../../src/render/scene/round-arms.ts'
import { pronounce } from '../../../../src/speech/english/pronounce/pronounce.ts'
import { unstressed } from '../../../../src/speech/languages/ipa.ts'
import { prepareScript } from '../../../../src/speech/phrases.ts'
import { seededRandom } from '../../../support/run/random.ts'
import { script, speechOf } from './random-speech.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'
import type { Attitude } from '../../../../src/render/motion/attitudes.ts'
import type { Stroke } from '../../../../src/render/motion/strokes.ts'

const timelineOf = (text: string, seed = 1): SpeechTimeline =>
  speechOf(prepareScript(text), seededRandom(seed)).whole

const FRAMES_PER_SECOND = 30
const LIVES = ['calm', 'lively'] as const

/** Random speeches of at least some seconds. */
function everySpeech(check: (timeline: SpeechTimeline, seed: number) => void, leastSeconds = 0): void {
  let checked = 0
  fc.assert(
    fc.property(script, fc.nat(), (text, seed) => {
      const timeline = timelineOf(text, seed)
      if (timeline.durationSeconds < leastSeconds) return
      checked += 1
      check(timeline, seed)
    }),
    { numRuns: 60, endOnFailure: true },
  )
  expect(checked).toBeGreaterThan(10)
}

/** Attitudes with the words that they go with. */
function saidWith(text: string): (readonly [string, Attitude])[] {
  const timeline = timelineOf(text)
  const vowels = stressedVowels(timeline)
  return strokesOf(timeline, 'calm', 3).map(({ attitude, apex }) => [
    timeline.words[vowels.indexOf(apex)]?.text ?? '',
    attitude,
  ])
}

describe('strokes', () => {
  test('the same speech and seed give the same strokes, another seed gives others', () => {
    const timeline = timelineOf('Presenters explain beautiful things to everybody who listens. '.repeat(6))
    expect(strokesOf(timeline, 'calm', 5)).toEqual(strokesOf(timeline, 'calm', 5))
    expect(strokesOf(timeline, 'calm', 5)).not.toEqual(strokesOf(timeline, 'calm', 6))
  })

  test('each arrives with the stressed vowel of a word, having set out before it', () => {
    everySpeech((timeline, seed) => {
      const vowels = new Set(stressedVowels(timeline))
      for (const { from, apex, until } of strokesOf(timeline, 'lively', seed)) {
        expect(vowels.has(apex)).toBe(true)
        expect(apex - from).toBeGreaterThanOrEqual(0.3)
        expect(apex - from).toBeLessThanOrEqual(0.51)
        expect(until).toBeGreaterThanOrEqual(apex)
      }
    })
  })

  test('a minute has 12 to 25 of them, a lively one more than a calm one', () => {
    const counts = { calm: 0, lively: 0 }
    everySpeech((timeline, seed) => {
      for (const gestures of LIVES) {
        const perMinute = (strokesOf(timeline, gestures, seed).length / timeline.durationSeconds) * 60
        expect(perMinute, gestures).toBeGreaterThanOrEqual(11.5)
        expect(perMinute, gestures).toBeLessThanOrEqual(25.5)
        counts[gestures] += perMinute
      }
    }, 20)
    expect(counts.lively).toBeGreaterThan(counts.calm * 1.1)
  })

  test('no attitude comes twice within eight seconds', () => {
    everySpeech((timeline, seed) => {
      const last = new Map<Attitude, Stroke>()
      for (const stroke of strokesOf(timeline, 'lively', seed)) {
        const before = last.get(stroke.attitude)
        if (before) expect(stroke.apex - before.apex).toBeGreaterThanOrEqual(8)
        last.set(stroke.attitude, stroke)
      }
    })
  })

  test('one begins when the one before has ended', () => {
    everySpeech((timeline, seed) => {
      const strokes = strokesOf(timeline, 'lively', seed)
      for (const [index, { until, lowers }] of strokes.entries()) {
        const next = strokes[index + 1]
        if (next) expect(next.from).toBeGreaterThanOrEqual(until + (lowers ? LOWER_SECONDS : 0) - 1e-9)
      }
    })
  })

  test.each(LIVES)('%s hands are in no pose for a single frame between two of another', (gestures) => {
    everySpeech((timeline, seed) => {
      const armsAt = armsOf(timeline, gestures, stresses(timeline, seed), seed)
      const frames = Math.floor(timeline.durationSeconds * FRAMES_PER_SECOND)
      const names = Array.from({ length: frames }, (_, frame) => {
        const { left, right } = roundArms(armsAt(frame / FRAMES_PER_SECOND), 0, 1)
        return { left: left.name, right: right.name }
      })
      for (const [frame, { left, right }] of names.entries()) {
        const [before, after] = [names[frame - 1], names[frame + 1]]
        if (before?.left === after?.left) expect(left, `left, frame ${frame}`).toBe(before?.left ?? left)
        if (before?.right === after?.right)
          expect(right, `right, frame ${frame}`).toBe(before?.right ?? right)
      }
    })
  })

  test('with none, hands stay on the desk', () => {
    const timeline = timelineOf('Presenters explain beautiful things to everybody who listens. '.repeat(6))
    const armsAt = armsOf(timeline, 'none', [], 1)
    for (let second = 0; second < timeline.durationSeconds; second += 0.1)
      expect(armsAt(second)).toEqual(ARMS_AT_REST)
  })
})

describe('meanings', () => {
  test('fingers count what is counted', () => {
    const said = saidWith(
      'First, open the page of your account. Second, choose a voice that you like. Third, write what you want to say.',
    )
    expect(said).toContainEqual(['First,', 'one'])
    expect(said).toContainEqual(['Second,', 'two'])
    expect(said).toContainEqual(['Third,', 'three'])
  })

  test('"one of them" and "a second" count nothing', () => {
    const timeline = timelineOf('It is one of them. Wait a second, please.')
    expect(accentsOf(timeline, 1).filter(({ counts }) => counts)).toEqual([])
  })

  test('numbers are pinched, questions are offered', () => {
    expect(saidWith('It grew by 12.5 percent in the last year alone.')).toContainEqual(['12.5', 'pinch'])
    const asked = saidWith('Would everybody understand complicated questions?')
    expect(asked[0]?.[1]).toBe('offer')
  })
})

/** As long as sounds are on average. */
const SOUND_SECONDS = 0.08

describe('stressed vowels', () => {
  /** Words of two to five syllables, with each place of stress. */
  const WORDS =
    `about presenter meeting people urgent reply button calendar assistant customer important beautiful understand
    company today tomorrow information decision support example simple different question answer idea reason product
    service video picture minute system computer engineer marketing education develop remember imagine organize
    general possible interesting available experience community university technology opportunity individual
    government development management performance environment introduce communicate particular original`.split(
      /\s+/u,
    )

  test('at least seven in ten are within 100 ms of the vowel that the dictionary stresses', async () => {
    let near = 0
    for (const text of WORDS) {
      const [said] = await pronounce([{ text, mark: null }])
      const sounds = said?.sounds ?? []
      const phones = sounds.map((sound, index) => ({
        phone: unstressed(sound),
        start: index * SOUND_SECONDS,
        end: (index + 1) * SOUND_SECONDS,
      }))
      const truth = (sounds.findIndex((sound) => sound.includes('ˈ')) + 0.5) * SOUND_SECONDS
      const word = { text, charStart: 0, charEnd: 1, start: 0, end: sounds.length * SOUND_SECONDS }
      const [found = 0] = stressedVowels({ ...timelineOf(text), words: [word], phones })
      if (Math.abs(found - truth) <= 0.1) near += 1
    }
    expect(near / WORDS.length).toBeGreaterThanOrEqual(0.7)
  })
})

test('every option of gestures is known to the director', () => {
  const timeline = timelineOf('Presenters explain beautiful things to everybody who listens. '.repeat(6))
  for (const gestures of GESTURES_OPTIONS) expect(() => strokesOf(timeline, gestures, 1)).not.toThrow()
})
