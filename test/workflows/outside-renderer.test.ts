import { randomUUID } from 'node:crypto'

import { ApplicationFailure } from '@temporalio/common'
import { expect } from 'vitest'

import type { KnownSpeech } from '../../src/activities/speech/speech.ts'
import { PRODUCE_VIDEO, VIDEOS_QUEUE } from '../../src/workflows/contract.ts'
import { recordActivities, SPOKEN } from '../support/temporal/recorded-activities.ts'
import type { RecordedActivities } from '../support/temporal/recorded-activities.ts'
import { test } from '../support/temporal/skipping-time.ts'
import { ELSEWHERE } from '../support/temporal/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const VIDEO = { accountId: 'acc_1', videoId: 'vid_1' }

let environment: WorkflowEnvironment
test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

async function produce(recorded: RecordedActivities): Promise<unknown> {
  environment.serve(recorded.activities)
  const handle = await environment.server.client.workflow.start(PRODUCE_VIDEO, {
    workflowId: randomUUID(),
    taskQueue: VIDEOS_QUEUE,
    args: [VIDEO],
  })
  return handle.result().catch((error: unknown) => error)
}

const twoParts = (part: number): KnownSpeech => ({
  ...SPOKEN,
  parts: 2,
  spoken: part + 1,
  share: (part + 1) / 2,
})

const chooseRenderer = async () => ({ name: ELSEWHERE, waitSeconds: 600 })

test('another renderer is given the finished sound; its segments come through its own queue, and are checked before they are joined', async () => {
  const recorded = recordActivities({ chooseRenderer, speakPart: async ({ part }) => twoParts(part) })
  expect(await produce(recorded)).toMatchObject({ status: 'ready' })
  expect(recorded.names).toEqual([
    'reserveAllowance',
    'speakPart',
    'chooseRenderer',
    'speakPart',
    'finishSpeech',
    'prepareScene',
    'acceptSegments',
    'assembleVideo',
    'publishVideo',
    'announceEvent',
    'discardMedia',
  ])
  expect(recorded.inputs('acceptSegments')[0]?.drawn).toEqual([
    expect.objectContaining({ index: 0, frames: 240, engine_version: 'elsewhere 1' }),
    expect.objectContaining({ index: 1, frames: 240 }),
  ])
  expect(recorded.inputs('assembleVideo')).toEqual([{ ...VIDEO, segments: 2 }])
})

test('what another renderer drew wrongly fails the video, with the details for operators alone', async () => {
  const recorded = recordActivities({
    chooseRenderer,
    acceptSegments: async () => {
      throw ApplicationFailure.nonRetryable('Segment 1 is not yuv420p', 'SegmentRefused')
    },
  })
  expect(await produce(recorded)).toMatchObject({ cause: { message: 'draw: Segment 1 is not yuv420p' } })
  expect(recorded.inputs('failVideo')).toEqual([
    {
      ...VIDEO,
      failure: {
        stage: 'draw',
        reason: 'The renderer for this presenter returned an invalid segment.',
        byRequest: false,
      },
      known: expect.objectContaining({
        step: 'acceptSegments',
        detail: 'Segment 1 is not yuv420p',
      }) as object,
    },
  ])
})
