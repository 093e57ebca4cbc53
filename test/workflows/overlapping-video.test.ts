import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import type { KnownSpeech } from '../../src/activities/speech/speech.ts'
import { framesFor, STANDARD_PICTURE } from '../../src/domain/picture/picture.ts'
import { statusQuery } from '../../src/workflows/contract.ts'
import { moment } from '../support/temporal/moment.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { SPOKEN } from '../support/temporal/recorded-activities.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

async function start(replaced: Partial<Activities>) {
  const recorded = serveRecorded(environment, { speakPart: async ({ part }) => spoken(part), ...replaced })
  return { handle: await startVideo(environment), recorded }
}

/** Seconds that are settled after each part of a script of 25 seconds. */
const SETTLED = [8.5, 17, 25]

function spoken(part: number): KnownSpeech {
  const fixedSeconds = SETTLED[part]!
  return {
    ...SPOKEN,
    parts: SETTLED.length,
    spoken: part + 1,
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
  const asked = recorded.inputs('speakPart').map(({ part }) => part)
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
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
  const drawn = moment()
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part === 2) await drawn.wait()
      return spoken(part)
    },
    drawSegment: async ({ segment }) => {
      if (segment.index === 2) drawn.come()
    },
  })
  await handle.result()
  const asked = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
  expect(asked.map(({ segment }) => segment.index)).toEqual(asked.map((_, index) => index))
  expect(asked.map(({ segment }) => segment.startFrame)).toEqual([
    0,
    ...asked.slice(0, -1).map(({ segment }) => segment.endFrame),
  ])
  expect(asked.at(-1)?.segment.endFrame).toBe(750)
  expect(asked.map(({ part }) => part)).toEqual([0, 0, 1, 2, 2, 2, 2, 2])
  expect(recorded.inputs('assembleVideo')).toEqual([{ ...VIDEO, segments: asked.length }])
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
  const asked = recorded.inputs('speakPart').map(({ part }) => part)
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 1, 1, 2])
  const drawn = recorded.inputs('drawSegment').map(({ segment }) => segment.index)
  expect(new Set(drawn).size).toBe(drawn.length)
})

test('a part that cannot be spoken fails the video as a script that cannot, and stops what is drawn and spoken', async () => {
  const [drawing, speaking] = [moment(), moment()]
  const stopped: string[] = []
  const untilStopped = (what: string) =>
    moment()
      .wait()
      .catch((error: unknown) => {
        stopped.push(what)
        throw error
      })
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part === 0) return spoken(part)
      if (part === 2) {
        speaking.come()
        await untilStopped('part 2')
      }
      await drawing.wait()
      await speaking.wait()
      throw ApplicationFailure.nonRetryable('the engine is gone', 'SpeechEngineRefused')
    },
    async drawSegment({ segment }) {
      if (segment.index === 1) drawing.come()
      await untilStopped(`segment ${segment.index}`)
    },
  })
  expect(await failureOf(handle)).toMatchObject({
    type: 'render_failed',
    message: 'speak: the engine is gone',
  })
  expect(stopped.toSorted()).toEqual(['part 2', 'segment 0', 'segment 1'])
  expect(recorded.inputs('failVideo')).toEqual([
    {
      ...VIDEO,
      failure: { stage: 'speak', reason: 'The script could not be spoken.', byRequest: false },
      known: expect.objectContaining({ step: 'speakPart', detail: 'the engine is gone' }) as object,
    },
  ])
  expect(recorded.names).not.toContain('finishSpeech')
})

test('a segment that cannot be drawn stops what is spoken', async () => {
  const begun = new Set<string>()
  const othersHaveBegun = moment()
  const stopped: string[] = []
  // Three others: none of them is done in the moment in which it is stopped, where the time-skipping server hangs.
  const untilStopped = (what: string) => {
    if (begun.add(what).size === 3) othersHaveBegun.come()
    return moment()
      .wait()
      .finally(() => stopped.push(what))
  }
  const { handle, recorded } = await start({
    async speakPart({ part }) {
      if (part > 0) await untilStopped(`part ${part}`)
      return spoken(part)
    },
    async drawSegment({ segment }) {
      if (segment.index > 0) return untilStopped(`segment ${segment.index}`)
      await othersHaveBegun.wait()
      throw ApplicationFailure.nonRetryable('unknown presenter', 'RenderImpossible')
    },
  })
  expect(await failureOf(handle)).toMatchObject({ message: 'draw: unknown presenter' })
  expect(stopped.toSorted()).toEqual(['part 1', 'part 2', 'segment 1'])
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
      // 68 % of what speaking counts, and 10 of 25 seconds of what drawing counts.
      if (part === 2) await reached((await starting).handle, Math.floor(0.68 * 40 + 0.4 * 50))
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
  expect(summaries).toEqual(expect.arrayContaining(['part 1', 'part 2 of 3', 'segment 1', 'segment 8 of 8']))
})
