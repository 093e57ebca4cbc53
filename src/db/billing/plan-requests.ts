import { sql } from 'kysely'

import type { PlanRequest, PlanRequestStatus } from '../../domain/billing/billing.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { PlanDecision, PlanRequests } from '../../ports/billing/plan-requests.ts'
import { changePlan } from '../account/accounts.ts'
import type { Db } from '../database.ts'

/** Requests for other plans in PostgreSQL. */
export function createPlanRequests(db: Db, plans: Plans): PlanRequests {
  return {
    ask: (request) => ask(db, request),
    async latest(accountId) {
      const row = await requests(db)
        .where('plan_requests.account_id', '=', accountId)
        .orderBy('asked_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? toRequest(row) : null
    },
    open: (limit, after) => openRequests(db, limit, after),
    async withdraw(accountId, requestId) {
      const gone = await end(db, 'withdrawn')
        .where('account_id', '=', accountId)
        .where('id', '=', requestId)
        .returning('id')
        .executeTakeFirst()
      return gone !== undefined
    },
    decide: (requestId, decision) => decide(db, plans, requestId, decision),
  }
}

/**
 * The account has one open request whoever asks at the same moment. This waits for a decision that is being made
 * about the open one, and makes a request of its own then.
 */
async function ask(
  db: Db,
  { id, accountId, planId, personId }: Parameters<PlanRequests['ask']>[0],
): Promise<PlanRequest> {
  const asked = { id, plan_id: planId, asked_by: personId, asked_at: sql<Date>`clock_timestamp()` }
  // The row is locked until it is read, so that nobody takes its place in between.
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('plan_requests')
      .values({ ...asked, account_id: accountId })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          // Not a parameter: the index of open requests is found by these very words.
          .where(sql<boolean>`status = 'open'`)
          .doUpdateSet(asked),
      )
      .execute()
    return toRequest(await requests(transaction).where('plan_requests.id', '=', id).executeTakeFirstOrThrow())
  })
}

async function openRequests(db: Db, limit: number, after: string | null): Promise<PlanRequest[] | null> {
  const place = sql`(select asked_at, id from plan_requests where id = ${after})`
  const known = db.selectFrom('plan_requests').select('id').where('id', '=', after)
  if (after !== null && !(await known.executeTakeFirst())) return null
  const rows = await requests(db)
    .where('status', '=', 'open')
    .$if(after !== null, (query) => query.where(sql<boolean>`(asked_at, plan_requests.id) > ${place}`))
    .orderBy('asked_at')
    .orderBy('plan_requests.id')
    .limit(limit)
    .execute()
  return rows.map(toRequest)
}

async function decide(
  db: Db,
  plans: Plans,
  requestId: string,
  { verdict, personId, note }: PlanDecision,
): Promise<PlanRequest | null> {
  return db.transaction().execute(async (transaction) => {
    const open = await requests(transaction)
      .where('plan_requests.id', '=', requestId)
      .where('status', '=', 'open')
      .forUpdate('plan_requests')
      .executeTakeFirst()
    if (!open) return null
    if (verdict === 'approved') await changePlan(transaction, plans, open.account_id, open.plan_id)
    await end(transaction, verdict).set({ decided_by: personId, note }).where('id', '=', requestId).execute()
    const decided = await requests(transaction)
      .where('plan_requests.id', '=', requestId)
      .executeTakeFirstOrThrow()
    return toRequest(decided)
  })
}

/** Ends requests that are open; which ones is for the caller to say. */
function end(db: Db, status: PlanRequestStatus) {
  return db
    .updateTable('plan_requests')
    .set({ status, decided_at: sql<Date>`clock_timestamp()` })
    .where('status', '=', 'open')
}

function requests(db: Db) {
  return db
    .selectFrom('plan_requests')
    .innerJoin('accounts', 'accounts.id', 'plan_requests.account_id')
    .leftJoin('people', 'people.id', 'plan_requests.asked_by')
    .select([
      'plan_requests.id',
      'plan_requests.account_id',
      'accounts.name as account_name',
      'plan_requests.plan_id',
      'accounts.plan_id as current_plan_id',
      'people.name as asked_by',
      'asked_at',
      'status',
      'decided_at',
      'note',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>

function toRequest(row: Row): PlanRequest {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    planId: row.plan_id,
    currentPlanId: row.current_plan_id,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    status: row.status as PlanRequestStatus,
    decidedAt: row.decided_at,
    note: row.note,
  }
}
