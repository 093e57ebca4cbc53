import { sql } from 'kysely'

import type { Account } from '../../domain/account/account.ts'
import { planOf } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Db } from '../database.ts'

/** Opens the current period when the last one has ended. Otherwise this is one cheap query. */
export async function openDuePeriod(db: Db, { id, planId }: Account, plans: Plans): Promise<void> {
  const { videoSeconds } = planOf(plans, planId)
  await sql`
    select open_period(id, ${videoSeconds})
    from accounts where id = ${id} and period_ends_at <= clock_timestamp()`.execute(db)
}
