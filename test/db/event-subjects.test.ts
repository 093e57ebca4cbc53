import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createWebhookEvents } from '../../src/db/webhook/webhook-events.ts'
import { EVENT_TYPES } from '../../src/domain/webhook/webhook-event.ts'
import type { WebhookEvents } from '../../src/ports/webhook/webhook-events.ts'
import { openMoney } from '../support/database/money.ts'
import type { Money } from '../support/database/money.ts'

const URL = 'https://a.example.com/hook'
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
  return (await money.videos.publish(accountId, videoId, 1, `evt_${videoId}`))!.eventId
}

/** Something of a kind that is no video has ended. */
async function reportEvent(accountId: string, eventId: string, subjectId: string): Promise<void> {
  await sql`insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject)
    values (${eventId}, ${accountId}, 'report', ${subjectId}, 'report.finished', true)`.execute(money.db)
}

test('the database and the code have the same types of events', async () => {
  const { rows } = await sql<{ type: string }>`select type from webhook_event_types`.execute(money.db)
  expect(rows.map(({ type }) => type).toSorted()).toEqual([...EVENT_TYPES].toSorted())
})

test('an event of a type that does not exist, or about another kind of subject, is not written', async () => {
  const accountId = await account()
  await expect(reportEvent(accountId, 'evt_unknown', 'rep_0')).rejects.toThrow(/foreign key/u)
  const ofTwin = sql`insert into webhook_events (id, account_id, subject_type, subject_id, type, ends_subject)
    values ('evt_twin', ${accountId}, 'twin', 'twn_1', 'video.ready', true)`
  await expect(ofTwin.execute(money.db)).rejects.toThrow(/foreign key/u)
})

test('what an account wants is data: other types are not sent to its webhook, a video’s own webhook gets all', async () => {
  const accountId = await account()
  await money.webhookEndpoints.set(accountId, URL)
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

interface Webhook {
  /** The types that the account's webhook wants; null for all. It has none when left out. */
  readonly of?: string[] | null
  readonly isDisabled?: true
  /** Whether the video has a webhook of its own. */
  readonly own?: true
  readonly inApplication?: true
}

test.each<[of: string, status: string, webhook: Webhook]>([
  ['an account without a webhook', 'no_destination', {}],
  ['an account with a webhook', 'pending', { of: null }],
  ['an account whose webhook wants this type', 'pending', { of: ['video.ready'] }],
  ['an account whose webhook wants others', 'no_destination', { of: ['video.failed'] }],
  ['an account whose webhook is disabled', 'endpoint_disabled', { of: null, isDisabled: true }],
  ['a video with a webhook', 'pending', { own: true }],
  [
    'a video with a webhook, where the account’s wants others',
    'pending',
    { own: true, of: ['video.failed'] },
  ],
  [
    'a video with a webhook, where the account’s is disabled',
    'pending',
    { own: true, of: null, isDisabled: true },
  ],
  ['a video that was made in the application', 'no_destination', { of: null, inApplication: true }],
])('the event of the end of %s is %s at once', async (_, status, webhook) => {
  const accountId = await account()
  const id = await money.create(accountId, 1)
  if (webhook.of !== undefined) {
    await money.webhookEndpoints.set(accountId, URL)
    await sql`update webhook_endpoints set event_types = ${webhook.of} where account_id = ${accountId}`.execute(
      money.db,
    )
  }
  if (webhook.isDisabled) {
    await money.webhookEndpoints.recordFailure(accountId, URL, { at: new Date(), gone: true })
  }
  if (webhook.own) await sql`update videos set webhook_url = ${URL} where id = ${id}`.execute(money.db)
  if (webhook.inApplication)
    await sql`update videos set origin = 'application' where id = ${id}`.execute(money.db)

  const event = { eventId: `evt_${id}`, isPending: status === 'pending' }
  const publish = () => money.videos.publish(accountId, id, 1, event.eventId)
  // Whoever repeats it may be the first to begin a delivery.
  expect([await publish(), await publish()]).toEqual([event, event])
  const written = await events.details(accountId, event.eventId)
  expect(written).toMatchObject({ status, delivery: 1 })
  expect(written?.completedAt === null).toBe(event.isPending)
})

test('an event that is not about a video is listed, sent, logged, redelivered and released like any other', async () => {
  await sql`insert into webhook_event_types values ('report.finished', 'report', true)`.execute(money.db)
  const accountId = await account()
  await money.webhookEndpoints.set(accountId, URL)
  await reportEvent(accountId, 'evt_report', 'rep_1')
  const subject = { type: 'report', id: 'rep_1' }
  expect(await events.page(accountId, 10, null)).toMatchObject({ items: [{ id: 'evt_report', subject }] })
  expect(await events.due({ eventId: 'evt_report', ...FIRST })).toMatchObject({
    event: { subject },
    videoUrl: null,
    endpoint: { disabled: false },
  })
  const attempt = {
    url: URL,
    attemptedAt: new Date(),
    requestBody: '{"event":"report.finished"}',
  }
  expect(await events.beginAttempt({ eventId: 'evt_report', ...FIRST, ...attempt })).not.toBeNull()
  expect(await events.redeliver(accountId, 'evt_report')).toEqual({ eventId: 'evt_report', delivery: 2 })
  await events.end({ eventId: 'evt_report', delivery: 2 }, 'endpoint_disabled')
  expect(await events.releaseHeld(10, accountId)).toEqual([{ eventId: 'evt_report', delivery: 3 }])
  // It ends once.
  await expect(reportEvent(accountId, 'evt_report_again', 'rep_1')).rejects.toThrow(/webhook_events_end/u)
  await reportEvent(accountId, 'evt_other', 'rep_2')
})

test('the event of a batch is for streams alone: it is in no list of deliveries, and is not delivered again', async () => {
  const accountId = await account()
  await money.webhookEndpoints.set(accountId, URL)
  const batchId = await money.batch(accountId, 1)
  await money.batches.cancel({ accountId, batchId }, 'evt_of_batch')
  const ofVideo = await videoEvent(accountId)
  expect(await events.page(accountId, 10, null)).toMatchObject({ items: [{ id: ofVideo }] })
  expect(await events.page(accountId, 10, 'evt_of_batch')).toBeNull()
  expect(await events.details(accountId, 'evt_of_batch')).toBeNull()
  expect(await events.redeliver(accountId, 'evt_of_batch')).toBeNull()
})
