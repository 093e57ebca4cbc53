import { randomUUID } from 'node:crypto'

import { WorkflowFailedError } from '@temporalio/client'
import { expect } from 'vitest'

import type { Activities } from '../../src/activities/index.ts'
import { HOUSEKEEP, VIDEOS_QUEUE } from '../../src/workflows/contract.ts'
import type { housekeep } from '../../src/workflows/upkeep/housekeep.ts'
import { stoppedTimes } from '../support/temporal/bad-luck.ts'
import { recordActivities } from '../support/temporal/recorded-activities.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const STEPS = [
  'expireTwins',
  'failLostVideos',
  'forgetBillingNotices',
  'forgetConsents',
  'forgetSentBodies',
  'forgetTakes',
  'openDuePeriods',
  'releaseHeldEvents',
  'removeExpiredVideos',
  'removeOldRequests',
  'removeTwins',
  'restartBatches',
  'restartTwins',
  'restartVideos',
  'startLostDeliveries',
  'sweepMedia',
  'tellOfExpiringVideos',
]

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

function keepHouse(replaced: Partial<Activities>) {
  const recorded = recordActivities(replaced)
  environment.serve(recorded.activities)
  const result = environment.server.client.workflow.execute<typeof housekeep>(HOUSEKEEP, {
    workflowId: randomUUID(),
    taskQueue: VIDEOS_QUEUE,
    args: [],
  })
  return { recorded, result }
}

test('a round takes every step once and tells how much it found', async () => {
  const { recorded, result } = keepHouse({ failLostVideos: async () => 2, sweepMedia: async () => 7 })
  expect(await result).toEqual({
    restartedVideos: 0,
    lostVideos: 2,
    lostDeliveries: 0,
    oldRequests: 0,
    expiredVideos: 0,
    sweptVideos: 7,
    openedPeriods: 0,
    releasedEvents: 0,
    expiringVideos: 0,
    forgottenAttempts: 0,
    forgottenNotices: 0,
    expiredTwins: 0,
    removedTwins: 0,
    restartedTwins: 0,
    restartedBatches: 0,
    forgottenTakes: 0,
    forgottenConsents: 0,
  })
  expect(recorded.names.toSorted()).toEqual(STEPS)
})

test('a step that fails is tried again', async () => {
  let failures = 0
  const { result } = keepHouse({
    openDuePeriods: async () => {
      failures += 1
      if (failures < 3) throw new Error('connection refused')
      return 4
    },
  })
  expect(await result).toMatchObject({ openedPeriods: 4 })
})

test('a step whose workers are stopped ten times is taken in the end', async () => {
  const { result } = keepHouse({ removeTwins: stoppedTimes(10, async () => 1) })
  expect(await result).toMatchObject({ removedTwins: 1 })
})

test('a step that cannot be taken keeps no other from being taken, and the run says so', async () => {
  const { recorded, result } = keepHouse({
    failLostVideos: async () => {
      throw new Error('the disk is gone')
    },
  })
  const failed = (await result.catch((error: unknown) => error)) as WorkflowFailedError
  expect(failed).toBeInstanceOf(WorkflowFailedError)
  expect(failed.cause).toMatchObject({
    type: 'HousekeepingIncomplete',
    message: expect.stringContaining('the disk is gone') as string,
  })
  expect([...new Set(recorded.names)].toSorted()).toEqual(STEPS)
})
