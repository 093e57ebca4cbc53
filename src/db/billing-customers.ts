import { sql } from 'kysely'

import type { BillingCustomer, BillingCustomers } from '../ports/billing-customers.ts'
import type { Db } from './database.ts'

const customerColumns = ['account_id', 'customer_id', 'paid_plan_id'] as const

/** Which account is which customer of the payment provider, in PostgreSQL. */
export function createBillingCustomers(db: Db): BillingCustomers {
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
    take: (notice, work) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('billing_customers')
          .select(customerColumns)
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
        const paidPlanId = await work(toCustomer(row))
        await transaction
          .updateTable('billing_customers')
          .set({ paid_plan_id: paidPlanId })
          .where('account_id', '=', row.account_id)
          .execute()
        return true
      }),
    async forgetNotices(olderThanSeconds) {
      const { numDeletedRows } = await db
        .deleteFrom('billing_notices')
        .where('taken_at', '<', sql<Date>`statement_timestamp() - make_interval(secs => ${olderThanSeconds})`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
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
