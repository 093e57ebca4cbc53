import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAccounts } from '../../../src/db/account/accounts.ts'
import { createOrphans } from '../../../src/db/housekeeping.ts'
import { createLedger } from '../../../src/db/billing/ledger.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createVideosAtWork } from '../../../src/db/video/videos-at-work.ts'
import { createVideos } from '../../../src/db/video/videos.ts'
import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import type { Orphans } from '../../../src/ports/process/orphans.ts'
import { allOf, sumOf } from '../../support/service/all-portions.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import { growDatabase } from '../../support/database/grown-database.ts'
import type { Growth } from '../../support/database/grown-database.ts'
import { openCounted, updatesOfVideos } from '../../support/database/statement-costs.ts'
import type { CountedDatabase } from '../../support/database/statement-costs.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Enough rows that reading all of a sort is far beyond the pages that an index needs. */
const VIDEOS = 12_000
const OPEN = 2_000
/** Pages that a look into a few indexes takes. */
const FEW_PAGES = 10

const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))
const NO_SECRETS = { seal: (secret: string) => Buffer.from(secret), open: String }

let counted: CountedDatabase
let orphans: Orphans

beforeAll(async () => {
  counted = openCounted(await grownDatabase({ videos: VIDEOS, inOneAccount: VIDEOS / 2, accounts: 200 }))
  orphans = createOrphans(counted.db, plans)
  await openAll()
})
afterAll(() => counted.close())

async function grownDatabase(growth: Growth): Promise<string> {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl)
  await growDatabase(databaseUrl, growth)
  return databaseUrl
}

/** As at a busy moment: thousands of videos, events and periods are open, and none of them is due. */
async function openAll(): Promise<void> {
  const newest = (offset: number) =>
    sql`(select id from videos where deleted_at is null and status = 'ready' order by created_at desc limit ${OPEN} offset ${offset})`
  await sql`update videos set status = 'rendering', progress = 10, duration_seconds = null, charged_seconds = null,
    completed_at = null, created_at = now() where id in ${newest(0)}`.execute(counted.db)
  await sql`update videos set swept_at = null, completed_at = now() where id in ${newest(0)}`.execute(
    counted.db,
  )
  await sql`update webhook_events set status = 'pending', pending_since = now()
    where video_id in ${newest(OPEN)}`.execute(counted.db)
  await sql`vacuum (analyze)`.execute(counted.db)
}

test('a period’s usage costs a few pages, however many videos the account has made', async () => {
  const account = await createAccounts(counted.db, plans, NO_SECRETS).find('acc_1')
  const { buffers, plans: why } = await counted.costOf(() => createLedger(counted.db, plans).usage(account!))
  expect(buffers, why).toBeLessThanOrEqual(FEW_PAGES)
})

describe('a round of housekeeping with nothing due costs a few pages', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['overdue videos', () => allOf(orphans.overdueVideos(40 * 60))],
    ['videos to restart', () => allOf(orphans.overdueVideos(120, 40 * 60))],
    ['overdue deliveries', () => allOf(orphans.overdueDeliveries(600))],
    ['undecided requests', () => orphans.removeRequests(DAY)],
    ['videos to sweep', () => allOf(orphans.unsweptVideos(HOUR))],
    ['bodies to forget', () => sumOf(orphans.forgetSent(30 * DAY))],
    ['periods to open', () => sumOf(orphans.openDuePeriods())],
  ])('%s', async (_, look) => {
    const { buffers, plans: why } = await counted.costOf(look)
    expect(buffers, why).toBeLessThanOrEqual(FEW_PAGES)
  })
})

test('an operator’s look at the failed videos of a day reads none that are older', async () => {
  const { buffers } = await counted.costOf(() => createVideosAtWork(counted.db).failed(24, 50))
  expect(buffers).toBeLessThanOrEqual(FEW_PAGES)
})

test('progress is written within the page of its video: no index is written for it', async () => {
  const fresh = openCounted(
    await grownDatabase({ videos: 4_000, inOneAccount: 0, accounts: 20, rendering: 200 }),
  )
  const videos = createVideos(fresh.db)
  const { rows } = await sql<{ id: string }>`select id from videos where status = 'rendering'`.execute(
    fresh.db,
  )
  const before = await updatesOfVideos(fresh.db)
  for (const progress of [10, 40, 80]) for (const { id } of rows) await videos.recordProgress(id, progress)
  const after = await updatesOfVideos(fresh.db)
  await fresh.close()
  const [all, withinPage] = [after.all - before.all, after.withinPage - before.withinPage]
  expect(all).toBe(rows.length * 3)
  expect(withinPage / all).toBeGreaterThanOrEqual(0.95)
})
