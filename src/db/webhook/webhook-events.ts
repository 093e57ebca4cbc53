import { sql } from 'kysely'

import type {
  AttemptKey,
  AttemptResult,
  DeliveryKey,
  DueAttempt,
  NewAttempt,
} from '../../domain/webhook/webhook-delivery.ts'
import { REDELIVERABLE_FOR_SECONDS } from '../../domain/webhook/webhook-event.ts'
import type { DeliveryStatus, EndedDelivery, EventType } from '../../domain/webhook/webhook-event.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'
import type { Db } from '../database.ts'
import { storableText } from '../storable-text.ts'
import { eventDetails, isDelivered, isThere, pageOfEvents, toSubject } from './webhook-log.ts'

/** Characters of `response_excerpt` and of `error`. */
const LONGEST_EXCERPT = 4096
const LONGEST_ERROR = 1000

/** Webhook events, their deliveries and attempts in PostgreSQL. */
export function createWebhookEvents(db: Db): WebhookEvents {
  return {
    page: (accountId, limit, before, filter) => pageOfEvents(db, accountId, limit, before, filter),
    details: (accountId, eventId) => eventDetails(db, accountId, eventId),
    due: (key) => findDue(db, key),
    beginAttempt: (attempt) => insertAttempt(db, attempt),
    finishAttempt: (attemptId, result) => finishAttempt(db, attemptId, result),
    end: (key, status) => endDelivery(db, key, status),
    redeliver: (accountId, eventId) => redeliver(db, accountId, eventId),
    releaseHeld: (limit, accountId) => releaseHeld(db, limit, accountId),
  }
}

async function findDue(db: Db, { eventId, delivery, attempt }: AttemptKey): Promise<DueAttempt | null> {
  const row = await db
    .selectFrom('webhook_events as e')
    .leftJoin('videos as v', 'v.id', 'e.video_id')
    .leftJoin('webhook_endpoints as w', 'w.account_id', 'e.account_id')
    .leftJoin('event_endpoints as n', (join) =>
      join.onRef('n.id', '=', 'e.endpoint_id').on('n.deleted_at', 'is', null),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_attempts as t')
          .select(['t.id', 't.next_attempt_at'])
          .whereRef('t.event_id', '=', 'e.id')
          .where('t.delivery', '=', delivery)
          .where('t.attempt', '=', attempt)
          .where('t.duration_ms', 'is not', null)
          .orderBy('t.id', 'desc')
          .limit(1)
          .as('made'),
      (join) => join.onTrue(),
    )
    .select([
      'e.id',
      'e.account_id',
      'e.endpoint_id',
      'e.subject_type',
      'e.subject_id',
      'e.type',
      'e.created_at',
    ])
    .select(['e.delivery', 'e.status'])
    .select(['n.url as own_url', 'n.paused', 'n.disabled_at as own_disabled_at'])
    .select(['v.webhook_url', 'w.url', 'w.event_types', 'w.disabled_at'])
    .select(['made.id as made_id', 'made.next_attempt_at'])
    .where('e.id', '=', eventId)
    .executeTakeFirst()
  if (!row) return null
  return {
    event: {
      id: row.id,
      accountId: row.account_id,
      endpointId: row.endpoint_id,
      subject: toSubject(row),
      type: row.type as EventType,
      createdAt: row.created_at,
    },
    newest: { delivery: row.delivery, status: row.status as DeliveryStatus },
    ...(row.endpoint_id === null ? webhooksOf(row) : { videoUrl: null, endpoint: endpointOf(row) }),
    made: row.made_id === null ? null : { nextAt: row.next_attempt_at },
  }
}

/** The webhook of the video, and that of the account. */
function webhooksOf(row: {
  readonly webhook_url: string | null
  readonly url: string | null
  readonly event_types: string[] | null
  readonly disabled_at: Date | null
  readonly type: string
}): Pick<DueAttempt, 'videoUrl' | 'endpoint'> {
  const { webhook_url: videoUrl, url, event_types: wanted, disabled_at: disabledAt, type } = row
  const isWanted = url !== null && wanted?.includes(type) !== false
  return { videoUrl, endpoint: isWanted ? { url, disabled: disabledAt !== null } : null }
}

/** The endpoint that an event is for; null once it is deleted. */
function endpointOf(row: {
  readonly own_url: string | null
  readonly paused: boolean | null
  readonly own_disabled_at: Date | null
}): DueAttempt['endpoint'] {
  const { own_url: url, paused, own_disabled_at: disabledAt } = row
  return url === null ? null : { url, disabled: paused === true || disabledAt !== null }
}

/** Waits for a deletion of the video that is under way, and one that comes later finds the row to clean. */
async function insertAttempt(db: Db, attempt: NewAttempt): Promise<string | null> {
  const { eventId, delivery, attempt: number, url, attemptedAt, requestBody } = attempt
  const { rows } = await sql<{ id: string }>`
    with video as (
      select v.deleted_at from webhook_events e join videos v on v.id = e.video_id
      where e.id = ${eventId} and e.type <> 'video.deleted' for share of v
    )
    insert into webhook_attempts (event_id, delivery, attempt, url, attempted_at, request_body, delivered)
    select e.id, ${delivery}, ${number}, ${url}, ${attemptedAt}, ${requestBody}, false
    from webhook_events e
    where e.id = ${eventId} and not exists (select from video where deleted_at is not null)
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

async function finishAttempt(db: Db, attemptId: string, result: AttemptResult): Promise<void> {
  const { outcome, nextAttemptAt, ended } = result
  const excerpt = storableText(outcome.responseExcerpt, LONGEST_EXCERPT)
  await db.transaction().execute(async (transaction) => {
    const { event_id: eventId, delivery } = await transaction
      .updateTable('webhook_attempts')
      .set((eb) => ({
        delivered: outcome.delivered,
        response_status: outcome.status,
        // No body any more: its video was deleted meanwhile, and the answer may repeat it.
        response_excerpt: eb.case().when('request_body', 'is', null).then('').else(excerpt).end(),
        error: outcome.error === null ? null : storableText(outcome.error, LONGEST_ERROR),
        duration_ms: Math.round(outcome.durationMs),
        request_headers: outcome.requestHeaders === null ? null : JSON.stringify(outcome.requestHeaders),
        next_attempt_at: nextAttemptAt,
      }))
      .where('id', '=', attemptId)
      .returning(['event_id', 'delivery'])
      .executeTakeFirstOrThrow()
    if (ended !== null) await endDelivery(transaction, { eventId, delivery }, ended)
  })
}

async function endDelivery(db: Db, { eventId, delivery }: DeliveryKey, status: EndedDelivery): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ status, completed_at: sql`clock_timestamp()` })
    .where('id', '=', eventId)
    .where('delivery', '=', delivery)
    .where('status', '=', 'pending')
    .execute()
}

/** A delivery that nothing was sent of yet is about to begin: who asks twice gets one. */
async function redeliver(db: Db, accountId: string, eventId: string): Promise<DeliveryKey | null> {
  const { rows } = await sql<{ delivery: number }>`
    update webhook_events e set
      delivery = e.delivery + next.step,
      pending_since = case next.step when 1 then clock_timestamp() else e.pending_since end,
      status = 'pending', completed_at = null
    from (
      select f.id, case when f.status = 'pending' and not exists (
        select from webhook_attempts t where t.event_id = f.id and t.delivery = f.delivery
      ) then 0 else 1 end as step
      from webhook_events f left join videos v on v.id = f.video_id
      where f.id = ${eventId} and f.account_id = ${accountId} and ${isDelivered('f')} and ${isThere('f', 'v')}
      for update of f
    ) as next
    where e.id = next.id
    returning e.delivery`.execute(db)
  return rows[0] ? { eventId, delivery: rows[0].delivery } : null
}

async function releaseHeld(db: Db, limit: number, accountId?: string): Promise<DeliveryKey[]> {
  const { rows } = await sql<{ id: string; delivery: number }>`
    update webhook_events e set
      delivery = e.delivery + 1, pending_since = clock_timestamp(), status = 'pending', completed_at = null
    from (
      select h.id from webhook_events h
      left join webhook_endpoints w on w.account_id = h.account_id and h.endpoint_id is null
      left join event_endpoints n on n.id = h.endpoint_id and n.deleted_at is null
      left join videos v on v.id = h.video_id
      where h.status = 'endpoint_disabled' and ${isThere('h', 'v')}
        and coalesce(w.account_id, n.id) is not null and coalesce(w.disabled_at, n.disabled_at) is null
        and n.paused is distinct from true
        and h.created_at > statement_timestamp() - make_interval(secs => ${REDELIVERABLE_FOR_SECONDS})
        and ${accountId === undefined ? sql`true` : sql`h.account_id = ${accountId}`}
      order by h.created_at limit ${limit}
      for update of h skip locked
    ) as held
    where e.id = held.id
    returning e.id, e.delivery`.execute(db)
  return rows.map(({ id, delivery }) => ({ eventId: id, delivery }))
}
