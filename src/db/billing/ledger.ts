import { sql } from 'kysely'

import type { Movement, MovementKind, LimitFigures, Usage } from '../../domain/billing/ledger.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { Db } from '../database.ts'
import { PERIOD_IS_OVER, readInPeriod } from '../account/periods.ts'

/** Ledger entries and usage of accounts in PostgreSQL. */
export function createLedger(db: Db, plans: Plans): Ledger {
  return {
    page: (accountId, limit, before) => pageOfMovements(db, accountId, limit, before),
    usage: (account) => readUsage(db, plans, account),
    limitFigures: (account) => readLimitFigures(db, plans, account),
  }
}

async function pageOfMovements(
  db: Db,
  accountId: string,
  limit: number,
  before: number | null,
): Promise<Movement[]> {
  let query = db
    .selectFrom('ledger')
    .select(['number', 'kind', 'seconds', 'balance_seconds', 'video_id', 'created_at'])
    .where('account_id', '=', accountId)
  if (before !== null) query = query.where('number', '<', before)
  const rows = await query.orderBy('number', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    number: row.number,
    kind: row.kind as MovementKind,
    seconds: row.seconds,
    balanceSeconds: row.balance_seconds,
    videoId: row.video_id,
    createdAt: row.created_at,
  }))
}

interface UsageRow {
  readonly remaining_seconds: number
  readonly reserved_seconds: number
  readonly used_seconds: number
  readonly period_started_at: Date
  readonly period_ends_at: Date
  readonly period_is_over: boolean
  readonly date: string
  readonly seconds: number
  readonly videos: number
}

async function readUsage(db: Db, plans: Plans, account: Account): Promise<Usage> {
  const rows = await readInPeriod(db, account, plans, () => usageRows(db, account.id))
  const figures = rows[0]!
  return {
    remainingSeconds: figures.remaining_seconds,
    reservedSeconds: figures.reserved_seconds,
    usedSeconds: figures.used_seconds,
    periodStartedAt: figures.period_started_at,
    periodEndsAt: figures.period_ends_at,
    days: rows.map(({ date, seconds, videos }) => ({ date, seconds, videos })),
  }
}

/** One statement, so that the days add up to the total whatever happens meanwhile. */
async function usageRows(db: Db, accountId: string): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    -- Each by itself, so that the days are always found by account and period, however many the planner expects.
    with a as materialized (
      select id, remaining_seconds, reserved_seconds, used_seconds, period_started_at, period_ends_at
      from accounts where id = ${accountId}
    ),
    d as materialized (
      select u.day, u.seconds, u.videos
      from a join usage_days u on u.account_id = a.id and u.period_started_at = a.period_started_at
    )
    select a.remaining_seconds, a.reserved_seconds, a.used_seconds, a.period_started_at, a.period_ends_at,
      a.period_ends_at <= clock_timestamp() as period_is_over,
      to_char(c.day, 'YYYY-MM-DD') as date, coalesce(d.seconds, 0) as seconds, coalesce(d.videos, 0) as videos
    from a
    cross join lateral (
      select first.day + n as day
      from (select (a.period_started_at at time zone 'utc')::date) as first (day),
        generate_series(0, (clock_timestamp() at time zone 'utc')::date - first.day) n
    ) c
    left join d on d.day = c.day
    order by c.day`.execute(db)
  return rows
}

async function readLimitFigures(db: Db, plans: Plans, account: Account): Promise<LimitFigures> {
  const figures = db
    .selectFrom('accounts')
    .select(['remaining_seconds', 'reserved_seconds', 'rendering_videos'])
    .select(PERIOD_IS_OVER)
    .select(
      sql<number>`case when day = (clock_timestamp() at time zone 'utc')::date then day_videos else 0 end`.as(
        'todays_videos',
      ),
    )
    .where('id', '=', account.id)
  const row = (await readInPeriod(db, account, plans, () => figures.execute()))[0]!
  return {
    remainingSeconds: row.remaining_seconds,
    reservedSeconds: row.reserved_seconds,
    renderingVideos: row.rendering_videos,
    todaysVideos: row.todays_videos,
  }
}
