import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import Router from '@koa/router'
import Koa from 'koa'
import { expect, test, vi } from 'vitest'

import { accessLog } from '../../../src/api/middleware/access-log.ts'
import { requestId } from '../../../src/api/middleware/request-id.ts'
import type { ApiState } from '../../../src/api/state.ts'
import { NO_METRICS } from '../../../src/ops/no-metrics.ts'
import type { Log } from '../../../src/ports/process/log.ts'

test.each([
  ['as it was sent', 'order-1042/try:2', 'order-1042/try:2'],
  ['not when it is longer than 128 characters', 'x'.repeat(129), null],
  ['not when it has a space, which could pass for more of the line', 'one two', null],
])(
  'the id that a client gives its request is logged and sent back beside ours: %s',
  async (_, sent, kept) => {
    const info = vi.fn<Log['info']>()
    const app = new Koa<ApiState>()
    app.use(requestId)
    app.use(accessLog({ log: { info, debug: vi.fn<Log['debug']>() } as unknown as Log, metrics: NO_METRICS }))
    const server = app.listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Request-Id': sent } })
      expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f]{32}$/u)
      expect(headers.get('X-Client-Request-Id')).toBe(kept)
      expect(info.mock.calls[0]?.[0]).toMatchObject({
        requestId: headers.get('X-Request-Id'),
        clientRequestId: kept ?? undefined,
      })
    } finally {
      server.close()
    }
  },
)

test.each([
  ['a file that is sent past the framework', 206],
  ['a connection that is closed without a response', null],
])('the status of %s is %s in the log', async (_, status) => {
  const info = vi.fn<Log['info']>()
  const app = new Koa()
  app.use(accessLog({ log: { info, debug: vi.fn<Log['debug']>() } as unknown as Log, metrics: NO_METRICS }))
  app.use((ctx) => {
    ctx.respond = false
    if (status === null) ctx.req.destroy()
    else ctx.res.writeHead(status).end('part')
  })
  const server = app.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await fetch(`http://127.0.0.1:${port}/media`).then(
      (response) => response.text(),
      () => undefined,
    )
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ status }), 'request')
  } finally {
    server.close()
  }
})

test.each([
  ['that it names', '/videos/vid_01jdz3k8f0e2h8v3x9q5w7r1ta', {}, 'vid_01jdz3k8f0e2h8v3x9q5w7r1ta'],
  ['that it created', '/videos', { id: 'vid_01jdz3k8f0e2h8v3x9q5w7r1ta' }, 'vid_01jdz3k8f0e2h8v3x9q5w7r1ta'],
  ['only where it is one', '/videos/whatever-was-typed', { id: 'acc_1' }, undefined],
])('the line of a request has the video %s', async (_, path, body, videoId) => {
  const info = vi.fn<Log['info']>()
  const app = new Koa<ApiState>()
  const log = { info, debug: vi.fn<Log['debug']>() } as unknown as Log
  const router = new Router<ApiState>()
  for (const route of ['/videos', '/videos/:id'])
    router.get(route, (ctx) => {
      ctx.body = body
    })
  app.use(requestId).use(accessLog({ log, metrics: NO_METRICS }))
  app.use(router.routes() as unknown as Koa.Middleware<ApiState>)
  const server = app.listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await fetch(`http://127.0.0.1:${port}${path}`)
    expect(info.mock.calls[0]?.[0]).toHaveProperty('videoId', videoId)
  } finally {
    server.close()
  }
})
