import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { DELIVERY_WAITS_SECONDS } from '../../src/domain/webhook-event.ts'
import { DELIVER_WEBHOOK, WEBHOOKS_QUEUE } from '../../src/workflows/contract.ts'
import { recordActivities } from '../support/recorded-activities.ts'
import type { RecordedActivities } from '../support/recorded-activities.ts'
import { startWorkflowEnvironment } from '../support/workflow-environment.ts'
import type { WorkflowEnvironment } from '../support/workflow-environment.ts'

const HOUR = 3_600

let environment: WorkflowEnvironment

beforeAll(async () => {
  environment = await startWorkflowEnvironment(inject('timeSkippingServer'))
})
afterAll(() => environment.close())

/** Delivers one event; its result and how long it took on the server's skipping clock, in seconds. */
async function deliver(recorded: RecordedActivities): Promise<{ status: string; seconds: number }> {
  environment.serve(recorded.activities)
  const startedAt = await environment.server.currentTimeMs()
  const status = (await environment.server.client.workflow.execute(DELIVER_WEBHOOK, {
    workflowId: randomUUID(),
    taskQueue: WEBHOOKS_QUEUE,
    args: [{ eventId: 'evt_1' }],
  })) as string
  return { status, seconds: ((await environment.server.currentTimeMs()) - startedAt) / 1000 }
}

test('an event that is taken at once is attempted once', async () => {
  const recorded = recordActivities()
  const { status } = await deliver(recorded)
  expect(status).toBe('delivered')
  expect(recorded.inputs('attemptDelivery')).toEqual([{ eventId: 'evt_1', attempt: 1 }])
  expect(recorded.inputs('completeDelivery')).toEqual([{ eventId: 'evt_1', status: 'delivered' }])
})

test('a receiver that is down for good is tried ten times over three days, then the event is exhausted', async () => {
  const recorded = recordActivities({
    attemptDelivery: async () => ({ result: 'failed', retryAfterSeconds: null }),
  })
  const { status, seconds } = await deliver(recorded)
  expect(status).toBe('exhausted')
  expect(recorded.inputs('attemptDelivery').map(({ attempt }) => attempt)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  const schedule = DELIVERY_WAITS_SECONDS.reduce((sum, wait) => sum + wait, 0)
  expect(seconds).toBeGreaterThan(schedule * 0.9)
  expect(seconds).toBeLessThan(schedule * 1.1 + HOUR)
  expect(recorded.inputs('completeDelivery')).toEqual([{ eventId: 'evt_1', status: 'exhausted' }])
})

test('a receiver that comes back after two days still gets the event', async () => {
  const recorded = recordActivities({
    attemptDelivery: async ({ attempt }) =>
      attempt < 9 ? { result: 'failed', retryAfterSeconds: null } : { result: 'delivered' },
  })
  const { status, seconds } = await deliver(recorded)
  expect(status).toBe('delivered')
  expect(seconds).toBeGreaterThan(45 * HOUR)
})

test('a receiver that asks for a later time is not called before it', async () => {
  const recorded = recordActivities({
    attemptDelivery: async ({ attempt }) =>
      attempt === 1 ? { result: 'failed', retryAfterSeconds: 3 * HOUR } : { result: 'delivered' },
  })
  const { seconds } = await deliver(recorded)
  expect(seconds).toBeGreaterThanOrEqual(3 * HOUR)
})

test.each(['gone', 'no_destination'] as const)(
  'an event whose receiver is %s is not tried again',
  async (result) => {
    const recorded = recordActivities({ attemptDelivery: async () => ({ result }) })
    expect((await deliver(recorded)).status).toBe(result)
    expect(recorded.inputs('attemptDelivery')).toHaveLength(1)
  },
)
