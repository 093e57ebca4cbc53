import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createSpeechActivities } from '../../../src/activities/speech.ts'
import { workKeys } from '../../../src/activities/work-files.ts'
import type { Video } from '../../../src/domain/video.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video-options.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import type { Speaker } from '../../../src/ports/speaker.ts'
import { quickStudio } from '../../support/quick-studio.ts'

const VIDEO = { accountId: 'acc_1', videoId: 'vid_1' }
const SCRIPT = 'One two three four five six.'
const keys = workKeys(VIDEO.videoId)

let folder: string
let media: MediaStore
/** Which parts the speaker was asked for. */
let asked: number[]
/** What was told of the video's progress, in percent. */
let recorded: number[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-activities-'))
  media = createDiskStore(join(folder, 'media'))
})
beforeEach(async () => {
  asked = []
  recorded = []
  await media.removeAll(`work/${VIDEO.videoId}/`)
})
afterAll(() => rm(folder, { recursive: true }))

/** The speech activities with a speaker of two parts. */
function speech(replaced: Partial<Speaker> = {}) {
  const quick = quickStudio().speaker
  const speaker: Speaker = {
    ...quick,
    speakPart(request) {
      asked.push(request.part)
      return quick.speakPart({ ...request, script: `${request.script} ${asked.length}` })
    },
    join: async (request) => ({
      ...(await quick.join(request)),
      parts: 2,
      fixedSeconds: request.times.length,
    }),
    ...replaced,
  }
  const video = { id: VIDEO.videoId, engineVoiceId: 'quick:one', options: USUAL_OPTIONS } as Video
  const videos = {
    find: async () => video,
    script: async () => ({ text: SCRIPT, pronunciations: [] }),
    recordProgress: async (_videoId: string, progress: number) => {
      recorded.push(progress)
    },
  }
  const activities = createSpeechActivities({
    videos,
    speaker,
    media,
    scratch: createScratch(join(folder, 'scratch')),
  })
  const environment = new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') })
  return {
    speakPart: (part: number) => environment.run(activities.speakPart, { ...VIDEO, part }),
    finish: (also: { forRenderer?: true } = {}) =>
      environment.run(activities.finishSpeech, { ...VIDEO, parts: 2, ...also }),
  }
}

const contentOf = (key: string) => media.withFile(key, (file) => readFile(file, 'utf8'))

test('each part leaves the timeline so far, and the last one all of it', async () => {
  const { speakPart } = speech()
  expect(await speakPart(0)).toMatchObject({ parts: 2, isLast: false, fixedSeconds: 1 })
  expect(await media.has(keys.timelineAfter(0))).toBe(true)
  expect(await media.has(keys.timeline)).toBe(false)
  expect(await speakPart(1)).toMatchObject({ parts: 2, isLast: true, fixedSeconds: 2 })
  expect(await contentOf(keys.timelineAfter(1))).toBe(await contentOf(keys.timeline))
})

test('a part that was stored is not spoken again, whatever went wrong after it', async () => {
  const crashing = speech({ join: () => Promise.reject(new Error('crashed')) })
  await expect(crashing.speakPart(0)).rejects.toThrow('crashed')
  const stored = await contentOf(keys.spokenPart(0))
  expect(await speech().speakPart(0)).toMatchObject({ isLast: false })
  expect(asked).toEqual([0])
  expect(await contentOf(keys.spokenPart(0))).toBe(stored)
})

test('whoever polls sees progress with each phrase, also while a part is spoken', async () => {
  const { speakPart } = speech({
    speakPart: async ({ partFile }, options) => {
      for (const share of [0.1, 0.3, 0.5]) options?.onProgress?.(share)
      await writeFile(partFile, SCRIPT)
    },
  })
  await speakPart(0)
  expect(recorded).toEqual([4, 12, 20])
})

test('what a part said first holds, also when another try was thought dead and was not', async () => {
  const quick = quickStudio().speaker
  const slow = speech({
    async speakPart(request) {
      // Meanwhile, the try that took this one's place is done.
      await speech().speakPart(0)
      await quick.speakPart({ ...request, script: 'Something else.' })
    },
  })
  await slow.speakPart(0)
  expect(await contentOf(keys.spokenPart(0))).toBe(`${SCRIPT} 1`)
})

test('what was decided for the first part holds for the next, whichever release speaks it', async () => {
  const plans: unknown[] = []
  const release = (rules: string) =>
    speech({
      plan: async () => rules,
      speakPart: (request) => {
        plans.push(request.plan)
        return quickStudio().speaker.speakPart(request)
      },
      join: async (request) => {
        plans.push(request.plan)
        const { timeline } = await quickStudio().speaker.join(request)
        return { parts: 2, share: 1, timeline, fixedSeconds: 1 }
      },
    })
  await release('as ever').speakPart(0)
  await release('quite differently').speakPart(1)
  expect(plans).toEqual(['as ever', 'as ever', 'as ever', 'as ever'])
})

test('two releases that plan at the same time follow the same plan', async () => {
  const plans: unknown[] = []
  const slow = speech({
    async plan() {
      await speech({ plan: async () => 'the first' }).speakPart(0)
      return 'the second'
    },
    join: async (request) => {
      plans.push(request.plan)
      return { ...(await quickStudio().speaker.join(request)), parts: 2 }
    },
  })
  await slow.speakPart(0)
  expect(plans).toEqual(['the first'])
})

test('the sound is made of what is stored, once', async () => {
  const { speakPart, finish } = speech()
  await speakPart(0)
  await speakPart(1)
  await finish()
  expect(await contentOf(keys.encodedAudio)).toBe(`${SCRIPT} 1 ${SCRIPT} 2`)
  await speech({ finish: () => Promise.reject(new Error('asked twice')) }).finish()
})

test('the sound is kept as WAV for a renderer of others, and for nobody else', async () => {
  const { speakPart, finish } = speech()
  await speakPart(0)
  await speakPart(1)
  await finish()
  expect(await media.has(keys.audio)).toBe(false)
  await media.removeAll(keys.encodedAudio)
  await finish({ forRenderer: true })
  expect(await contentOf(keys.audio)).toBe(`${SCRIPT} 1 ${SCRIPT} 2`)
})

test('after a part that was just spoken, no sound is read again', async () => {
  const { speakPart } = speech()
  await speakPart(0)
  await media.removeAll(keys.spokenPart(0))
  expect(await speakPart(1)).toMatchObject({ fixedSeconds: 2 })
})

test('the times of a part that a crash has left out are read from the part itself', async () => {
  const { speakPart } = speech()
  await speakPart(0)
  await media.removeAll(keys.spokenTimes(0))
  expect(await speakPart(1)).toMatchObject({ fixedSeconds: 2 })
  expect(await contentOf(keys.spokenTimes(0))).toBe(await contentOf(keys.spokenPart(0)))
})

test('what the engine says of a script that it cannot speak is told; what quotes it is not', async () => {
  const impossible = Object.assign(new Error(`The voice cannot say "three"`), { name: 'SpeechImpossible' })
  await expect(speech({ join: () => Promise.reject(impossible) }).speakPart(0)).rejects.toMatchObject({
    type: 'SpeechImpossible',
    nonRetryable: true,
    message: impossible.message,
  })
  const quoting = new Error('Stumbled over "three four five"')
  await expect(speech({ speakPart: () => Promise.reject(quoting) }).speakPart(1)).rejects.not.toThrow(
    'three four',
  )
})
