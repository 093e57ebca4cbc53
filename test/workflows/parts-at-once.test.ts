import { randomUUID } from 'node:crypto'

import { ApplicationFailure } from '@temporalio/common'
import { describe, expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import type { KnownSpeech } from '../../src/activities/speech/speech.ts'
import { framesFor, STANDARD_PICTURE } from '../../src/domain/picture/picture.ts'
import { statusQuery } from '../../src/workflows/contract.ts'
import { moment } from '../support/temporal/moment.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

async function start(replaced: Partial<Activities>) {
  const recorded = serveRecorded(environment, replaced)
  return { handle: await startVideo(environment, randomUUID(), { ...VIDEO, isLong: true }), recorded }
}

/** Seconds that are settled when so many parts of a script of 40 seconds are spoken. */
const SETTLED = [0, 5, 20, 30, 40]

function known(spoken: number): KnownSpeech {
  const fixedSeconds = SETTLED[spoken]!
  return {
    parts: SETTLED.length - 1,
    spoken,
    share: fixedSeconds / 40,
    fixedSeconds,
    frames: framesFor(fixedSeconds, STANDARD_PICTURE),
    format: STANDARD_PICTURE,
  }
}

describe('a long script', () => {
  test('is spoken two parts at a time from its beginning, and never more', async () => {
    let [speaking, most] = [0, 0]
    const both = [moment(), moment()]
    const { handle, recorded } = await start({
      async speakPart({ part }) {
        most = Math.max(most, (speaking += 1))
        // Neither of the first two is ready before the other one is begun.
        both[part]?.come()
        await both[1 - part]?.wait()
        speaking -= 1
        return known(part + 1)
      },
    })
    expect(await handle.result()).toMatchObject({ status: 'ready' })
    expect(most).toBe(2)
    const asked = recorded.inputs('speakPart').map(({ part }) => part)
    expect(asked.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
  })

  test('is drawn in order, also when a later part is ready before an earlier one', async () => {
    const second = moment()
    const { handle, recorded } = await start({
      async speakPart({ part }) {
        if (part === 0) await second.wait()
        if (part === 1) {
          second.come()
          return known(0)
        }
        return known(part < 2 ? 2 : part + 1)
      },
    })
    await handle.result()
    const drawn = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
    expect(drawn.map(({ segment }) => segment.startFrame)).toEqual([
      0,
      ...drawn.slice(0, -1).map(({ segment }) => segment.endFrame),
    ])
    expect(drawn.at(-1)?.segment.endFrame).toBe(1_200)
    // By what was known when it was planned: never by the first part alone.
    expect(Math.min(...drawn.map(({ part }) => part))).toBeGreaterThanOrEqual(1)
  })

  test('has its first seconds drawn while the second part is spoken', async () => {
    const drawn = moment()
    const { handle, recorded } = await start({
      async speakPart({ part }) {
        if (part > 0) await drawn.wait()
        return known(part + 1)
      },
      drawSegment: async () => drawn.come(),
    })
    await handle.result()
    expect(recorded.inputs('drawSegment')[0]).toMatchObject({ segment: { index: 0, endFrame: 60 }, part: 0 })
  })

  test('has its poster drawn once, with what is settled when it is known', async () => {
    const { handle, recorded } = await start({ speakPart: async ({ part }) => known(part + 1) })
    await handle.result()
    expect(recorded.inputs('drawSegment').filter(({ poster }) => poster)).toHaveLength(1)
  })

  test('that turns out to be short is asked for one part too many, and made all the same', async () => {
    const only = { ...known(1), parts: 1, share: 1 }
    const { handle, recorded } = await start({
      speakPart: async ({ part }) => (part === 0 ? only : { ...only, spoken: 0 }),
    })
    expect(await handle.result()).toMatchObject({ status: 'ready' })
    expect(recorded.inputs('speakPart')).toHaveLength(2)
    expect(recorded.inputs('finishSpeech')).toMatchObject([{ parts: 1 }])
  })

  test('of which one part cannot be spoken has the other stopped, and nothing more asked for', async () => {
    const speaking = moment()
    const stopped: number[] = []
    const { handle, recorded } = await start({
      async speakPart({ part }) {
        if (part === 1) {
          await speaking.wait()
          throw ApplicationFailure.nonRetryable('the engine is gone', 'SpeechEngineRefused')
        }
        speaking.come()
        await untilStopped(() => stopped.push(part))
        return known(1)
      },
    })
    expect(await failureOf(handle)).toMatchObject({ message: 'speak: the engine is gone' })
    expect(stopped).toEqual([0])
    expect(recorded.inputs('speakPart')).toHaveLength(2)
    expect(recorded.names).not.toContain('drawSegment')
    expect(recorded.inputs('failVideo')).toMatchObject([{ failure: { stage: 'speak' } }])
  })

  test('that is deleted while two parts are spoken has both stopped, and its files removed', async () => {
    const speaking = [moment(), moment()]
    const stopped: number[] = []
    let begun = 0
    const { handle, recorded } = await start({
      async speakPart({ part }) {
        begun += 1
        speaking[part]?.come()
        await untilStopped(() => stopped.push(part))
        return known(part + 1)
      },
      failVideo: async () => null,
    })
    await expect.poll(() => begun, PATIENTLY).toBe(2)
    await handle.cancel()
    expect(await handle.result()).toMatchObject({ status: 'deleted' })
    expect(stopped.toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(recorded.inputs('speakPart')).toHaveLength(2)
    expect(recorded.inputs('discardMedia')).toEqual([{ videoId: 'vid_1', keepFinished: false }])
  })

  test('shows progress that never goes down, in whatever order its parts are ready', async () => {
    const seen: number[] = []
    const starting: ReturnType<typeof start> = start({
      async speakPart({ part }) {
        const { handle } = await starting
        seen.push((await handle.query(statusQuery)).progress)
        // The odd ones are ready first, and not known before the even ones.
        return known(part % 2 === 1 ? part - 1 : part + 2)
      },
    })
    const { handle, recorded } = await starting
    await handle.result()
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const drawn = recorded.inputs('drawSegment').toSorted((a, b) => a.segment.index - b.segment.index)
    const progress = drawn.map((input) => input.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toBe(90)
  })
})

/** Waits until the run is stopped. */
async function untilStopped(told: () => unknown): Promise<void> {
  await moment()
    .wait()
    .catch((error: unknown) => {
      told()
      throw error
    })
}
