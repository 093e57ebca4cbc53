import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startMortalPostgres } from '../../support/database/mortal-postgres.ts'
import type { MortalPostgres } from '../../support/database/mortal-postgres.ts'
import { findPgBouncer, startPooler } from '../../support/database/pooler.ts'
import type { Pooler } from '../../support/database/pooler.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'

const program = findPgBouncer()

/** More at a time than the pool of a process holds. */
const CALLERS = 30
/** How soon a client that asks again has its answer when the server is back. PgBouncer looks after 15 seconds. */
const SOON = { timeout: 120_000, interval: 250 }

describe.skipIf(program === null)('a service behind PgBouncer as it is shipped', () => {
  let postgres: MortalPostgres
  let pooler: Pooler
  let service: TestService

  beforeAll(async () => {
    postgres = await startMortalPostgres()
    pooler = await startPooler(program!, postgres.url)
    service = await startTestService({ databaseUrl: postgres.url, poolerAddress: pooler.address })
  })
  afterAll(async () => {
    await service.stop()
    await pooler.stop()
    await postgres.stop()
  })

  test.each([
    ['PostgreSQL', 10, () => postgres],
    ['PostgreSQL', 60, () => postgres],
    ['PgBouncer', 10, () => pooler],
  ])(
    'answers, makes videos and stays alive after %s was away for %i seconds, with more callers than its pool holds',
    async (_, seconds, server) => {
      const account = await service.account('scale')
      const before = await account.createVideo()
      expect(before.status).toBe(202)
      let isOver = false
      const statuses = new Set<number>()
      const call = async () => {
        while (!isOver) statuses.add((await account.requestOnce('GET', '/me')).status)
      }
      const callers = Array.from({ length: CALLERS }, call)

      await server().goDown()
      await wait(seconds * 1_000)
      await server().comeBack()
      const status = async () => (await account.requestOnce('GET', '/me')).status
      const returnedAt = performance.now()
      await expect.poll(status, SOON).toBe(200)
      const healedAfter = ((performance.now() - returnedAt) / 1_000).toFixed(1)
      process.stderr.write(`${seconds} s without ${_}: the first 2xx ${healedAfter} s after its return.\n`)
      isOver = true
      await Promise.all(callers)

      expect(statuses).toEqual(new Set([200, 503]))
      expect((await fetch(`${service.url}/livez`)).status).toBe(200)
      await account.untilStatus(before.body.id, 'ready')
      const key = { idempotency_key: 'after' }
      const create = async () => (await account.createVideo(key)).status
      await expect.poll(create, SOON).toBe(202)
      await account.untilStatus((await account.createVideo(key)).body.id, 'ready')
      expect(await service.app.audit()).toEqual([])
    },
  )
})
