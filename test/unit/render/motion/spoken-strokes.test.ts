import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCRIPTS } from '../../../../bench/support/scripts.ts'
import { pictureFormat, USUAL_OPTIONS } from '../../../../src/domain/video/video-options.ts'
import { stressedVowels } from '../../../../src/render/motion/stressed-vowel.ts'
import { performanceOf } from '../../../../src/render/motion/performance.ts'
import { strokesOf } from '../../../../src/render/motion/strokes.ts'
import { stageFor, viewOf } from '../../../../src/render/paint/stage.ts'
import { readPresenters } from '../../../../src/render/presenter/presenter-file.ts'
import { createSpeaker } from '../../../../src/speech/speaker.ts'
import { speakScript } from '../../../../src/speech/speak-script.ts'
import { stressedIn } from '../../../support/speech/stressed-in.ts'
import { isSeen, tipsOf } from '../seen-hands.ts'
import type { SpeechTimeline } from '../../../../src/domain/speech/speech-timeline.ts'

/*
 * What hands do with speech that was really spoken: random timelines of other tests have any sounds in any order.
 */

const LIVES = ['calm', 'lively'] as const

const speaker = createSpeaker({ processes: 1 })
let folder: string
let minute: SpeechTimeline
let counted: SpeechTimeline

async function spoken(script: string): Promise<SpeechTimeline> {
  const file = (name: string) => join(folder, name)
  const request = {
    script,
    voiceId: 'flite:slt',
    audioFile: file('speech.wav'),
    soundFile: file('speech.m4a'),
  }
  return speakScript(speaker, request)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spoken-strokes-'))
  minute = await spoken(SCRIPTS['one minute'])
  counted = await spoken(
    'There are some things to know. First, open the page of your account. Second, choose a voice that you like. ' +
      'Third, write what you want to say. It grew by 42 percent. ' +
      'After that, there is nothing that you have to do for a while. Would everybody understand complicated questions?',
  )
})

afterAll(async () => {
  await speaker.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a minute that was spoken', () => {
  test.each(LIVES)(
    '%s hands arrive within 100 ms of the stressed vowel in at least seven of ten words',
    async (life) => {
      const vowels = stressedVowels(minute)
      let [near, known] = [0, 0]
      for (let seed = 0; seed < 5; seed += 1) {
        for (const { apex } of strokesOf(minute, life, seed)) {
          const truth = await stressedIn(minute, minute.words[vowels.indexOf(apex)]!)
          if (truth === null) continue
          known += 1
          if (Math.abs(apex - truth) <= 0.1) near += 1
        }
      }
      expect(known).toBeGreaterThan(40)
      expect(near / known).toBeGreaterThanOrEqual(0.7)
    },
  )

  test.each(LIVES)('has 12 to 25 %s strokes, and none twice within eight seconds', (life) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const strokes = strokesOf(minute, life, seed)
      const perMinute = (strokes.length / minute.durationSeconds) * 60
      expect(perMinute).toBeGreaterThanOrEqual(12)
      expect(perMinute).toBeLessThanOrEqual(25)
      for (const [index, { attitude, apex }] of strokes.entries()) {
        const again = strokes.slice(index + 1).find((other) => other.attitude === attitude)
        if (again) expect(again.apex - apex).toBeGreaterThanOrEqual(8)
      }
    }
  })

  test.each(LIVES)(
    'shows %s hands in at least six of ten frames, the same for the same words',
    async (life) => {
      const format = pictureFormat(USUAL_OPTIONS)
      const acting = { ...USUAL_OPTIONS, gestures: life }
      for (const { id, look } of await readPresenters('presenters')) {
        const [poseAt, again] = [performanceOf(minute, id, acting), performanceOf(minute, id, acting)]
        let [seen, frames] = [0, 0]
        for (let second = 0; second < minute.durationSeconds; second += 0.1) {
          const { arms, framing } = poseAt(second)
          expect(again(second).arms).toEqual(arms)
          frames += 1
          if (tipsOf(look, arms).some((hand) => isSeen(hand, viewOf(stageFor(format, framing))))) seen += 1
        }
        expect(seen / frames, id).toBeGreaterThanOrEqual(0.6)
      }
    },
  )
})

test('what is counted is counted on fingers, numbers are pinched and questions offered, when really spoken', () => {
  const vowels = stressedVowels(counted)
  const said = strokesOf(counted, 'calm', 1).map(({ attitude, apex }) => [
    counted.words[vowels.indexOf(apex)]?.text,
    attitude,
  ])
  expect(said).toContainEqual(['First,', 'one'])
  expect(said).toContainEqual(['Second,', 'two'])
  expect(said).toContainEqual(['Third,', 'three'])
  expect(said.filter(([, attitude]) => attitude === 'pinch')).toHaveLength(1)
  expect(said.findLast(([, attitude]) => attitude !== 'pinch')?.[1]).toBe('offer')
})
