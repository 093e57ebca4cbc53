import { ApplicationFailure } from '@temporalio/common'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import type { SpokenPart } from '../../src/activities/speech.ts'
import { framesFor, STANDARD_PICTURE } from '../../src/domain/picture.ts'
import { statusQuery } from '../../src/workflows/contract.ts'
import { moment } from '../support/moment.ts'
import { PATIENTLY } from '../support/patiently.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/produced-video.ts'
import { SPOKEN } from '../support/recorded-activities.ts'
import { failureOf } from '../support/run-failure.ts'
import { startWorkflowEnvironment } from '../support/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/workflow-environment.ts'

let environment: WorkflowEnvironment

beforeAll(async () => {
  environment = await startWorkflowEnvironment(inject('timeSkippingServer'))
})
afterAll(() => environment.close())

async function start(replaced: Partial<Activities>) {
  const recorded = serveRecorded(environment, { speakPart: async ({ part }) => spoken(part), ...replaced })
  return { handle: await startVideo(environment), recorded }
}

/** Seconds that are settled after each part of a script of 25 seconds. */
const SETTLED = [8.5, 17, 25]

function spoken(part: number): SpokenPart {
  const fixedSeconds = SETTLED[part]!
  return {
    ...SPOKEN,
    parts: SETTLED.length,
    isLast: part === SETTLED.length - 1,
    share: fixedSeconds / 25,
    fixedSeconds,
    frames: framesFor(fixedSeconds, STANDARD_PICTURE),
  }
}

test('a segment is drawn while a later part is still being spoken', async () => {
  const drawn = moment()
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part > 0) await drawn.wait()
      return spoken(part)
    },
    drawSegment: async ({ segment }) => {
      if (segment.index === 0) drawn.come()
    },
  })
  expect(await handle.result()).toMatchObject({ status: 'ready' })
  expect(recorded.inputs('speakPart').map(({ part }) => part)).toEqual([0, 1, 2])
})

test('the sound is finished while segments are drawn, and both before they are put together', async () => {
  const [drawing, finishing] = [moment(), moment()]
  const { handle, recorded } = await start({
    async finishSpeech() {
      finishing.come()
      await drawing.wait()
    },
    async drawSegment({ segment }) {
      if (segment.endFrame < 750) return
      drawing.come()
      await finishing.wait()
    },
  })
  await handle.result()
  expect(recorded.inputs('finishSpeech')).toEqual([{ ...VIDEO, parts: 3 }])
  expect(recorded.names.slice(-4)).toEqual(['assembleVideo', 'publishVideo', 'announceEvent', 'discardMedia'])
})

test('segments of all parts cover every frame once, each drawn by the part that settled it', async () => {
  const { handle, recorded } = await start({})
  await handle.result()
  const drawn = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
  expect(drawn.map(({ segment }) => segment.index)).toEqual(drawn.map((_, index) => index))
  expect(drawn.map(({ segment }) => segment.startFrame)).toEqual([
    0,
    ...drawn.slice(0, -1).map(({ segment }) => segment.endFrame),
  ])
  expect(drawn.at(-1)?.segment.endFrame).toBe(750)
  expect(drawn.map(({ part }) => part)).toEqual([0, 1, 1, 2, 2, 2])
  expect(recorded.inputs('assembleVideo')).toEqual([{ ...VIDEO, segments: drawn.length }])
})

test('a part that has to be spoken again has no other part spoken again, and nothing drawn twice', async () => {
  let failures = 0
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part === 1 && (failures += 1) <= 2) throw new Error('the child process crashed')
      return spoken(part)
    },
  })
  expect(await handle.result()).toMatchObject({ status: 'ready' })
  expect(recorded.inputs('speakPart').map(({ part }) => part)).toEqual([0, 1, 1, 1, 2])
  const drawn = recorded.inputs('drawSegment').map(({ segment }) => segment.index)
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('a part that cannot be spoken fails the video as a script that cannot, and stops what is drawn', async () => {
  const begun = moment()
  const stopped: number[] = []
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part === 0) return spoken(part)
      await begun.wait()
      throw ApplicationFailure.nonRetryable('the engine is gone', 'SpeechEngineRefused')
    },
    async drawSegment({ segment }) {
      begun.come()
      await moment()
        .wait()
        .catch((error: unknown) => {
          stopped.push(segment.index)
          throw error
        })
    },
  })
  expect(await failureOf(handle)).toMatchObject({
    type: 'render_failed',
    message: 'speak: the engine is gone',
  })
  expect(stopped).toEqual([0])
  expect(recorded.inputs('failVideo')).toEqual([
    { ...VIDEO, failure: { stage: 'speak', reason: 'The script could not be spoken.', byRequest: false } },
  ])
  expect(recorded.names).not.toContain('finishSpeech')
})

test('a segment that cannot be drawn stops what is spoken', async () => {
  const speaking = moment()
  let wasStopped = false
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part === 0) return spoken(part)
      speaking.come()
      await moment()
        .wait()
        .catch((error: unknown) => {
          wasStopped = true
          throw error
        })
      return spoken(part)
    },
    async drawSegment() {
      await speaking.wait()
      throw ApplicationFailure.nonRetryable('unknown presenter', 'RenderImpossible')
    },
  })
  expect(await failureOf(handle)).toMatchObject({ message: 'draw: unknown presenter' })
  expect(wasStopped).toBe(true)
  expect(recorded.inputs('failVideo')).toMatchObject([{ failure: { stage: 'draw' } }])
})

test('a sound that cannot be finished fails the video as a script that cannot be spoken', async () => {
  const starting: ReturnType<typeof start> = start({
    finishSpeech: async () => {
      // The time-skipping server hangs when an activity is cancelled in the moment it is done
      // (github.com/temporalio/sdk-java/issues/2391).
      await reached((await starting).handle, 90)
      throw ApplicationFailure.nonRetryable('no space left', 'Broken')
    },
  })
  const { handle, recorded } = await starting
  expect(await failureOf(handle)).toMatchObject({ message: 'speak: no space left' })
  expect(recorded.inputs('failVideo')).toMatchObject([{ failure: { stage: 'speak' } }])
})

test('progress goes on with what is drawn while the rest is spoken, and never down', async () => {
  const starting: ReturnType<typeof start> = start({
    async speakPart({ part }) {
      // 68 % of what speaking counts, and 12 of 25 seconds of what drawing counts.
      if (part === 2) await reached((await starting).handle, Math.floor(0.68 * 40 + 0.48 * 50))
      return spoken(part)
    },
  })
  const { handle, recorded } = await starting
  await handle.result()
  const drawn = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
  const progress = drawn.map((input) => input.progress)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(90)
})

type VideoHandle = Awaited<ReturnType<typeof startVideo>>

/** Waits until a run shows a progress. */
async function reached(handle: VideoHandle, percent: number): Promise<void> {
  await expect.poll(async () => (await handle.query(statusQuery)).progress, PATIENTLY).toBe(percent)
}

test('operators read which part and which segment an activity is about', async () => {
  const { handle } = await start({})
  await handle.result()
  const { events = [] } = await handle.fetchHistory()
  const summaries = (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data
    return data ? [JSON.parse(Buffer.from(data).toString()) as string] : []
  })
  expect(summaries).toEqual(expect.arrayContaining(['part 1', 'part 2 of 3', 'segment 1', 'segment 6 of 6']))
})
