import { sql } from 'kysely'

import type { Account, Allowance, VideosInUse } from '../../domain/account/account.ts'
import { problem } from '../../domain/error/errors.ts'
import { planOf, requirePlan } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Accounts } from '../../ports/account/accounts.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { Db } from '../database.ts'
import { PERIOD_IS_OVER, readInPeriod } from './periods.ts'
import { insertStarredVoices } from '../speech/voices.ts'

/** What an account is read from, also where its table is joined with others. */
export const accountColumns = [
  'accounts.id',
  'accounts.name',
  'accounts.email',
  'accounts.plan_id',
  'accounts.created_at',
  'accounts.test_of',
] as const

/** Until the transaction ends, others that lock the account wait, and so does what changes its row. */
export async function lockAccount(transaction: Db, accountId: string): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Accounts in PostgreSQL. Their webhook secrets are stored encrypted. */
export function createAccounts(db: Db, plans: Plans, secrets: SecretBox): Accounts {
  const planSeconds = (planId: string) => planOf(plans, planId).videoSeconds
  return {
    async create({ id, name, email, planId, webhookSecret, starredVoices }) {
      const sealed = secrets.seal(webhookSecret, webhookSecretPurpose(id))
      await db.transaction().execute(async (transaction) => {
        await sql`
          select create_account(${id}, ${name}, ${email}, ${planId}, ${planSeconds(planId)}, ${sealed}, null)
        `.execute(transaction)
        await insertStarredVoices(transaction, id, starredVoices)
      })
      return (await findAccount(db, id))!
    },
    async openTestData(account, { id, webhookSecret }) {
      const known = await findTestData(db, account.id)
      if (known !== null) return known
      const sealed = secrets.seal(webhookSecret, webhookSecretPurpose(id))
      await db.transaction().execute(async (transaction) => {
        // Of two at the same moment, the second finds what the first has made.
        await lockAccount(transaction, account.id)
        if ((await findTestData(transaction, account.id)) !== null) return
        const { name, email, planId } = account
        await sql`
          select create_account(${id}, ${name}, ${email}, ${planId}, ${planSeconds(planId)}, ${sealed}, ${account.id})
        `.execute(transaction)
      })
      return (await findTestData(db, account.id))!
    },
    list: () => listAccounts(db),
    find: (accountId) => findAccount(db, accountId),
    findByEmail: (email) => findAccountByEmail(db, email),
    async rename(accountId, name) {
      await db
        .updateTable('accounts')
        .set({ name })
        .where((row) => row.or([row('id', '=', accountId), row('test_of', '=', accountId)]))
        .execute()
    },
    changePlan: (account, planId) => changePlan(db, plans, account.id, planId),
    allowance: (account) => readAllowance(db, plans, account),
    videosInUse: (accountId) => readVideosInUse(db, accountId),
  }
}

/**
 * Changes the plan of an account, within a transaction or in one of its own. @throws `invalid_request` for a plan that is
 * not configured, `not_found` for an account that does not exist.
 */
export async function changePlan(db: Db, plans: Plans, accountId: string, planId: string): Promise<void> {
  const after = requirePlan(plans, planId)
  const account = await findAccount(db, accountId)
  if (!account) throw problem('not_found', { message: `There is no account "${accountId}".` })
  const before = planOf(plans, account.planId)
  await sql`
    select change_plan(${accountId}, ${planId}, ${before.videoSeconds}, ${after.videoSeconds}, ${after.keepDays})`.execute(
    db,
  )
}

async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('test_of', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toAccount)
}

async function findAccount(db: Db, accountId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

async function findTestData(db: Db, accountId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where('test_of', '=', accountId)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await db
    .selectFrom('accounts')
    .select(accountColumns)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('test_of', 'is', null)
    .executeTakeFirst()
  return row ? toAccount(row) : null
}

/** What an account's signing secret is sealed for. */
export function webhookSecretPurpose(accountId: string): string {
  return `webhook secret of ${accountId}`
}

async function readAllowance(db: Db, plans: Plans, account: Account): Promise<Allowance> {
  const figures = db
    .selectFrom('accounts')
    .select(['remaining_seconds', 'reserved_seconds', 'used_seconds', 'period_started_at', 'period_ends_at'])
    .select(PERIOD_IS_OVER)
    .where('id', '=', account.id)
  const row = (await readInPeriod(db, account, plans, () => figures.execute()))[0]!
  return {
    remainingSeconds: row.remaining_seconds,
    reservedSeconds: row.reserved_seconds,
    usedSeconds: row.used_seconds,
    periodStartedAt: row.period_started_at,
    periodEndsAt: row.period_ends_at,
  }
}

async function readVideosInUse(db: Db, accountId: string): Promise<VideosInUse> {
  const { rows } = await sql<VideosInUse>`
    select a.rendering_videos as rendering,
      (select count(*)::int from videos v
        where v.account_id = a.id and v.status = 'queued' and v.deleted_at is null) as queued,
      case when a.day = (clock_timestamp() at time zone 'utc')::date then a.day_videos else 0 end as today
    from accounts a where a.id = ${accountId}`.execute(db)
  return rows[0]!
}

/** The account of a row with `accountColumns`. */
export function toAccount(row: {
  id: string
  name: string
  email: string
  plan_id: string
  created_at: Date
  test_of: string | null
}): Account {
  const { id, name, email } = row
  return { id, name, email, planId: row.plan_id, createdAt: row.created_at, testOf: row.test_of }
}
