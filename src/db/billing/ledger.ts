import { sql } from 'kysely'

import type { Movement, MovementKind, LimitFigures, Usage } from '../../domain/billing/ledger.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { Db } from '../database.ts'
import { openDuePeriod } from '../account/periods.ts'

/** Ledger entries and usage of accounts in PostgreSQL. */
export function createLedger(db: Db, plans: Plans): Ledger {
  return {
    page: (accountId, limit, before) => pageOfMovements(db, accountId, limit, before),
    async usage(account) {
      await openDuePeriod(db, account, plans)
      return readUsage(db, account.id)
    },
    async limitFigures(account) {
      await openDuePeriod(db, account, plans)
      return readLimitFigures(db, account.id)
    },
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
  readonly date: string
  readonly seconds: number
  readonly videos: number
}

/** One statement, so that the days add up to the total whatever happens meanwhile. */
async function readUsage(db: Db, accountId: string): Promise<Usage> {
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
      to_char(c.day, 'YYYY-MM-DD') as date, coalesce(d.seconds, 0) as seconds, coalesce(d.videos, 0) as videos
    from a
    cross join lateral (
      select first.day + n as day
      from (select (a.period_started_at at time zone 'utc')::date) as first (day),
        generate_series(0, (clock_timestamp() at time zone 'utc')::date - first.day) n
    ) c
    left join d on d.day = c.day
    order by c.day`.execute(db)
  const account = rows[0]!
  return {
    remainingSeconds: account.remaining_seconds,
    reservedSeconds: account.reserved_seconds,
    usedSeconds: account.used_seconds,
    periodStartedAt: account.period_started_at,
    periodEndsAt: account.period_ends_at,
    days: rows.map(({ date, seconds, videos }) => ({ date, seconds, videos })),
  }
}

async function readLimitFigures(db: Db, accountId: string): Promise<LimitFigures> {
  const row = await db
    .selectFrom('accounts')
    .select(['remaining_seconds', 'reserved_seconds', 'rendering_videos'])
    .select(
      sql<number>`case when day = (clock_timestamp() at time zone 'utc')::date then day_videos else 0 end`.as(
        'todays_videos',
      ),
    )
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    remainingSeconds: row.remaining_seconds,
    reservedSeconds: row.reserved_seconds,
    renderingVideos: row.rendering_videos,
    todaysVideos: row.todays_videos,
  }
}
