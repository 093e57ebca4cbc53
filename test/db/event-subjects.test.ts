import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createWebhookEvents } from '../../src/db/webhook/webhook-events.ts'
import { WEBHOOK_EVENT_TYPES } from '../../src/domain/webhook/webhook-event.ts'
import type { WebhookEvents } from '../../src/ports/webhook/webhook-events.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

const FIRST = { delivery: 1, attempt: 1 }

let money: Money
let events: WebhookEvents

beforeAll(async () => {
  money = await openMoney()
  events = createWebhookEvents(money.db)
})
afterAll(() => money.db.destroy())

const account = async () => (await money.account('scale')).id

async function videoEvent(accountId: string): Promise<string> {
  const videoId = await money.create(accountId, 1)
  return (await money.videos.publish(accountId, videoId, 1, `evt_${videoId}`))!
}

/** Something of a kind that is no video has ended. */
async function batchEvent(accountId: string, eventId: string, subjectId: string): Promise<void> {
  await sql`insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject)
    values (${eventId}, ${accountId}, 'batch', ${subjectId}, 'batch.finished', true)`.execute(money.db)
}

test('the database and the code have the same types of events', async () => {
  const { rows } = await sql<{ type: string }>`select type from webhook_event_types`.execute(money.db)
  expect(rows.map(({ type }) => type).toSorted()).toEqual([...WEBHOOK_EVENT_TYPES].toSorted())
})

test('an event of a type that does not exist, or about another kind of subject, is not written', async () => {
  const accountId = await account()
  await expect(batchEvent(accountId, 'evt_unknown', 'bat_0')).rejects.toThrow(/foreign key/u)
  const ofTwin = sql`insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject)
    values ('evt_twin', ${accountId}, 'twin', 'twn_1', 'video.ready', true)`
  await expect(ofTwin.execute(money.db)).rejects.toThrow(/foreign key/u)
})

test('what an account wants is data: other types are not sent to its webhook, a video’s own webhook gets all', async () => {
  const accountId = await account()
  await money.webhookEndpoints.set(accountId, 'https://a.example.com/hook')
  const eventId = await videoEvent(accountId)
  const endpoint = async () => (await events.due({ eventId, ...FIRST }))!.endpoint
  expect(await endpoint()).not.toBeNull()
  await sql`update webhook_endpoints set event_types = '{video.failed}' where account_id = ${accountId}`.execute(
    money.db,
  )
  expect(await endpoint()).toBeNull()
  await sql`update videos set webhook_url = 'https://own.example.com' where account_id = ${accountId}`.execute(
    money.db,
  )
  expect(await events.due({ eventId, ...FIRST })).toMatchObject({ videoUrl: 'https://own.example.com' })
  await sql`update webhook_endpoints set event_types = '{video.failed,video.ready}'`.execute(money.db)
  expect(await endpoint()).not.toBeNull()
})

test('an event that is not about a video is listed, sent, logged, redelivered and released like any other', async () => {
  await sql`insert into webhook_event_types values ('batch.finished', 'batch', true)`.execute(money.db)
  const accountId = await account()
  await money.webhookEndpoints.set(accountId, 'https://a.example.com/hook')
  await batchEvent(accountId, 'evt_batch', 'bat_1')
  const subject = { type: 'batch', id: 'bat_1' }
  expect(await events.page(accountId, 10, null)).toMatchObject({ items: [{ id: 'evt_batch', subject }] })
  expect(await events.due({ eventId: 'evt_batch', ...FIRST })).toMatchObject({
    event: { subject },
    videoUrl: null,
    endpoint: { disabled: false },
  })
  const attempt = {
    url: 'https://a.example.com/hook',
    attemptedAt: new Date(),
    requestBody: '{"event":"batch.finished"}',
  }
  expect(await events.beginAttempt({ eventId: 'evt_batch', ...FIRST, ...attempt })).not.toBeNull()
  expect(await events.redeliver(accountId, 'evt_batch')).toEqual({ eventId: 'evt_batch', delivery: 2 })
  await events.end({ eventId: 'evt_batch', delivery: 2 }, 'endpoint_disabled')
  expect(await events.releaseHeld(10, accountId)).toEqual([{ eventId: 'evt_batch', delivery: 3 }])
  // It ends once.
  await expect(batchEvent(accountId, 'evt_batch_again', 'bat_1')).rejects.toThrow(/webhook_events_end/u)
  await batchEvent(accountId, 'evt_other', 'bat_2')
})
