import { sql } from 'kysely'

import type { ModerationCount, ModerationCounts } from '../../ports/moderation/moderation-counts.ts'
import type { Db } from '../database.ts'

/** Counts in PostgreSQL: a row for each account, day and kind of decision. */
export function createModerationCounts(db: Db): ModerationCounts {
  return {
    async add({ accountId, decidedBy, decision }) {
      await db
        .insertInto('moderation_counts')
        .values({ account_id: accountId, decided_by: decidedBy, decision })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'day', 'decided_by', 'decision'])
            .doUpdateSet({ count: sql`moderation_counts.count + 1` }),
        )
        .execute()
    },
    async list(days, accountId) {
      let query = db
        .selectFrom('moderation_counts')
        .select(['account_id', 'decided_by', 'decision', 'count', sql<string>`day::text`.as('day')])
        .where('day', '>', sql<Date>`(clock_timestamp() at time zone 'utc')::date - ${days}::integer`)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      const rows = await query
        .orderBy('day', 'desc')
        .orderBy('account_id')
        .orderBy('decided_by')
        .orderBy('decision')
        .execute()
      return rows.map((row) => ({
        day: row.day,
        accountId: row.account_id,
        // A check of the table knows the same.
        decidedBy: row.decided_by as ModerationCount['decidedBy'],
        decision: row.decision as ModerationCount['decision'],
        count: row.count,
      }))
    },
  }
}
