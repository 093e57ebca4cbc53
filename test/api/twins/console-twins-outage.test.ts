import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { startBreakableTemporal } from '../../support/service/breakable-server.ts'
import type { BreakableServer } from '../../support/service/breakable-server.ts'
import { startTwin } from '../../support/twin/recorded-twin.ts'
import type { RecordedTwin } from '../../support/twin/recorded-twin.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

let temporal: BreakableServer
let service: TestService
let twin: RecordedTwin

beforeAll(async () => {
  temporal = await startBreakableTemporal(inject('temporalAddress'))
  service = await startTestService({ worker: false, apiTemporalAddress: temporal.address })
  const account = await service.account('starter')
  twin = await startTwin(service, await signedIn(service, account))
})
afterAll(async () => {
  await twin.close()
  await service.stop()
  await temporal.stop()
})

test('a consent and its withdrawal hold from the moment they are given, also while Temporal is away', async () => {
  await twin.recordAll()
  temporal.breakOff()
  expect(await twin.consent()).toMatchObject({ status: 200, body: { twin: { state: 'building' } } })
  expect(await twin.ask('POST', '/withdrawal', {})).toMatchObject({
    status: 200,
    body: { state: 'withdrawn' },
  })
  expect(await service.app.twins.folder(twin.twinId)).toBeNull()
  const logged = service.logLines.join('\n')
  expect(logged).toContain('removal of a withdrawn twin is left to housekeeping')
})
