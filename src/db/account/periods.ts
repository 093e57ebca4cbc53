import { sql } from 'kysely'

import type { Account } from '../../domain/account/account.ts'
import { planOf } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Db } from '../database.ts'

/** Whether the period of a row of `accounts` has ended, by the clock of the server. */
export const PERIOD_IS_OVER = sql<boolean>`accounts.period_ends_at <= clock_timestamp()`.as('period_is_over')

/**
 * Reads figures of an account in its current period, which is opened first when the last one has ended: one query in all
 * but the first look of each month.
 *
 * @param read returns at least one row of the account, with `PERIOD_IS_OVER`.
 */
export async function readInPeriod<Row extends { readonly period_is_over: boolean }>(
  db: Db,
  { id, planId }: Account,
  plans: Plans,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await read()
  if (rows[0]?.period_is_over !== true) return rows
  const { videoSeconds } = planOf(plans, planId)
  await sql`select open_period(${id}, ${videoSeconds})`.execute(db)
  return read()
}
