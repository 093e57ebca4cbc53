import { randomUUID } from 'node:crypto'

import { Client } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import { expect } from 'vitest'

import { DELIVER_WEBHOOK, TRACE, WEBHOOKS_QUEUE } from '../../src/workflows/contract.ts'
import { interceptors } from '../../src/workflows/hand-on.ts'
import { recordActivities } from '../support/temporal/recorded-activities.ts'
import { test } from '../support/temporal/skipping-time.ts'

const traced = { [TRACE]: defaultPayloadConverter.toPayload({ traceparent: '00-1-2-01' }) }

test('a run hands the trace that it was started in on to its steps', async ({ workflowEnvironment }) => {
  const { server, namespace, serve } = workflowEnvironment
  serve(recordActivities({ attemptDelivery: async () => ({ result: 'delivered' }) }).activities)
  const client = new Client({
    connection: server.connection,
    namespace,
    interceptors: {
      workflow: [{ start: (input, next) => next({ ...input, headers: { ...input.headers, ...traced } }) }],
    },
  })
  const handle = await client.workflow.start(DELIVER_WEBHOOK, {
    workflowId: randomUUID(),
    taskQueue: WEBHOOKS_QUEUE,
    args: [{ eventId: 'evt_1', delivery: 1 }],
  })
  await handle.result()
  const { events } = await handle.fetchHistory()
  const steps = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: step }) => step ?? [])
  expect(steps).toHaveLength(1)
  expect(defaultPayloadConverter.fromPayload(steps[0]!.header!.fields![TRACE]!)).toEqual({
    traceparent: '00-1-2-01',
  })
})

test('a run that goes on as a new one hands the trace on to it', async () => {
  const { inbound, outbound } = interceptors()
  await inbound![0]!.execute!({ args: [], headers: traced }, async () => undefined)
  const handed = new Promise((resolve) => {
    const options = { workflowType: DELIVER_WEBHOOK }
    void outbound![0]!.continueAsNew!({ args: [], headers: {}, options }, async ({ headers }) => {
      resolve(headers)
      throw new Error('ended')
    }).catch(() => undefined)
  })
  expect(await handed).toEqual(traced)
})
