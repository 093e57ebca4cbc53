import { randomUUID } from 'node:crypto'

import type { WorkflowHandle } from '@temporalio/client'
import { expect } from 'vitest'

import type { ForcedOutcome } from '../../src/domain/video/forced-outcome.ts'
import type { VideoStage } from '../../src/domain/video/video.ts'
import { statusQuery } from '../../src/workflows/contract.ts'
import { failureReason } from '../../src/workflows/failure-reason.ts'
import { serveRecorded, startVideo, VIDEO } from '../support/temporal/produced-video.ts'
import { failureOf } from '../support/temporal/run-failure.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

const make = (forcedOutcome: ForcedOutcome) =>
  startVideo(environment, randomUUID(), { ...VIDEO, forcedOutcome })

/** Seconds from a run's start to its end, by its own clock: the server's may have been moved on since. */
async function secondsOf(handle: WorkflowHandle): Promise<number> {
  const { startTime, closeTime } = await handle.describe()
  return (closeTime!.getTime() - startTime.getTime()) / 1_000
}

/** Each stage, and a step that only comes after it has begun. */
const STAGES: readonly (readonly [VideoStage, string])[] = [
  ['reserve', 'speakPart'],
  ['speak', 'speakPart'],
  ['draw', 'drawSegment'],
  ['assemble', 'assembleVideo'],
  ['publish', 'publishVideo'],
]

test.each(STAGES)(
  'a video told to fail at %s fails there and nowhere else, and gives its seconds back',
  async (stage, step) => {
    const recorded = serveRecorded(environment)
    const handle = await make({ stage, outcome: 'failed' })
    expect(await failureOf(handle)).toMatchObject({
      type: 'render_failed',
      message: `${stage}: The video was told to fail.`,
    })
    expect(recorded.inputs('failVideo')).toMatchObject([{ failure: { stage, byRequest: false } }])
    // Its owner reads what anybody would whose video fails there.
    expect(recorded.inputs('failVideo')[0]!.failure.reason).toBe(failureReason(stage, null).forOwner)
    expect(recorded.names).not.toContain(step)
    expect(recorded.names.slice(-3)).toEqual(['failVideo', 'announceEvent', 'discardMedia'])
  },
)

test('a video told to be slow is ready after that time and has done each step once', async () => {
  const recorded = serveRecorded(environment)
  const handle = await make({ stage: 'draw', outcome: 'slow', seconds: 600 })
  expect(await handle.result()).toMatchObject({ status: 'ready' })
  expect(await secondsOf(handle)).toBeGreaterThanOrEqual(600)
  expect(recorded.inputs('assembleVideo')).toHaveLength(1)
})

test.each(STAGES)(
  'a video told to be stuck at %s fails there, at the deadline that it names',
  async (stage) => {
    const recorded = serveRecorded(environment)
    const handle = await make({ stage, outcome: 'stuck', seconds: 20 })
    await failureOf(handle)
    expect(await secondsOf(handle)).toBeLessThan(600)
    expect(await handle.query(statusQuery)).toMatchObject({ status: 'failed' })
    expect(recorded.inputs('failVideo')).toMatchObject([
      { failure: { stage, reason: 'The video was not finished before its deadline.' } },
    ])
  },
)
