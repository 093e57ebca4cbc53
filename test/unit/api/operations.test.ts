import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import Koa from 'koa'
import { expect, test } from 'vitest'

import { createOperationsRouter } from '../../../src/api/operations.ts'

const there = { isRequired: true, whyNot: () => Promise.resolve(null) }

test('a process that only a new start can help says so to whoever looks after it', async () => {
  let why: string | null = null
  const router = createOperationsRouter({
    readiness: { postgresql: there, temporal: there, media: there, workers: there },
    stopping: new AbortController().signal,
    whyStuck: () => why,
  })
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const livez = `http://127.0.0.1:${(server.address() as AddressInfo).port}/livez`
    expect((await fetch(livez)).status).toBe(200)
    why = 'no connection'
    const answer = await fetch(livez)
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'stuck: no connection' }])
  } finally {
    server.close()
  }
})
