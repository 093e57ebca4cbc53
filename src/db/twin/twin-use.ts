import { sql } from 'kysely'

import type { TwinUsage, TwinUse } from '../../ports/twin/twin-use.ts'
import type { Db } from '../database.ts'

/** Locks an account: of many who count what it uses at a time, each counts what the one before has written. */
export async function lockAccount(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** What accounts use, counted in PostgreSQL. */
export function createTwinUse(db: Db): TwinUse {
  return {
    async of(accountId) {
      const { rows } = await sql<Record<keyof TwinUsage, number>>`
        with today as (select date_trunc('day', statement_timestamp(), 'UTC') as began)
        select
          (select count(*)::int from twin_recordings r where r.account_id = ${accountId}
            and r.ended_at is null and r.records_until > statement_timestamp()) as "openRecordings",
          (select coalesce(sum(k.size_bytes), 0)::float8 from twin_takes k join twins t on t.id = k.twin_id
            where t.account_id = ${accountId} and t.data_key is not null and k.forgotten_at is null) as "storedBytes",
          (select count(*)::int from twin_recordings r, today
            where r.account_id = ${accountId} and r.created_at >= today.began) as "recordingsToday",
          (select count(*)::int from twin_takes k join twin_recordings r on r.id = k.recording_id, today
            where r.account_id = ${accountId} and k.created_at >= today.began) as "takesToday",
          (select count(*)::int from twin_events e, today where e.account_id = ${accountId}
            and e.kind in ('consent_given', 'build_retried') and e.created_at >= today.began) as "buildsToday"`.execute(
        db,
      )
      return rows[0]!
    },
  }
}
