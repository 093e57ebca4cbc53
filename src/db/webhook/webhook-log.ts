import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import type {
  DeliveryStatus,
  EventDetails,
  EventFilter,
  EventType,
  EventWithStatus,
  EventSubject,
  LoggedAttempt,
} from '../../domain/webhook/webhook-event.ts'
import type { Page } from '../../ports/process/page.ts'
import type { Db } from '../database.ts'
import type { WebhookAttempt as AttemptRow } from '../schema.ts'

/** The latest attempts of an event that was delivered again and again are shown: ten deliveries' worth. */
const MOST_ATTEMPTS_SHOWN = 100

/** What is told of an attempt whose outcome nobody noted. */
const NO_OUTCOME =
  'Nothing is known of the outcome: the attempt is under way, or was cut off and will be made again.'

const attemptColumns = [
  'delivery',
  'attempt',
  'attempted_at',
  'url',
  'request_headers',
  'request_body',
  'delivered',
  'response_status',
  'duration_ms',
  'response_excerpt',
  'error',
  'next_attempt_at',
] as const

interface EventRow {
  readonly id: string
  readonly account_id: string
  readonly endpoint_id: string | null
  readonly subject_type: string
  readonly subject_id: string
  readonly type: string
  readonly created_at: Date
  readonly status: string
  readonly delivery: number
  readonly completed_at: Date | null
  readonly attempt_count: number
  readonly response_status: number | null
  readonly next_attempt_at: Date | null
}

/** One page of an account's events, newest first, or null when `before` is not one of them. */
export async function pageOfEvents(
  db: Db,
  accountId: string,
  limit: number,
  before: string | null,
  { endpointId, statuses, videoId, createdAfter }: EventFilter = {},
): Promise<Page<EventWithStatus> | null> {
  if (before !== null && !(await isEventOf(db, accountId, before))) return null
  const tests = [
    sql`e.account_id = ${accountId} and ${isDelivered('e')}`,
    endpointId === undefined ? sql`e.endpoint_id is null` : sql`e.endpoint_id = ${endpointId}`,
    // The moment is read inside: a Date would cut its microseconds off.
    before !== null &&
      sql`(e.created_at, e.id) < ((select m.created_at from webhook_events m where m.id = ${before}), ${before})`,
    videoId !== undefined && sql`e.video_id = ${videoId}`,
    // Clients see milliseconds.
    createdAfter !== undefined && sql`e.created_at >= ${new Date(createdAfter.getTime() + 1)}`,
  ].filter((test) => test !== false)
  const newest = (also: RawBuilder<unknown>) => sql`
    select e.created_at, e.id from webhook_events e where ${sql.join([...tests, also], sql` and `)}
    order by e.created_at desc, e.id desc limit ${limit + 1}`
  // Each status has its own place in the index, in order; all of them together have no order.
  const wanted =
    statuses === undefined
      ? newest(sql`true`)
      : sql`select found.created_at, found.id from unnest(${statuses}::text[]) as s (status)
          cross join lateral (${newest(sql`e.status = s.status`)}) as found
          order by found.created_at desc, found.id desc limit ${limit + 1}`
  const events = await selectEvents(db, wanted)
  const items = events.slice(0, limit)
  return { items, nextBefore: events.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** Whether an event is one that webhooks get. @param alias of `webhook_events`. */
export function isDelivered(alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.status`)} <> 'streamed'`
}

/** Whether what an event is about is still there, or the event says that it is not. @param video alias of its video. */
export function isThere(event: string, video: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${video}.deleted_at`)} is null or ${sql.ref(`${event}.type`)} = 'video.deleted')`
}

async function isEventOf(db: Db, accountId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', eventId)
    .where(isDelivered('webhook_events'))
    .executeTakeFirst()
  return row !== undefined
}

/** An account's event with its latest attempts, oldest first, or null when it does not exist. */
export async function eventDetails(db: Db, accountId: string, eventId: string): Promise<EventDetails | null> {
  const [event] = await selectEvents(
    db,
    sql`select e.created_at, e.id from webhook_events e
      where e.account_id = ${accountId} and e.id = ${eventId} and ${isDelivered('e')}`,
  )
  if (!event) return null
  const rows = await db
    .selectFrom('webhook_attempts')
    .select(attemptColumns)
    .where('event_id', '=', eventId)
    .orderBy('id', 'desc')
    .limit(MOST_ATTEMPTS_SHOWN)
    .execute()
  return { ...event, attempts: rows.toReversed().map(toAttempt) }
}

/** @param wanted selects `created_at` and `id` of the events. */
async function selectEvents(db: Db, wanted: RawBuilder<unknown>): Promise<EventWithStatus[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.account_id, e.endpoint_id, e.subject_type, e.subject_id, e.type, e.created_at, e.status, e.delivery, e.completed_at,
      coalesce(made.attempt_count, 0)::int as attempt_count, newest.response_status,
      case when e.status = 'pending' then
        case when newest.delivery = e.delivery then newest.next_attempt_at else e.pending_since end
      end as next_attempt_at
    from (${wanted}) as wanted
    join webhook_events e on e.id = wanted.id
    left join lateral (
      select count(*) as attempt_count from webhook_attempts t where t.event_id = e.id
    ) as made on true
    left join lateral (
      select t.delivery, t.response_status, t.next_attempt_at from webhook_attempts t
      where t.event_id = e.id order by t.id desc limit 1
    ) as newest on true
    order by wanted.created_at desc, wanted.id desc`.execute(db)
  return rows.map(toEvent)
}

/** What an event is about, as its row has it. */
export function toSubject(row: Pick<EventRow, 'subject_type' | 'subject_id'>): EventSubject {
  return { type: row.subject_type as EventSubject['type'], id: row.subject_id }
}

function toEvent(row: EventRow): EventWithStatus {
  return {
    id: row.id,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    subject: toSubject(row),
    type: row.type as EventType,
    createdAt: row.created_at,
    status: row.status as DeliveryStatus,
    delivery: row.delivery,
    completedAt: row.completed_at,
    attemptCount: row.attempt_count,
    lastResponseStatus: row.response_status,
    nextAttemptAt: row.next_attempt_at,
  }
}

function toAttempt(row: Pick<Selectable<AttemptRow>, (typeof attemptColumns)[number]>): LoggedAttempt {
  return {
    delivery: row.delivery,
    attempt: row.attempt,
    attemptedAt: row.attempted_at,
    url: row.url,
    requestHeaders: row.request_headers as Record<string, string> | null,
    requestBody: row.request_body,
    delivered: row.delivered,
    responseStatus: row.response_status,
    durationMs: row.duration_ms,
    responseExcerpt: row.response_excerpt,
    error: row.duration_ms === null ? NO_OUTCOME : row.error,
    nextAttemptAt: row.next_attempt_at,
  }
}
