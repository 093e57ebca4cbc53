import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import Koa from 'koa'
import { expect, test, vi } from 'vitest'

import { errors } from '../../../src/api/middleware/errors.ts'
import { requestId } from '../../../src/api/middleware/request-id.ts'
import type { ApiState } from '../../../src/api/state.ts'
import { StoreUnavailable } from '../../../src/domain/error/place-fault.ts'
import type { Log } from '../../../src/ports/process/log.ts'

test.each([
  [
    'a store is away are told once, without a stack',
    new StoreUnavailable(new Error('connect ECONNREFUSED')),
    1,
    0,
  ],
  ['the program has a fault are told each time', new TypeError('a bug'), 0, 3],
])('requests that fail because %s', async (_, thrown, warnings, failures) => {
  const [warn, error] = [vi.fn<Log['warn']>(), vi.fn<Log['error']>()]
  const app = new Koa<ApiState>()
  const ports = {
    log: { warn, error } as unknown as Log,
    publicUrl: 'https://v.example',
    comeAgain: Math.ceil,
  }
  app.use(requestId).use(errors(ports))
  app.use(() => {
    throw thrown
  })
  const server = app.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (let times = 0; times < 3; times += 1)
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503)
  } finally {
    server.close()
  }
  expect([warn.mock.calls.length, error.mock.calls.length]).toEqual([warnings, failures])
  if (warnings > 0)
    expect(warn.mock.calls[0]).toEqual([
      { outage: 'store', why: 'the media store: Error: connect ECONNREFUSED' },
      expect.any(String),
    ])
})
