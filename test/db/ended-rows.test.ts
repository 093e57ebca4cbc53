import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createHousekeepingActivities } from '../../src/activities/housekeeping.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { createOrphans } from '../../src/db/housekeeping.ts'
import { migrate } from '../../src/db/migrate.ts'
import { DEFAULT_PLANS } from '../../src/domain/account/plan.ts'
import { createLog } from '../../src/process/log.ts'
import { createTestDatabase } from '../support/database/database.ts'

/** More than two portions of each sort. */
const MANY = 1_200

const log = createLog({ level: 'silent' })

let db: Db

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl)
  db = openDatabase(databaseUrl, log)
  await sql`select create_account('acc_1', 'A', 'a@example.com', 'free', 60, 'sealed'::bytea, null)`.execute(
    db,
  )
  await sql`insert into people (id, name, email) values ('per_1', 'P', 'p@example.com')`.execute(db)
})
afterAll(() => db.destroy())

function removeOldRequests(): Promise<number> {
  return createHousekeepingActivities({
    orphans: createOrphans(db, new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))),
    billingCustomers: { forgetNotices: async () => 0 },
    media: { removeAll: async () => undefined },
    sweepScratch: async () => 0,
    clock: () => new Date(),
    log,
  }).removeOldRequests()
}

const session = (id: string, age: string, left: string, count: number) => sql`
  insert into sign_in_sessions (id, person_id, token, created_at, updated_at, expires_at)
  select ${id} || n, 'per_1', ${id} || n, now() - ${age}::interval, now(), now() + ${left}::interval
  from generate_series(1, ${count}::integer) as n`
const invitation = (id: string, left: string, used: boolean, count: number) => sql`
  insert into invitations (id, token_hash, account_id, email, role, expires_at, used_at)
  select ${id} || n, sha256((${id} || n)::bytea), 'acc_1', 'i@example.com', 'member', now() + ${left}::interval,
    case when ${used} then now() end from generate_series(1, ${count}::integer) as n`
const planRequest = (id: string, age: string, status: string, count: number) => sql`
  insert into plan_requests (id, account_id, plan_id, status, decided_at)
  select ${id} || n, 'acc_1', 'starter', ${status}, case when ${status} <> 'open' then now() - ${age}::interval end
  from generate_series(1, ${count}::integer) as n`
const attempt = (id: string, age: string, count: number) => sql`
  insert into sign_in_attempts (id, key, count, last_request)
  select ${id} || n, ${id} || n, 1, (extract(epoch from now() - ${age}::interval) * 1000)::bigint
  from generate_series(1, ${count}::integer) as n`
const limit = (id: string, age: string, count: number) => sql`
  insert into rate_limits (caller_id, bucket, hits)
  select ${id} || n, 'requests', array[now() - interval '1 day', now() - ${age}::interval]
  from generate_series(1, ${count}::integer) as n`
const ownLinks = (id: string, removed: string | null, count: number) => sql`
  with twin as (
    insert into twins (id, account_id, name, state, withdrawn_at, keeps_videos, removed_at)
    values (${`twn_${id}`}, 'acc_1', 'T', 'withdrawn', now(), true, now() - ${removed}::interval) returning id
  ), recording as (
    insert into twin_recordings (id, twin_id, account_id, token_hash, started_by, records_until)
    select ${`rec_${id}`}, id, 'acc_1', sha256(${id}::bytea), 'per_1', now() from twin returning id
  )
  insert into twin_own_links (token_hash, recording_id)
  select sha256((${id} || n)::bytea), id from recording, generate_series(1, ${count}::integer) as n`

const keptAnswer = (id: string, age: string, count: number) => sql`
  insert into kept_answers (id, account_id, operation, idempotency_key, request_hash, asked_at)
  select ${id} || n, 'acc_1', 'rotateWebhookSecret', ${id} || n, sha256('body'), now() - ${age}::interval
  from generate_series(1, ${count}::integer) as n`

const idsIn = async (table: string, column = 'id') =>
  (
    await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)} order by 1`.execute(db)
  ).rows.map(({ id }) => id)

test('one round removes what has ended, however much it is, and nothing else', async () => {
  for (const rows of [
    session('expired', '20 days', '-1 minute', MANY),
    session('old', '31 days', '10 days', 3),
    session('kept', '29 days', '10 days', 2),
    invitation('expired', '-1 minute', false, MANY),
    invitation('used', '3 days', true, 3),
    invitation('kept', '3 days', false, 2),
    planRequest('declined', '91 days', 'declined', MANY),
    planRequest('withdrawn', '91 days', 'withdrawn', 3),
    planRequest('kept', '89 days', 'approved', 1),
    planRequest('open', '0 days', 'open', 1),
    attempt('gone', '2 hours', MANY),
    attempt('kept', '1 minute', 1),
    limit('gone', '3 hours', MANY),
    limit('kept', '30 minutes', 1),
    keptAnswer('gone', '25 hours', MANY),
    keptAnswer('kept', '23 hours', 1),
    ownLinks('gone', '91 days', MANY),
    ownLinks('lately', '89 days', 2),
    ownLinks('there', null, 1),
  ]) {
    await rows.execute(db)
  }
  expect(await removeOldRequests()).toBe(7 * MANY + 9)
  expect(await idsIn('sign_in_sessions')).toEqual(['kept1', 'kept2'])
  expect(await idsIn('invitations')).toEqual(['kept1', 'kept2'])
  expect(await idsIn('plan_requests')).toEqual(['kept1', 'open1'])
  expect(await idsIn('sign_in_attempts')).toEqual(['kept1'])
  expect(await idsIn('rate_limits', 'caller_id')).toEqual(['kept1'])
  expect(await idsIn('kept_answers')).toEqual(['kept1'])
  expect(await idsIn('twin_own_links', 'recording_id')).toEqual(['rec_lately', 'rec_lately', 'rec_there'])
  expect(await removeOldRequests()).toBe(0)
})
