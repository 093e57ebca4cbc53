import { randomUUID } from 'node:crypto'

import { ApplicationFailure } from '@temporalio/common'

import type { Activities } from '../../src/activities/index.ts'
import {
  AUDIT_BOOKS,
  BUILD_TWIN,
  CHECK_TAKE,
  DELIVER_WEBHOOK,
  HOUSEKEEP,
  PRODUCE_VIDEO,
  REMOVE_TWIN,
  RUN_BATCH,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../../src/workflows/contract.ts'
import type { RunFacts } from '../../src/workflows/contract.ts'
import { stoppedTimes } from '../support/temporal/bad-luck.ts'
import { oneSegmentFails } from '../support/temporal/one-segment-fails.ts'
import { ASSEMBLED, recordActivities, SPOKEN } from '../support/temporal/recorded-activities.ts'
import { ELSEWHERE } from '../support/temporal/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

interface Scenario {
  readonly type: string
  readonly activities: Partial<Activities>
  /** What the workflow is started with besides the usual. */
  readonly input?: object
}

const spokenInParts: Activities['speakPart'] = async ({ part }) => ({
  ...SPOKEN,
  parts: 3,
  spoken: part + 1,
  share: (part + 1) / 3,
  fixedSeconds: 9 * (part + 1),
  frames: 270 * (part + 1),
})

/** The ways a run can go, one history each. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'video-ready': { type: PRODUCE_VIDEO, activities: {} },
  'video-spoken-in-parts': { type: PRODUCE_VIDEO, activities: { speakPart: spokenInParts } },
  'video-spoken-two-parts-at-once': {
    type: PRODUCE_VIDEO,
    input: { isLong: true },
    activities: { speakPart: spokenInParts },
  },
  'video-failed': { type: PRODUCE_VIDEO, activities: oneSegmentFails(1).activities },
  'video-drawn-elsewhere': {
    type: PRODUCE_VIDEO,
    activities: { chooseRenderer: async () => ({ name: ELSEWHERE, waitSeconds: 600 }) },
  },
  'video-rejected': {
    type: PRODUCE_VIDEO,
    activities: {
      reserveAllowance: async () => ({ outcome: 'refused', code: 'daily_limit', requestHash: 'hash' }),
    },
  },
  'video-reserved-in-the-end': {
    type: PRODUCE_VIDEO,
    activities: {
      reserveAllowance: (() => {
        let failures = 0
        return async ({ videoId }) => {
          failures += 1
          if (failures <= 3) throw new Error('connection refused')
          return { outcome: 'accepted' as const, videoId, requestHash: 'hash' }
        }
      })(),
    },
  },
  'video-queued': {
    type: PRODUCE_VIDEO,
    activities: {
      reserveAllowance: async ({ videoId }) => ({ outcome: 'queued', videoId, requestHash: 'hash' }),
      takeTurn: (() => {
        let looks = 0
        return async () => (looks += 1) > 2
      })(),
    },
  },
  'video-with-bad-luck': {
    type: PRODUCE_VIDEO,
    activities: {
      speakPart: stoppedTimes(2, async () => SPOKEN),
      assembleVideo: (() => {
        let errors = 0
        return async () => {
          if ((errors += 1) <= 2) throw new Error('the child process crashed')
          return ASSEMBLED
        }
      })(),
    },
  },
  'video-past-deadline': {
    type: PRODUCE_VIDEO,
    activities: {
      reserveAllowance: async ({ videoId }) => ({ outcome: 'queued', videoId, requestHash: 'hash' }),
      takeTurn: async () => {
        throw ApplicationFailure.create({ message: 'busy', nextRetryDelay: '25h' })
      },
    },
  },
  'video-without-webhook': {
    type: PRODUCE_VIDEO,
    activities: { publishVideo: async () => ({ eventId: 'evt_ready', isPending: false }) },
  },
  'video-deleted': { type: PRODUCE_VIDEO, activities: { publishVideo: async () => null } },
  'webhook-delivered-late': {
    type: DELIVER_WEBHOOK,
    activities: {
      attemptDelivery: async ({ attempt }) =>
        attempt < 4 ? { result: 'failed', waitSeconds: 300 } : { result: 'delivered' },
    },
  },
  'webhook-receiver-busy': {
    type: DELIVER_WEBHOOK,
    activities: {
      attemptDelivery: (() => {
        let looks = 0
        return async () => ({ result: (looks += 1) > 2 ? ('delivered' as const) : ('busy' as const) })
      })(),
    },
  },
  'video-of-recorded-twin': {
    type: PRODUCE_VIDEO,
    activities: { chooseRenderer: async () => ({ name: 'house', waitSeconds: 600, isFilmed: true }) },
  },
  'video-of-withdrawn-twin': {
    type: PRODUCE_VIDEO,
    activities: {
      chooseRenderer: async () => {
        throw ApplicationFailure.nonRetryable('twn_1 was withdrawn.', 'TwinWithdrawn')
      },
    },
  },
  'take-checked': { type: CHECK_TAKE, activities: {} },
  'take-unusable': {
    type: CHECK_TAKE,
    activities: {
      lookAtTake: async () => {
        throw ApplicationFailure.nonRetryable('This file is no film.', 'TakeUnusable')
      },
    },
  },
  'twin-ready': { type: BUILD_TWIN, activities: {} },
  'twin-drawn-from-one-frame': {
    type: BUILD_TWIN,
    activities: {
      testTwin: async ({ engine }) => ({
        lagFrames: 0,
        gapCorrelation: 0.3,
        articulation: 1,
        passed: engine === 'photo',
      }),
    },
  },
  'twin-reviewed': {
    type: BUILD_TWIN,
    activities: {
      weighConsent: async () => ({
        outcome: 'unclear',
        findings: { likeness: 0.6, unclear: ['likeness'] },
      }),
      readReview: (() => {
        let looks = 0
        return async () => ((looks += 1) > 2 ? ('approved' as const) : ('waiting' as const))
      })(),
    },
  },
  'twin-failed': {
    type: BUILD_TWIN,
    activities: {
      learnTwin: async () => {
        throw ApplicationFailure.nonRetryable('Look into the lens.', 'TakeUnusable', 'silence')
      },
    },
  },
  'twin-gone': {
    type: BUILD_TWIN,
    activities: {
      learnTwin: async () => {
        throw ApplicationFailure.nonRetryable('twn_1 is gone.', 'TwinGone')
      },
    },
  },
  'twin-removed': {
    type: REMOVE_TWIN,
    activities: {
      findTwinVideos: (() => {
        let looks = 0
        return async () => {
          looks += 1
          const unfinishedVideos = looks === 1 ? [{ videoId: 'vid_1', workflowId: 'video/gone' }] : []
          return { unfinishedVideos, videoIds: ['vid_2'] }
        }
      })(),
    },
  },
  'batch-made': {
    type: RUN_BATCH,
    activities: {
      startBatchItem: (() => {
        let tries = 0
        return async () =>
          (tries += 1) % 2 === 1
            ? { outcome: 'later' as const, code: 'concurrency_limit' as const, seconds: 20 }
            : { outcome: 'decided' as const }
      })(),
      finishBatch: (() => {
        let looks = 0
        return async () => 2 - (looks += 1)
      })(),
    },
  },
  'batch-over': { type: RUN_BATCH, activities: { startBatchItem: async () => ({ outcome: 'over' }) } },
  'books-audited': { type: AUDIT_BOOKS, activities: { recalculateBooks: async () => 2 } },
  'house-kept': { type: HOUSEKEEP, activities: { failLostVideos: async () => 2 } },
}

/** What a workflow is started with. */
const ARGUMENTS: Readonly<Record<string, readonly object[]>> = {
  [PRODUCE_VIDEO]: [{ accountId: 'acc_1', videoId: 'vid_1' }],
  [DELIVER_WEBHOOK]: [{ eventId: 'evt_1', delivery: 1 }],
  [AUDIT_BOOKS]: [],
  [HOUSEKEEP]: [],
  [CHECK_TAKE]: [{ accountId: 'acc_1', twinId: 'twn_1', takeId: 'tak_1' }],
  [BUILD_TWIN]: [{ accountId: 'acc_1', twinId: 'twn_1' }],
  [REMOVE_TWIN]: [{ accountId: 'acc_1', twinId: 'twn_1' }],
  [RUN_BATCH]: [{ accountId: 'acc_1', batchId: 'bat_1' }],
}

/** Runs one scenario to its end; the history it left. */
export async function runScenario(environment: WorkflowEnvironment, name: string) {
  const { type, activities, input } = SCENARIOS[name]!
  environment.serve(recordActivities(activities).activities)
  const handle = await environment.server.client.workflow.start(type, {
    workflowId: randomUUID(),
    taskQueue: [DELIVER_WEBHOOK, RUN_BATCH].includes(type) ? WEBHOOKS_QUEUE : VIDEOS_QUEUE,
    ...(type === PRODUCE_VIDEO && { memo: { requestId: 'req_1', videoId: 'vid_1' } satisfies RunFacts }),
    args: ARGUMENTS[type]!.map((argument) => ({ ...argument, ...input })),
  })
  await handle.result().catch(() => undefined)
  return handle.fetchHistory()
}
