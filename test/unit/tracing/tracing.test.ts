import { afterEach, expect, test } from 'vitest'
import { context, propagation, trace } from '@opentelemetry/api'

import type { TracingConfig } from '../../../src/config/tracing-config.ts'
import { freePort } from '../../../src/embedded/free-port.ts'
import type { RequestTraces } from '../../../src/ports/process/request-traces.ts'
import { startTracing } from '../../../src/tracing/tracing.ts'
import { startTraceReceiver } from '../../support/ops/trace-receiver.ts'

const ORIGIN = { role: 'api', release: 'r1' }
const ARRIVED = { requestId: 'req_1', method: 'GET', traceparent: '' }

/** What was warned of, by the facts of each line. */
let warned: object[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: (facts: object) => void warned.push(facts),
  error: () => undefined,
}

const begin = (config: Pick<TracingConfig, 'endpoint' | 'share'>) =>
  startTracing({ headers: {}, serviceName: 'presenter-video', ...config }, ORIGIN, log)

/** The files of tests share a process. */
afterEach(() => {
  warned = []
  for (const api of [trace, context, propagation]) api.disable()
})

async function answerSome(requests: RequestTraces, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await requests.during(
      ARRIVED,
      async () => undefined,
      () => ({ route: '/api/v1/videos', status: 200 }),
    )
}

test('a receiver that is away holds nothing up, and one line says so', async () => {
  const { requests, stop } = begin({ endpoint: `http://127.0.0.1:${await freePort()}`, share: 1 })
  await answerSome(requests, 3)
  await stop()
  expect(warned).toEqual([{ outage: 'traces', why: expect.stringContaining('ECONNREFUSED') }])
})

test('an error of the answer goes on to who asked, and the request is in the trace as it was answered', async () => {
  const receiver = await startTraceReceiver()
  const { requests, stop } = begin({ endpoint: receiver.endpoint, share: 1 })
  const broken = requests.during(
    ARRIVED,
    () => Promise.reject(new Error('the connection was cut')),
    () => ({ route: '/api/v1/videos', status: null }),
  )
  await expect(broken).rejects.toThrow('the connection was cut')
  await stop()
  await receiver.stop()
  expect(receiver.spans).toEqual([expect.objectContaining({ name: 'GET /api/v1/videos', links: [] })])
  expect(receiver.spans[0]!.attributes).not.toHaveProperty('http.response.status_code')
})

test.each([
  { share: 0, least: 0, most: 0 },
  { share: 0.5, least: 40, most: 160 },
])('of 200 requests $share are traced', async ({ share, least, most }) => {
  const receiver = await startTraceReceiver()
  const { requests, stop } = begin({ endpoint: receiver.endpoint, share })
  await answerSome(requests, 200)
  await stop()
  await receiver.stop()
  expect(receiver.spans.length).toBeGreaterThanOrEqual(least)
  expect(receiver.spans.length).toBeLessThanOrEqual(most)
})
