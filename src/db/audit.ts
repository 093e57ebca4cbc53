import { sql } from 'kysely'

import type { Discrepancy } from '../domain/billing/ledger.ts'
import type { Db } from './database.ts'

/** How long a statement of the audit may take: some ten seconds for a million videos. */
export const AUDIT_TIMEOUT_MS = 30 * 60_000

interface Row {
  readonly account_id: string
  readonly video_id: string | null
  readonly rule: string
  readonly expected: number
  readonly found: number
}

/**
 * Recalculates all figures from the recorded events and reports every discrepancy.
 *
 * It reads one snapshot with a few statements over whole tables, so it can run while the service is busy.
 */
export async function auditBooks(db: Db): Promise<Discrepancy[]> {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      // Behind a pooler the role's own limit would end them.
      await sql`set local statement_timeout = ${sql.lit(AUDIT_TIMEOUT_MS)}`.execute(snapshot)
      return [
        ...(await accountFigures(snapshot)),
        ...(await usageDays(snapshot)),
        ...(await videoMovements(snapshot)),
        ...(await videoEvents(snapshot)),
        ...(await batchEnds(snapshot)),
        ...(await batchVideos(snapshot)),
        ...(await ledgerRows(snapshot)),
      ]
    })
  return found.map((row) => ({
    accountId: row.account_id,
    videoId: row.video_id,
    rule: row.rule,
    expected: row.expected,
    found: row.found,
  }))
}

/** Notes how many discrepancies an audit found. */
export async function noteAudit(db: Db, discrepancies: number): Promise<void> {
  await db
    .insertInto('last_audit')
    .values({ discrepancies })
    .onConflict((row) =>
      row.column('only_one').doUpdateSet({ discrepancies, finished_at: sql`clock_timestamp()` }),
    )
    .execute()
}

/** The running figures of each account against its ledger and its videos. */
async function accountFigures(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with moved as (
      select account_id, sum(seconds) as seconds from ledger group by account_id
    ), made as (
      select v.account_id,
        sum(v.reserved_seconds) filter (where v.status in ('queued', 'rendering') and v.deleted_at is null) as held,
        count(*) filter (where v.status = 'rendering' and v.deleted_at is null) as rendering,
        sum(v.charged_seconds) filter (where v.status = 'ready' and v.period_started_at = a.period_started_at) as charged,
        count(*) filter (where (v.status <> 'failed' or v.failed_by_request) and (v.created_at at time zone 'utc')::date = a.day) as accepted
      from videos v join accounts a on a.id = v.account_id group by v.account_id
    )
    select a.id as account_id, null as video_id, figure.rule, figure.expected::int, figure.found::int
    from accounts a left join moved on moved.account_id = a.id left join made on made.account_id = a.id
    cross join lateral (values
      ('remaining seconds are the sum of the ledger', coalesce(moved.seconds, 0), a.remaining_seconds),
      ('reserved seconds are those of unfinished videos', coalesce(made.held, 0), a.reserved_seconds),
      ('used seconds are those charged in this period', coalesce(made.charged, 0), a.used_seconds),
      ('rendering videos are counted', coalesce(made.rendering, 0), a.rendering_videos),
      ('the day’s videos are counted', coalesce(made.accepted, 0), a.day_videos)
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by a.id`.execute(db)
  return rows
}

/** What is shown of each day is what its videos cost. */
async function usageDays(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with made as (
      select account_id, period_started_at, (completed_at at time zone 'utc')::date as day,
        sum(charged_seconds) as seconds, count(*) as videos
      from videos where status = 'ready' group by 1, 2, 3
    )
    select account_id, null as video_id, figure.rule, figure.expected::int, figure.found::int
    from made full join usage_days d using (account_id, period_started_at, day)
    cross join lateral (values
      ('a day’s seconds are those charged on it', coalesce(made.seconds, 0), coalesce(d.seconds, 0)),
      ('a day’s ready videos are counted', coalesce(made.videos, 0), coalesce(d.videos, 0))
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by account_id, day`.execute(db)
  return rows
}

/** Each video is held once, ended once when it has ended, and costs what is written on it. */
async function videoMovements(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with v as (
      select v.id, v.account_id, v.status, v.charged_seconds, v.reserved_seconds,
        v.test_outcome is not null as is_test, a.test_of is not null as in_test_data,
        v.status in ('queued', 'rendering') and v.deleted_at is null as unfinished,
        count(l.id) filter (where l.kind = 'reserve' and l.seconds = -v.reserved_seconds) as reserves,
        count(l.id) filter (where l.kind in ('settle', 'release')) as ends,
        coalesce(sum(-l.seconds) filter (where l.kind <> 'expire'), 0) as paid
      from videos v join accounts a on a.id = v.account_id left join ledger l on l.video_id = v.id
      group by v.id, a.id
    )
    select v.account_id, v.id as video_id, figure.rule, figure.expected::int, figure.found::int
    from v cross join lateral (values
      ('a test video is among test data, and no other is', v.is_test::int, v.in_test_data::int),
      ('a video’s seconds are reserved once, and those of a test video never', (not v.is_test)::int, v.reserves),
      ('an ended video is settled or released once', (not (v.unfinished or v.is_test))::int, v.ends),
      ('a video costs what was charged',
        case when v.unfinished then v.reserved_seconds else coalesce(v.charged_seconds, 0) end, v.paid)
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by v.account_id, v.id`.execute(db)
  return rows
}

/** Each ready or failed video is told once, and no other is. */
async function videoEvents(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with v as (
      select v.id, v.account_id, v.status, count(e.id) as events,
        count(e.id) filter (where e.type = 'video.' || v.status and e.account_id = v.account_id) as right_events
      from videos v left join webhook_events e on e.video_id = v.id and e.endpoint_id is null
      group by v.id
    )
    select v.account_id, v.id as video_id, figure.rule, figure.expected::int, figure.found::int
    from v cross join lateral (values
      ('a video has one event when it has ended', case when v.status in ('ready', 'failed') then 1 else 0 end, v.events),
      ('an event says what became of the video', v.events, v.right_events)
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by v.account_id, v.id`.execute(db)
  return rows
}

/** Each batch that has ended is told once, and nothing of it is under way. */
async function batchEnds(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with b as (
      select b.account_id, b.id, b.status <> 'running' as ended,
        (select count(*) from webhook_events e where e.subject_type = 'batch' and e.subject_id = b.id and e.endpoint_id is null) as events,
        (select count(*) from batch_items i where i.batch_id = b.id and i.status = 'waiting') as waiting,
        (select count(*) from videos v where v.batch_id = b.id and v.account_id = b.account_id
          and v.status in ('queued', 'rendering') and v.deleted_at is null) as unfinished
      from batches b
    )
    select b.account_id, null as video_id, figure.rule, figure.expected::int, figure.found::int
    from b cross join lateral (values
      ('a batch has one event when it has ended', b.ended::int, b.events),
      ('no item of a batch that has ended waits', case when b.ended then 0 else b.waiting end, b.waiting),
      ('no video of a batch that has ended is being made', case when b.ended then 0 else b.unfinished end, b.unfinished)
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by b.account_id, b.id`.execute(db)
  return rows
}

/** Each video that a batch has started is that of one of its items. */
async function batchVideos(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.account_id, v.id as video_id, 'a video of a batch is that of one item' as rule, 1 as expected,
      count(i.number)::int as found
    from videos v left join batch_items i on i.batch_id = v.batch_id and i.video_id = v.id
    where v.batch_id is not null
    group by v.id having count(i.number) <> 1
    order by v.account_id, v.id`.execute(db)
  return rows
}

/** Every row follows from the one before it: none was changed, taken out or put in between. */
async function ledgerRows(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with l as (
      select account_id, video_id, number, balance_seconds,
        row_number() over w as counted, sum(seconds) over w as balance
      from ledger window w as (partition by account_id order by id)
    )
    select l.account_id, l.video_id, figure.rule, figure.expected::int, figure.found::int
    from l cross join lateral (values
      ('movements are numbered without gaps', l.counted, l.number),
      ('a movement’s balance is the sum up to it', l.balance, l.balance_seconds),
      ('no balance is below zero', greatest(l.balance, 0), l.balance)
    ) as figure (rule, expected, found)
    where figure.expected <> figure.found
    order by l.account_id, l.counted`.execute(db)
  return rows
}
