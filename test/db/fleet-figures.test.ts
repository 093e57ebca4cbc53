import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { noteAudit } from '../../src/db/audit.ts'
import { readFleetFigures } from '../../src/db/fleet-figures.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

let money: Money

beforeAll(async () => {
  money = await openMoney()
})
afterAll(() => money.db.destroy())

test('an installation without work has none, and nothing is late', async () => {
  expect(await readFleetFigures(money.db)).toEqual({
    queued: 0,
    rendering: 0,
    oldestSeconds: 0,
    pending: 0,
    held: 0,
    lateSeconds: 0,
    audit: null,
  })
})

test('the last audit is the one that counts', async () => {
  await noteAudit(money.db, 3)
  await noteAudit(money.db, 1)
  const { audit } = await readFleetFigures(money.db)
  expect(audit?.discrepancies).toBe(1)
  expect(Math.abs(audit!.atSeconds - Date.now() / 1_000)).toBeLessThan(600)
})

test('a video is as old as its slot, and an event is late from the moment at which its attempt was due', async () => {
  const { id } = await money.account('starter')
  await money.webhookEndpoints.set(id, 'https://example.com')
  const slots = money.plans.get('starter')!.concurrentVideos
  const videos = []
  for (let index = 0; index <= slots; index += 1) videos.push(await money.create(id, 1, undefined, true))
  await sql`update videos set created_at = created_at - interval '2 hours'`.execute(money.db)
  expect(await readFleetFigures(money.db)).toMatchObject({ queued: 1, rendering: slots, pending: 0 })
  expect((await readFleetFigures(money.db)).oldestSeconds).toBeLessThan(3_600)

  await money.videos.publish(id, videos[0]!, 1, 'evt_one')
  await money.videos.startQueued(id, money.plans)
  const { queued, rendering, oldestSeconds } = await readFleetFigures(money.db)
  expect({ queued, rendering }).toEqual({ queued: 0, rendering: slots })
  expect(oldestSeconds).toBeLessThan(3_600)

  await sql`update webhook_events set pending_since = pending_since - interval '20 minutes'`.execute(money.db)
  const { pending, held, lateSeconds } = await readFleetFigures(money.db)
  expect({ pending, held }).toEqual({ pending: 1, held: 0 })
  expect(lateSeconds).toBeGreaterThanOrEqual(1_200)
  expect(lateSeconds).toBeLessThan(3_600)

  // Its next attempt is due later: it waits as it should.
  await sql`insert into webhook_attempts (event_id, delivery, attempt, url, delivered, next_attempt_at)
    values ('evt_one', 1, 1, 'https://example.com', false, clock_timestamp() + interval '1 hour')`.execute(
    money.db,
  )
  expect((await readFleetFigures(money.db)).lateSeconds).toBe(0)
})
