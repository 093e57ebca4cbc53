import { afterAll, beforeAll, expect, test } from 'vitest'

import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import { createTwinStudio } from '../../../src/twins/twin-studio.ts'
import type { ChildTwinStudio } from '../../../src/twins/twin-studio.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { startTwin } from '../../support/twin/recorded-twin.ts'
import { ASKED_BY_LINK, takeOf } from '../../support/twin/twin-making.ts'

/** Its places are real; looking at a film takes until it is told to end, for one account. */
let places: ChildTwinStudio
let service: TestService
let slowAccount = ''
let looksAtSlow = 0
let end = (): void => undefined
const ended = new Promise<void>((resolve) => (end = resolve))

beforeAll(async () => {
  places = createTwinStudio({ poolSize: 2 })
  const quick = quickStudio()
  service = await startTestService({
    studio: {
      ...quick,
      twinStudio: {
        ...quick.twinStudio,
        inTurn: places.inTurn,
        async trackTake(job, options) {
          if (options?.accountId === slowAccount) {
            looksAtSlow += 1
            await ended
          }
          return quick.twinStudio.trackTake(job, options)
        },
      },
    },
  })
})
afterAll(async () => {
  await service.stop()
  await places.close()
})

test("an account's films are looked at, one after the other, while another account's take for ever", async () => {
  const record = async () => {
    const account = await service.account()
    return { account, twin: await startTwin(service, await signedIn(service, account)) }
  }
  const [slow, honest] = [await record(), await record()]
  slowAccount = slow.account.accountId
  for (const part of TAKE_PARTS) await slow.twin.record(part)
  await expect.poll(() => looksAtSlow).toBe(1)
  for (const part of TAKE_PARTS) {
    await honest.twin.record(part)
    await expect.poll(async () => (await takeOf(honest.twin, part)).status, ASKED_BY_LINK).toBe('accepted')
  }
  // The other place was not theirs meanwhile, and the clock of what waits has not begun.
  expect(looksAtSlow).toBe(1)
  const began = 'select count(*)::int as n from twin_takes where twin_id = $1 and work_began_at is not null'
  expect(await service.query(began, [slow.twin.twinId])).toEqual([{ n: 1 }])
  end()
  for (const part of TAKE_PARTS) {
    await expect.poll(async () => (await takeOf(slow.twin, part)).status, ASKED_BY_LINK).toBe('accepted')
  }
  for (const { twin } of [slow, honest]) await twin.close()
})
