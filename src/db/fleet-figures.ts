import { sql } from 'kysely'

import type { FleetFigures } from '../ports/process/fleet-figures.ts'
import type { Db } from './database.ts'

/** Old events that are looked at one by one: enough to see that deliveries are late, and few enough for every quarter of a minute. */
const EVENTS_LOOKED_AT = 5_000

/** More are not told apart: they would take longer to count than anybody waits. */
const MOST_COUNTED = 100_000

/** Reads what concerns all of an installation in one statement, each part by an index that holds unfinished work alone. */
export async function readFleetFigures(db: Db): Promise<FleetFigures> {
  const { rows } = await sql<{
    queued: number
    rendering: number
    oldest_seconds: number
    pending: number
    held: number
    late_seconds: number
    discrepancies: number | null
    audited_at_seconds: number | null
  }>`
    select
      (select count(*)::int from videos where status = 'queued' and deleted_at is null) as queued,
      unfinished.rendering, unfinished.oldest_seconds,
      (select count(*)::int from (
        select 1 from webhook_events where status = 'pending' limit ${MOST_COUNTED}
      ) as counted) as pending,
      (select count(*)::int from (
        select 1 from webhook_events where status = 'endpoint_disabled' limit ${MOST_COUNTED}
      ) as counted) as held,
      (select coalesce(max(extract(epoch from clock_timestamp() - old.due_at)), 0)::float8 from (
        select coalesce(next.due_at, e.pending_since) as due_at from (
          select id, delivery, pending_since from webhook_events
          where status = 'pending' order by pending_since limit ${EVENTS_LOOKED_AT}
        ) as e
        left join lateral (
          select coalesce(t.next_attempt_at, t.attempted_at) as due_at from webhook_attempts t
          where t.event_id = e.id and t.delivery = e.delivery order by t.id desc limit 1
        ) as next on true
      ) as old where old.due_at < clock_timestamp()) as late_seconds,
      (select discrepancies from last_audit) as discrepancies,
      (select extract(epoch from finished_at)::float8 from last_audit) as audited_at_seconds
    from (
      select count(*)::int as rendering,
        coalesce(extract(epoch from clock_timestamp() - min(coalesce(started_at, created_at))), 0)::float8 as oldest_seconds
      from videos where status = 'rendering' and deleted_at is null
    ) as unfinished`.execute(db)
  const found = rows[0]!
  return {
    queued: found.queued,
    rendering: found.rendering,
    oldestSeconds: Math.max(0, found.oldest_seconds),
    pending: found.pending,
    held: found.held,
    lateSeconds: found.late_seconds,
    audit:
      found.discrepancies === null || found.audited_at_seconds === null
        ? null
        : { discrepancies: found.discrepancies, atSeconds: found.audited_at_seconds },
  }
}
