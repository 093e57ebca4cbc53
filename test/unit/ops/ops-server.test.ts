import { afterEach, beforeEach, expect, test } from 'vitest'

import { openOpsServer } from '../../../src/ops/ops-server.ts'
import type { OpsServer } from '../../../src/ops/ops-server.ts'

const METRICS = { text: () => Promise.resolve('presenter_pool_size 1\n'), contentType: 'text/plain' }

let server: OpsServer

beforeEach(async () => {
  server = await openOpsServer({ host: '127.0.0.1', port: 0 }, METRICS)
})
afterEach(() => server.stop())

async function ask(path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, { method })
  return { status: response.status, text: await response.text() }
}

/** A process that lacks its disk, or nothing. */
function processThat({ isStuck = false, lacksDisk = false, isStopping = false }) {
  return {
    whyStuck: () => (isStuck ? 'no connection' : null),
    readiness: { disk: { isRequired: true, whyNot: () => Promise.resolve(lacksDisk ? 'it is full' : null) } },
    stopping: isStopping ? AbortSignal.abort() : new AbortController().signal,
  }
}

test('a process that still starts is alive and not ready', async () => {
  expect(await ask('/livez')).toEqual({ status: 200, text: '{"status":"alive"}' })
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"starting"}' })
})

test('a process tells whether it is ready, and what it lacks', async () => {
  server.probe(processThat({}))
  expect(await ask('/readyz?verbose')).toEqual({
    status: 200,
    text: '{"status":"ready","checks":{"disk":"ready"}}',
  })
  server.probe(processThat({ lacksDisk: true }))
  const { status, text } = await ask('/readyz')
  expect({ status, body: JSON.parse(text) as unknown }).toEqual({
    status: 503,
    body: { status: 'not ready', checks: { disk: 'not ready: it is full' } },
  })
})

test('a process that was asked to stop is not ready, and one that is stuck is not alive', async () => {
  server.probe(processThat({ isStopping: true, isStuck: true }))
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"stopping"}' })
  expect(await ask('/livez')).toEqual({ status: 503, text: '{"status":"stuck: no connection"}' })
})

test('metrics are told, and nothing else is there', async () => {
  expect(await ask('/metrics')).toEqual({ status: 200, text: 'presenter_pool_size 1\n' })
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/__proto__', 'GET'],
    ['//', 'GET'],
  ])
    expect((await ask(path!, method)).status).toBe(404)
})

test('a port that is taken is named with its setting', async () => {
  const port = Number(new URL(server.url).port)
  await expect(openOpsServer({ host: '127.0.0.1', port }, METRICS)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set OPS_PORT to another one.`,
  )
})
