import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type {
  DeliveryStatus,
  EventDetails,
  EventWithStatus,
  EventSubject,
  LoggedAttempt,
  WebhookEventType,
} from '../../domain/webhook/webhook-event.ts'
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
  statuses?: readonly DeliveryStatus[],
): Promise<EventWithStatus[] | null> {
  const wanted = statuses === undefined ? sql`true` : sql`e.status = any(${statuses})`
  if (before === null) return selectEvents(db, accountId, wanted, limit)
  const mark = await db
    .selectFrom('webhook_events')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('id', '=', before)
    .executeTakeFirst()
  if (!mark) return null
  // The moment is read once more inside: a Date would cut its microseconds off.
  const markedAt = sql`(select m.created_at from webhook_events m where m.id = ${before})`
  return selectEvents(
    db,
    accountId,
    sql`(e.created_at, e.id) < (${markedAt}, ${before}) and ${wanted}`,
    limit,
  )
}

/** An account's event with its latest attempts, oldest first, or null when it does not exist. */
export async function eventDetails(db: Db, accountId: string, eventId: string): Promise<EventDetails | null> {
  const [event] = await selectEvents(db, accountId, sql`e.id = ${eventId}`, 1)
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

async function selectEvents(
  db: Db,
  accountId: string,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<EventWithStatus[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.account_id, e.subject_type, e.subject_id, e.type, e.created_at, e.status, e.delivery, e.completed_at,
      coalesce(made.attempt_count, 0)::int as attempt_count, newest.response_status,
      case when e.status = 'pending' then
        case when newest.delivery = e.delivery then newest.next_attempt_at else e.pending_since end
      end as next_attempt_at
    from webhook_events e
    left join lateral (
      select count(*) as attempt_count from webhook_attempts t where t.event_id = e.id
    ) as made on true
    left join lateral (
      select t.delivery, t.response_status, t.next_attempt_at from webhook_attempts t
      where t.event_id = e.id order by t.id desc limit 1
    ) as newest on true
    where e.account_id = ${accountId} and ${condition}
    order by e.created_at desc, e.id desc
    limit ${limit}`.execute(db)
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
    subject: toSubject(row),
    type: row.type as WebhookEventType,
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
