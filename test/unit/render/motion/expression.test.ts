import { describe, expect, test } from 'vitest'
import { expressions } from '../../../../src/render/motion/expression.ts'
import { moodsOf } from '../../../../src/render/motion/moods.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { stageFor } from '../../../../src/render/paint/stage.ts'
import { roundPose } from '../../../../src/render/scene/round-pose.ts'
import { sampleTimeline } from '../sample-speech.ts'
import type { SpeechTimeline, SpokenSpan, SpokenWord } from '../../../../src/domain/speech/speech-timeline.ts'

const WORD_SECONDS = 0.4
const REST_SECONDS = 0.6
const FRAME_SECONDS = 1 / 30

/** Phrases that are said one after another, every word in the same time. */
function said(...phrases: readonly string[]): SpeechTimeline {
  const words: SpokenWord[] = []
  const sentences: SpokenSpan[] = []
  let now = REST_SECONDS
  for (const phrase of phrases) {
    const start = now
    for (const text of phrase.split(' ')) {
      words.push({ text, charStart: 0, charEnd: 1, start: now, end: now + WORD_SECONDS })
      now += WORD_SECONDS
    }
    sentences.push({ charStart: 0, charEnd: 1, start, end: now })
    now += REST_SECONDS
  }
  return { ...sampleTimeline(1.5), durationSeconds: now, words, sentences }
}

const moods = (...phrases: readonly string[]) => moodsOf(said(...phrases), 1).map(({ mood }) => mood)

describe('the mood of a phrase', () => {
  test('follows its words and its marks, and no other phrase', () => {
    const phrases = [
      'Welcome to the show.',
      'Suddenly the lights went out.',
      'You must never do this at home.',
      'Would you like to know more?',
      'Off we go!',
    ]
    expect(moods(...phrases)).toEqual(['warm', 'surprised', 'earnest', 'asking', 'warm'])
    expect(moods(...phrases.toReversed())).toEqual(['warm', 'asking', 'earnest', 'surprised', 'warm'])
  })

  test('follows the marks of other languages', () => {
    expect(moods('¿Quieres saber más?', '本当ですか？', 'هل تريد المزيد؟')).toEqual([
      'asking',
      'asking',
      'asking',
    ])
  })

  test('is neutral for most phrases that say nothing of it', () => {
    const plain = moods(...Array.from({ length: 40 }, () => 'The table has four legs.'))
    expect(plain.filter((mood) => mood === 'neutral').length).toBeGreaterThan(20)
    expect(plain.every((mood) => mood === 'neutral' || mood === 'warm')).toBe(true)
  })
})

describe('a face', () => {
  const timeline = said(
    'Thanks for coming.',
    'There is a serious risk of fire here today.',
    'Amazing what they found in there after so many years.',
    'Do you agree?',
  )
  const faceAt = expressions(timeline, 1)
  const [warm, earnest, surprised, asking] = timeline.sentences.map(({ start }) => faceAt(start + 0.8))

  test('smiles warmly, knits its brows in earnest, opens its eyes in surprise, and lifts its brows to ask', () => {
    expect(warm!.smile).toBeGreaterThan(0.6)
    expect(warm!.cheeks).toBeGreaterThan(0.4)
    expect(earnest!.smile).toBeLessThan(0.25)
    expect(earnest!.knit).toBeGreaterThan(0.4)
    expect(surprised!.lids).toBeLessThan(-0.08)
    expect(surprised!.brows).toBeGreaterThan(0.5)
    expect(asking!.brows).toBeGreaterThan(0.3)
    expect(asking!.knit).toBeLessThan(0)
  })

  test('is surprised for no longer than two seconds', () => {
    const { end } = timeline.sentences[2]!
    expect(faceAt(end - 0.3).lids).toBeGreaterThan(-0.02)
  })

  test('eases from one mood to the next: no frame is far from the one before', () => {
    for (let seconds = 0; seconds < timeline.durationSeconds; seconds += FRAME_SECONDS) {
      const [before, now] = [faceAt(seconds), faceAt(seconds + FRAME_SECONDS)]
      for (const member of ['smile', 'cheeks', 'brows', 'knit', 'lids'] as const)
        expect(Math.abs(now[member] - before[member]), `${member} at ${seconds}`).toBeLessThan(0.2)
    }
  })

  test('is friendly before and after it speaks', () => {
    for (const seconds of [0, timeline.durationSeconds]) {
      expect(faceAt(seconds).smile).toBe(1)
      expect(faceAt(seconds).knit).toBeCloseTo(0, 9)
    }
  })

  test('has so few states that eyes and brows of one mood are painted once', () => {
    const stage = stageFor({ width: 1280, height: 720 }, 'wide')
    const poseAt = performanceOf(timeline, 'vid_1')
    const states = Array.from(
      { length: Math.floor(timeline.durationSeconds / FRAME_SECONDS) },
      (_, frame) => {
        const seconds = frame * FRAME_SECONDS
        const { cheeks, knit } = roundPose(poseAt(seconds), stage, seconds, timeline.durationSeconds)
        return `${cheeks} ${knit}`
      },
    )
    const changes = states.filter((state, index) => index > 0 && state !== states[index - 1])
    expect(new Set(states).size).toBeGreaterThan(4)
    expect(changes.length).toBeLessThan(states.length / 10)
  })
})
