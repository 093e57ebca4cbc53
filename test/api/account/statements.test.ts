import { afterAll, beforeEach, expect, inject } from 'vitest'

import { untilServed } from '../../support/service/client.ts'
import { test } from '../../support/service/default-service.ts'
import { createStatementReader } from '../../support/database/postgres-statements.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

let postgres: TcpProxy
let service: TestService
let account: Awaited<ReturnType<TestService['account']>>
/** What the API has asked of its database: its worker goes by another way. */
const statements: string[] = []
let api: Awaited<ReturnType<TestService['startApi']>>

test.beforeAll(async ({ defaultService }) => {
  const read = createStatementReader()
  postgres = await startTcpProxy(new URL(inject('postgresUrl')).host, (piece, from, connection) => {
    if (from === 'client') statements.push(...read(piece, connection))
    return true
  })
  service = defaultService
  api = await service.startApi({ postgresAddress: postgres.address })
  account = await service.account()
  // That a key is in use is written down once a minute.
  await ask('GET', '/me')
})
beforeEach(() => void (statements.length = 0))
afterAll(async () => {
  await api.stop()
  await postgres.stop()
})

async function ask(method: string, path: string, body?: object) {
  const answer = await fetch(`${api.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, headers } = answer
  return { status, headers, body: (await answer.json()) as Record<string, unknown> }
}

test('a video is read with its key and its limit, in one round trip', async () => {
  const { body } = await account.createVideo()
  statements.length = 0
  expect(await ask('GET', `/videos/${String(body.id)}`)).toMatchObject({ status: 200, body: { id: body.id } })
  expect(statements).toHaveLength(1)
})

test('an id that no video can have is never asked for', async () => {
  expect((await ask('GET', '/videos/a%00b')).status).toBe(404)
  expect(statements).toHaveLength(1)
  expect(statements[0]).not.toContain('videos')
})

test('a video is created in four round trips of its API and the one of its run', async () => {
  const { status } = await untilServed(() => {
    statements.length = 0
    return ask('POST', '/videos', { presenter_id: 'maya', script: 'Hello there.' })
  })
  expect(status).toBe(202)
  expect(
    statements.map((statement) => /hit_rate_limits|pronunciations|"videos"/u.exec(statement)?.[0]),
  ).toEqual(['hit_rate_limits', 'pronunciations', 'hit_rate_limits', '"videos"'])
})

test('a creation that its limit refuses notes nothing', async () => {
  const { key } = await service.app.createApiKey({ accountId: account.accountId, name: 'full' })
  const [{ id } = { id: '' }] = await service.query<{ id: string }>(
    `select id from api_keys where name = 'full' and account_id = $1`,
    [account.accountId],
  )
  await service.query(
    `insert into rate_limits (caller_id, bucket, hits) select $1, 'creates', array_agg(now()) from generate_series(1, 10000)`,
    [id],
  )
  const before = await service.query('select from video_requests')
  const refused = await fetch(`${api.url}/api/v1/videos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ presenter_id: 'maya', script: 'Hello there.' }),
  })
  expect(refused.status).toBe(429)
  expect(await service.query('select from video_requests')).toEqual(before)
})
