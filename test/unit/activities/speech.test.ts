import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createSpeechActivities } from '../../../src/activities/speech/speech.ts'
import type { KnownSpeech } from '../../../src/activities/speech/speech.ts'
import { workKeys } from '../../../src/activities/work-files.ts'
import type { Video } from '../../../src/domain/video/video.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { createDiskStore } from '../../../src/media/disk-store.ts'
import { createScratch } from '../../../src/media/scratch.ts'
import type { MediaStore } from '../../../src/media/media-store.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'

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
function speech(replaced: Partial<Speaker> = {}, twinId: string | null = null) {
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
  const video = { id: VIDEO.videoId, twinId, engineVoiceId: 'quick:one', options: USUAL_OPTIONS } as Video
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
    speakPart: (part: number): Promise<KnownSpeech> =>
      environment.run(activities.speakPart, { ...VIDEO, part }) as Promise<KnownSpeech>,
    finish: (also: { forRenderer?: true } = {}) =>
      environment.run(activities.finishSpeech, { ...VIDEO, parts: 2, ...also }),
  }
}

const contentOf = (key: string) => media.withFile(key, (file) => readFile(file, 'utf8'))

test('each part leaves the timeline so far, and the last one all of it', async () => {
  const { speakPart } = speech()
  expect(await speakPart(0)).toMatchObject({ parts: 2, spoken: 1, fixedSeconds: 1 })
  expect(await media.has(keys.timelineAfter(0))).toBe(true)
  expect(await media.has(keys.timeline)).toBe(false)
  expect(await speakPart(1)).toMatchObject({ parts: 2, spoken: 2, fixedSeconds: 2 })
  expect(await contentOf(keys.timelineAfter(1))).toBe(await contentOf(keys.timeline))
})

test('a part that is spoken before an earlier one waits for it to be known, and is known with it', async () => {
  const { speakPart } = speech()
  expect(await speakPart(1)).toMatchObject({ parts: 2, spoken: 0, share: 0, fixedSeconds: 0 })
  expect(await media.has(keys.timeline)).toBe(false)
  expect(await speakPart(0)).toMatchObject({ spoken: 2, fixedSeconds: 2 })
  expect(await contentOf(keys.timelineAfter(1))).toBe(await contentOf(keys.timeline))
  expect(asked).toEqual([1, 0])
})

test('of two parts that are spoken at the same time, one at least knows both', async () => {
  const quick = quickStudio().speaker
  let speaking = 0
  const speakPart: Speaker['speakPart'] = async (request) => {
    await quick.speakPart(request)
    speaking += 1
    await expect.poll(() => speaking).toBe(2)
  }
  const workers = [speech({ speakPart }), speech({ speakPart })]
  const known = await Promise.all(workers.map((worker, part) => worker.speakPart(part)))
  expect(Math.max(...known.map(({ spoken }) => spoken))).toBe(2)
  expect(await media.has(keys.timeline)).toBe(true)
})

test('a part that the script does not have is not spoken', async () => {
  const { speakPart } = speech()
  await speakPart(0)
  await speakPart(1)
  expect(await speakPart(2)).toMatchObject({ parts: 2, spoken: 2 })
  expect(asked).toEqual([0, 1])
})

test('a part that was stored is not spoken again, whatever went wrong after it', async () => {
  const quick = quickStudio().speaker
  const crashing = speech({
    join: (request) =>
      request.times.length > 0 ? Promise.reject(new Error('crashed')) : quick.join(request),
  })
  await expect(crashing.speakPart(0)).rejects.toThrow('crashed')
  const stored = await contentOf(keys.spokenPart(0))
  expect(await speech().speakPart(0)).toMatchObject({ spoken: 1 })
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
  expect(new Set(plans)).toEqual(new Set(['as ever']))
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
  expect(new Set(plans)).toEqual(new Set(['the first']))
})

test('the sound is made of what is stored, once', async () => {
  const { speakPart, finish } = speech()
  await speakPart(0)
  await speakPart(1)
  await finish()
  expect(await contentOf(keys.encodedAudio)).toBe(`${SCRIPT} 1 ${SCRIPT} 2`)
  await speech({ finish: () => Promise.reject(new Error('asked twice')) }).finish()
})

test.each([
  ['a twin', 'twin_1', true],
  ['a presenter', null, false],
])('the voice of %s is heard where the person is seen', async (_, twinId, inSmallRoom) => {
  const heard: unknown[] = []
  const quick = quickStudio().speaker
  const finish: Speaker['finish'] = async (request) => {
    heard.push(request.inSmallRoom)
    await quick.finish(request)
  }
  const { speakPart, finish: finished } = speech({ finish }, twinId)
  await speakPart(0)
  await speakPart(1)
  await finished()
  expect(heard).toEqual([inSmallRoom])
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
