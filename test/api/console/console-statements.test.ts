import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { createStatementReader } from '../../support/database/postgres-statements.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { startTcpProxy } from '../../support/http/tcp-proxy.ts'
import type { TcpProxy } from '../../support/http/tcp-proxy.ts'

let postgres: TcpProxy
let service: TestService
/** What the service has asked of its database. */
const statements: string[] = []

beforeAll(async () => {
  const read = createStatementReader()
  postgres = await startTcpProxy(new URL(inject('postgresUrl')).host, (piece, from, connection) => {
    if (from === 'client') statements.push(...read(piece, connection))
    return true
  })
  service = await startTestService({ worker: false, postgresAddress: postgres.address })
})
afterAll(async () => {
  await service.stop()
  await postgres.stop()
})

test('a request of the application reads the account that it is for once', async () => {
  const owner = await signedIn(service, await service.account())
  await owner.request('GET', '/people')
  statements.length = 0
  expect((await owner.request('GET', '/people')).status).toBe(200)
  expect(statements.filter((statement) => statement.includes('"accounts"'))).toHaveLength(1)
})
