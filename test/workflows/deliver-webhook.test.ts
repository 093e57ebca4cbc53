import { randomUUID } from 'node:crypto'

import { expect } from 'vitest'

import type { AttemptReport } from '../../src/activities/webhook/webhook.ts'
import { DELIVERY_WAITS_SECONDS, waitAfterAttempt } from '../../src/domain/webhook/webhook-schedule.ts'
import { DELIVER_WEBHOOK, WEBHOOKS_QUEUE } from '../../src/workflows/contract.ts'
import { PATIENTLY } from '../support/run/patiently.ts'
import { recordActivities } from '../support/temporal/recorded-activities.ts'
import { test } from '../support/temporal/skipping-time.ts'
import type { WorkflowEnvironment } from '../support/temporal/workflow-environment.ts'

const HOUR = 3_600

let environment: WorkflowEnvironment

test.beforeAll(({ workflowEnvironment }) => {
  environment = workflowEnvironment
})

/** Delivers one event to a receiver that answers so; what came of it, and when it was called. */
async function deliver(receiver: (attempt: number) => AttemptReport, state: { attempt?: number } = {}) {
  const calledAt: number[] = []
  const recorded = recordActivities({
    attemptDelivery: async ({ attempt }) => {
      // The server's clock stands still while an activity runs.
      calledAt.push((await environment.server.currentTimeMs()) / 1000)
      return receiver(attempt)
    },
  })
  environment.serve(recorded.activities)
  const status = (await environment.server.client.workflow.execute(DELIVER_WEBHOOK, {
    workflowId: randomUUID(),
    taskQueue: WEBHOOKS_QUEUE,
    args: [{ eventId: 'evt_1', delivery: 1, ...state }],
  })) as string
  const waits = calledAt.slice(1).map((time, index) => time - calledAt[index]!)
  return { status, waits, recorded }
}

/** What the activity says of a failed attempt. */
function failed(attempt: number, retryAfterSeconds: number | null = null): AttemptReport {
  const waitSeconds = waitAfterAttempt(attempt, Math.random(), retryAfterSeconds)
  return waitSeconds === null ? { result: 'exhausted' } : { result: 'failed', waitSeconds }
}

const delivered: AttemptReport = { result: 'delivered' }

test('an event that is taken at once is attempted once', async () => {
  const { status, recorded } = await deliver(() => delivered)
  expect(status).toBe('delivered')
  expect(recorded.inputs('attemptDelivery')).toEqual([{ eventId: 'evt_1', delivery: 1, attempt: 1 }])
})

test('a receiver that is down for good is tried ten times over three days, then the event is exhausted', async () => {
  const { status, waits } = await deliver((attempt) => failed(attempt))
  expect(status).toBe('exhausted')
  expect(waits).toHaveLength(DELIVERY_WAITS_SECONDS.length)
  for (const [index, wait] of waits.entries()) {
    // ±10 %, and a few seconds that the server's clock runs on between two steps.
    expect(wait).toBeGreaterThanOrEqual(DELIVERY_WAITS_SECONDS[index]! * 0.9 - 1)
    expect(wait).toBeLessThanOrEqual(DELIVERY_WAITS_SECONDS[index]! * 1.1 + 60)
  }
})

test('a receiver that comes back after two days still gets the event', async () => {
  const { status, waits } = await deliver((attempt) => (attempt < 9 ? failed(attempt) : delivered))
  expect(status).toBe('delivered')
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(45 * HOUR)
})

test('a receiver that asks for a later time is not called before it', async () => {
  const { waits } = await deliver((attempt) => (attempt === 1 ? failed(attempt, 3 * HOUR) : delivered))
  expect(waits[0]).toBeGreaterThanOrEqual(3 * HOUR)
})

test.each(['gone', 'no_destination', 'endpoint_disabled', 'superseded'] as const)(
  'a delivery that is %s is not tried again',
  async (result) => {
    const { status, waits } = await deliver(() => ({ result }))
    expect(status).toBe(result)
    expect(waits).toEqual([])
  },
)

test('finding the receiver busy is no attempt: the schedule goes on where it was', async () => {
  let looks = 0
  const { status, recorded } = await deliver((attempt) => {
    looks += 1
    if (looks % 5 !== 0) return { result: 'busy' }
    return attempt === 3 ? delivered : failed(attempt)
  })
  expect(status).toBe('delivered')
  const attempts = recorded.inputs('attemptDelivery').map(({ attempt }) => attempt)
  expect(attempts).toEqual([1, 2, 3].flatMap((attempt) => Array.from({ length: 5 }, () => attempt)))
})

test('who looks at a waiting run sees why it waits and until when', async () => {
  const { activities } = recordActivities({
    attemptDelivery: async () => ({ result: 'failed', waitSeconds: HOUR, why: 'it was answered with 500' }),
  })
  environment.serve(activities)
  const { client } = environment.server
  const startedAt = await environment.server.currentTimeMs()
  const run = await client.workflow.start(DELIVER_WEBHOOK, {
    workflowId: randomUUID(),
    taskQueue: WEBHOOKS_QUEUE,
    args: [{ eventId: 'evt_1', delivery: 1 }],
  })
  const details = async () =>
    (await run.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails ?? ''
  // Nobody waits for its end, so time is not skipped: it stays in the pause after the first attempt.
  const shown = /^attempt 1 failed: it was answered with 500; next attempt at (\S+Z)$/u
  await expect.poll(details, PATIENTLY).toMatch(shown)
  const nextAt = Date.parse(shown.exec(await details())![1]!)
  expect(nextAt).toBeGreaterThanOrEqual(startedAt + HOUR * 1_000)
  await run.terminate()
})

test('a run that takes over from one whose history was long goes on with its attempt', async () => {
  const { status, recorded } = await deliver((attempt) => failed(attempt), { attempt: 8 })
  expect(status).toBe('exhausted')
  expect(recorded.inputs('attemptDelivery').map(({ attempt }) => attempt)).toEqual([8, 9, 10])
})
