import { sql } from 'kysely'

import type { RecordedAttempt } from '../domain/webhook-delivery.ts'
import type { WebhookEventType } from '../domain/webhook-event.ts'
import type { WebhookEvents } from '../ports.ts'
import type { Db } from './database.ts'
import { storableText } from './storable-text.ts'

/** Characters of `response_excerpt` and of `error`. */
const LONGEST_EXCERPT = 4096
const LONGEST_ERROR = 1000

/** Webhook events and their attempts in PostgreSQL. */
export function createWebhookEvents(db: Db): WebhookEvents {
  return {
    async find(eventId) {
      const row = await db
        .selectFrom('webhook_events as e')
        .innerJoin('videos as v', 'v.id', 'e.video_id')
        .innerJoin('accounts as a', 'a.id', 'e.account_id')
        .select([
          'e.id',
          'e.account_id',
          'e.video_id',
          'e.type',
          'e.created_at',
          'v.webhook_url',
          'a.webhook_url as account_url',
        ])
        .where('e.id', '=', eventId)
        .executeTakeFirst()
      if (!row) return null
      return {
        id: row.id,
        accountId: row.account_id,
        videoId: row.video_id,
        type: row.type as WebhookEventType,
        createdAt: row.created_at,
        url: row.webhook_url ?? row.account_url,
      }
    },

    recordAttempt: (attempt) => insertAttempt(db, attempt),

    async complete(eventId, status) {
      await db
        .updateTable('webhook_events')
        .set({ status, completed_at: sql`clock_timestamp()` })
        .where('id', '=', eventId)
        .where('status', '=', 'pending')
        .execute()
    },
  }
}

async function insertAttempt(db: Db, { eventId, attempt, url, outcome }: RecordedAttempt): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({
      event_id: eventId,
      attempt,
      url,
      delivered: outcome.delivered,
      response_status: outcome.status,
      response_excerpt: storableText(outcome.responseExcerpt, LONGEST_EXCERPT),
      error: outcome.error === null ? null : storableText(outcome.error, LONGEST_ERROR),
      duration_ms: Math.round(outcome.durationMs),
    })
    // A repeated activity may have sent again: the log keeps what the first record says.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
