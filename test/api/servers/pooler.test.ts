import type { Client } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { startHeldService } from '../../support/service/held-service.ts'
import type { HeldStudio } from '../../support/service/held-studio.ts'
import { keepHouse } from '../../support/service/keep-house.ts'
import { findPgBouncer, startPooler } from '../../support/database/pooler.ts'
import type { Pooler } from '../../support/database/pooler.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

const program = findPgBouncer()

// `TEST_POOLER=transaction npx vitest run test/api test/db` has all of these tests go this way.
describe.skipIf(program === null)(
  'a service behind PgBouncer that lends connections for a transaction',
  () => {
    let pooler: Pooler
    let studio: HeldStudio
    let service: TestService
    let temporal: Client
    let stop: (() => Promise<void>) | undefined

    beforeAll(async () => {
      pooler = await startPooler(program!, inject('postgresUrl'))
      ;({ studio, service, temporal, stop } = await startHeldService({ poolerAddress: pooler.address }))
      studio.release()
    })
    afterAll(async () => {
      await stop?.()
      await pooler.stop()
    })

    test('makes many videos at once, each charged once, and tells what they cost', async () => {
      const account = await service.account('scale')
      const created = await Promise.all(
        Array.from({ length: 12 }, (_, n) => account.createVideo({ idempotency_key: `key-${n % 6}` })),
      )
      expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 202))
      const ids = new Set(created.map(({ body }) => String(body.id)))
      expect(ids.size).toBe(6)
      for (const id of ids) {
        expect((await account.request('GET', `/videos/${id}?wait=60`)).body.status).toBe('ready')
      }
      const { body } = await account.request('GET', '/usage')
      expect(body.days.at(-1).videos).toBe(6)
      expect((await account.request('DELETE', `/videos/${[...ids][0]}`)).status).toBe(200)
      expect(await service.app.audit()).toEqual([])
    })

    test('lets people sign in, and keeps house, with the limits of time in force', async () => {
      const account = await service.account()
      const person = await signedIn(service, account, { isOperator: true })
      expect((await person.request('GET', '/me')).status).toBe(200)
      await keepHouse(temporal)
      expect(service.logLines.join('')).not.toContain('time limits are not in force')
    })
  },
)
