import { sql } from 'kysely'

import type { Account, Allowance } from '../domain/account.ts'
import { planOf } from '../domain/plan.ts'
import type { Plans } from '../domain/plan.ts'
import type { Accounts, SecretBox } from '../ports.ts'
import type { Db } from './database.ts'

const accountColumns = ['id', 'name', 'email', 'plan_id', 'created_at'] as const

/** Accounts in PostgreSQL. Their webhook secrets are kept sealed. */
export function createAccounts(db: Db, plans: Plans, secrets: SecretBox): Accounts {
  const find = (accountId: string): Promise<Account | null> =>
    db
      .selectFrom('accounts')
      .select(accountColumns)
      .where('id', '=', accountId)
      .executeTakeFirst()
      .then((row) => (row ? toAccount(row) : null))

  return {
    find,

    async create({ id, name, email, planId, webhookSecret }) {
      const { videoSeconds } = planOf(plans, planId)
      const sealed = secrets.seal(webhookSecret, webhookPurpose(id))
      await sql`select create_account(${id}, ${name}, ${email}, ${planId}, ${videoSeconds}, ${sealed})`.execute(
        db,
      )
      return (await find(id))!
    },

    async list() {
      const rows = await db
        .selectFrom('accounts')
        .select(accountColumns)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toAccount)
    },

    async findByEmail(email) {
      const row = await db
        .selectFrom('accounts')
        .select(accountColumns)
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      return row ? toAccount(row) : null
    },

    async changePlan(accountId, planId) {
      const account = await find(accountId)
      if (!account) return
      const before = planOf(plans, account.planId).videoSeconds
      const after = planOf(plans, planId).videoSeconds
      await sql`select change_plan(${accountId}, ${planId}, ${before}, ${after})`.execute(db)
    },

    async allowance(account) {
      await sql`select open_period(${account.id}, ${planOf(plans, account.planId).videoSeconds})
        from accounts where id = ${account.id} and period_ends_at <= clock_timestamp()`.execute(db)
      return readAllowance(db, account.id)
    },

    async webhook(accountId) {
      const row = await db
        .selectFrom('accounts')
        .select(['webhook_url', 'webhook_secret'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow()
      return { url: row.webhook_url, secret: secrets.open(row.webhook_secret, webhookPurpose(accountId)) }
    },
  }
}

function webhookPurpose(accountId: string): string {
  return `webhook secret of ${accountId}`
}

async function readAllowance(db: Db, accountId: string): Promise<Allowance> {
  const row = await db
    .selectFrom('accounts')
    .select(['remaining_seconds', 'reserved_seconds', 'used_seconds', 'period_started_at', 'period_ends_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    remainingSeconds: row.remaining_seconds,
    reservedSeconds: row.reserved_seconds,
    usedSeconds: row.used_seconds,
    periodStartedAt: row.period_started_at,
    periodEndsAt: row.period_ends_at,
  }
}

function toAccount(row: {
  id: string
  name: string
  email: string
  plan_id: string
  created_at: Date
}): Account {
  return { id: row.id, name: row.name, email: row.email, planId: row.plan_id, createdAt: row.created_at }
}
