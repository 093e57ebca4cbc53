import { sql } from 'kysely'

import type { Plans } from '../../domain/account/plan.ts'
import type {
  BillingCustomer,
  BillingCustomers,
  BillingOutcome,
  BillingTurn,
} from '../../ports/billing/billing-customers.ts'
import type { BillingNotice } from '../../ports/billing/subscriptions.ts'
import { changePlan } from '../account/accounts.ts'
import type { Db } from '../database.ts'

const customerColumns = ['account_id', 'customer_id', 'paid_plan_id'] as const

/** Which account is which customer of the payment provider, in PostgreSQL. */
export function createBillingCustomers(db: Db, plans: Plans): BillingCustomers {
  return {
    find: (accountId) => findCustomer(db, accountId),
    async add(accountId, customerId) {
      await db
        .insertInto('billing_customers')
        .values({ account_id: accountId, customer_id: customerId })
        .onConflict((conflict) => conflict.column('account_id').doNothing())
        .execute()
      return (await findCustomer(db, accountId))!
    },
    async begin(notice) {
      const row = await db
        .updateTable('billing_customers')
        .set(({ eb }) => ({ begun_turn: eb('begun_turn', '+', 1) }))
        .where('customer_id', '=', notice.customerId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('billing_notices').where('billing_notices.id', '=', notice.id))),
        )
        .returning([...customerColumns, 'begun_turn'])
        .executeTakeFirst()
      return row ? { customer: toCustomer(row), number: row.begun_turn } : null
    },
    take: (notice, turn, follow) =>
      db.transaction().execute((transaction) => take(transaction, plans, { notice, turn, follow })),
    async forgetNotices(olderThanSeconds) {
      const { numDeletedRows } = await db
        .deleteFrom('billing_notices')
        .where('taken_at', '<', sql<Date>`statement_timestamp() - make_interval(secs => ${olderThanSeconds})`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

interface Taking {
  readonly notice: BillingNotice
  readonly turn: BillingTurn
  readonly follow: (customer: BillingCustomer) => BillingOutcome
}

/** Nobody is asked anything in here: the connection is for others. */
async function take(transaction: Db, plans: Plans, { notice, turn, follow }: Taking): Promise<boolean> {
  const row = await transaction
    .selectFrom('billing_customers')
    .select([...customerColumns, 'taken_turn'])
    .where('customer_id', '=', notice.customerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const noted = await transaction
    .insertInto('billing_notices')
    .values({ id: notice.id, account_id: row.account_id, type: notice.type })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) return false
  // A request that began later has asked later, and knows what this notice was about.
  if (row.taken_turn >= turn.number) return true
  const { planId, paidPlanId } = follow(toCustomer(row))
  if (planId !== null) await changePlan(transaction, plans, row.account_id, planId)
  await transaction
    .updateTable('billing_customers')
    .set({ paid_plan_id: paidPlanId, taken_turn: turn.number })
    .where('account_id', '=', row.account_id)
    .execute()
  return true
}

async function findCustomer(db: Db, accountId: string): Promise<BillingCustomer | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select(customerColumns)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? toCustomer(row) : null
}

function toCustomer(row: {
  account_id: string
  customer_id: string
  paid_plan_id: string | null
}): BillingCustomer {
  return { accountId: row.account_id, customerId: row.customer_id, paidPlanId: row.paid_plan_id }
}
