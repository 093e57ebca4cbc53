/**
 * What the database does for a service that has made a million videos, 300,000 of them for one account:
 * `npm run bench:database`, or another number of them: `npm run bench:database -- 10000`, or `-- 10000000`. A page of a list
 * costs the same for each of them.
 *
 * A real PostgreSQL on loopback that need not write to the disk. Pages are exact; compare times only within one quiet
 * run. Filling takes some minutes for a million.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createHousekeepingActivities } from '../src/activities/housekeeping.ts'
import { createAccounts } from '../src/db/account/accounts.ts'
import { auditBooks } from '../src/db/audit.ts'
import { createOrphans } from '../src/db/housekeeping.ts'
import type { Db } from '../src/db/database.ts'
import { createLedger } from '../src/db/billing/ledger.ts'
import { migrate } from '../src/db/migrate.ts'
import { createVideosAtWork } from '../src/db/video/videos-at-work.ts'
import { createVideos } from '../src/db/video/videos.ts'
import { createWebhookEvents } from '../src/db/webhook/webhook-events.ts'
import { DEFAULT_PLANS } from '../src/domain/account/plan.ts'
import type { VideoFilter } from '../src/domain/video/video.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import type { SecretBox } from '../src/ports/process/secret-box.ts'
import type { Videos } from '../src/ports/video/videos.ts'
import { createDiskStore } from '../src/media/disk-store.ts'
import { createLog } from '../src/process/log.ts'
import { createProgress } from '../src/process/progress.ts'
import { allOf, sumOf } from '../test/support/service/all-portions.ts'
import { growDatabase } from '../test/support/database/grown-database.ts'
import { openCounted, updatesOfVideos } from '../test/support/database/statement-costs.ts'
import type { CountedDatabase } from '../test/support/database/statement-costs.ts'

const ACCOUNTS = 1_000
const REPEATS = 9
/** Being made while the figures are taken. */
const RENDERING = 1_000
/** Of all videos, so many ended and are still to be swept: one in ten. */
const UNSWEPT_SHARE = 0.1
/** The steps of a video's progress that are written. */
const PROGRESS = [10, 25, 40, 55, 70, 85]
const NO_SECRETS: SecretBox = { seal: (secret) => Buffer.from(secret), open: (sealed) => sealed.toString() }
const HOUR = 3_600
const DAY = 24 * HOUR

const total = Number(process.argv[2] ?? 1_000_000)
if (!Number.isInteger(total) || total < ACCOUNTS)
  throw new Error(`Usage: npm run bench:database -- VIDEOS, at least ${ACCOUNTS} of them.`)

const dataDir = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startPostgres({ dataDir, progress: createProgress(), scratch: true })
try {
  await migrate(postgres.url)
  const inOneAccount = Math.round(total * 0.3)
  console.log(`\nFilling in ${total} videos, ${inOneAccount} of them in one account …`)
  await growDatabase(postgres.url, {
    videos: total,
    inOneAccount,
    accounts: ACCOUNTS,
    rendering: RENDERING,
    unswept: Math.round(total * UNSWEPT_SHARE),
  })
  const counted = openCounted(postgres.url)
  try {
    await printProgress(counted.db)
    await printSweeping(counted.db)
    await printStatements(counted)
  } finally {
    await counted.close()
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function printStatements({ db, costOf }: CountedDatabase): Promise<void> {
  const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))
  const ledger = createLedger(db, plans)
  const videos = createVideos(db)
  const orphans = createOrphans(db, plans)
  const account = (await createAccounts(db, plans, NO_SECRETS).find('acc_1'))!
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    'GET /usage': () => ledger.usage(account),
    ...pagesOfVideos(videos, account.id),
    'a page of the ledger': () => ledger.page(account.id, 20, null),
    'a page of events': () => createWebhookEvents(db).page(account.id, 20, null),
    'events: status=delivered': () =>
      createWebhookEvents(db).page(account.id, 20, null, { statuses: ['delivered'] }),
    'events: status=exhausted, none': () =>
      createWebhookEvents(db).page(account.id, 20, null, { statuses: ['exhausted'] }),
    'seconds until a slot is free': () => videos.secondsUntilFreeSlot(account.id),
    'failed videos of an operator’s day': () => createVideosAtWork(db).failed(24, 50),
    'forgetting, nothing due': () => sumOf(orphans.forgetSent(30 * DAY)),
    'overdue videos, none': () => allOf(orphans.overdueVideos(40 * 60)),
    'overdue deliveries, none': () => allOf(orphans.overdueDeliveries(10 * 60)),
    'unswept videos, none': () => allOf(orphans.unsweptVideos(HOUR)),
    'due periods, none': () => sumOf(orphans.openDuePeriods()),
  }
  const rows: Record<string, object> = {}
  for (const [name, does] of Object.entries(work)) {
    const costs = []
    for (let count = 0; count < REPEATS; count += 1) costs.push(await costOf(does))
    const ms = costs.map((cost) => cost.ms).toSorted((a, b) => a - b)[Math.floor(REPEATS / 2)]!
    rows[name] = { 'pages of 8 kB': costs.at(-1)!.buffers, 'ms, median': Number(ms.toFixed(2)) }
  }
  console.table(rows)
  const begun = performance.now()
  const found = await auditBooks(db)
  console.log(
    `admin audit: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${found.length} discrepancies`,
  )
}

/** A page by each filter. The last ones find nothing, and look at as much as a page looks at. */
function pagesOfVideos(videos: Videos, accountId: string): Record<string, () => Promise<unknown>> {
  const monthAgo = new Date(Date.now() - 30 * DAY * 1_000)
  const filters: Readonly<Record<string, VideoFilter>> = {
    'a page of videos': {},
    'videos: status=failed': { status: 'failed' },
    'videos: presenter_id': { presenterId: 'noah' },
    'videos: twin_id': { twinId: 'twn_1' },
    'videos: voice_id': { voiceId: 'voc_1' },
    'videos: metadata, of two in three': { metadata: { shop: 'oslo' } },
    'videos: metadata, of one': { metadata: { order: '700' } },
    'videos: metadata, of both': { metadata: { shop: 'oslo', order: '700' } },
    'videos: ids': { ids: [`vid_${'700'.padStart(26, '0')}`] },
    'videos: created_before': { createdBefore: monthAgo },
    'videos: q, of all': { inTitle: 'video' },
    'videos: q, of none': { inTitle: 'nowhere' },
    'videos: words of the script, of none': { search: 'nowhere' },
  }
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [
      name,
      () => videos.page(accountId, 20, null, { origin: 'api', ...filter }),
    ]),
  )
}

async function printProgress(db: Db): Promise<void> {
  const videos = createVideos(db)
  const rendering = db.selectFrom('videos').select(['id', 'account_id']).where('status', '=', 'rendering')
  const rows = await rendering.execute()
  const before = await updatesOfVideos(db)
  for (const progress of PROGRESS) for (const { id } of rows) await videos.recordProgress(id, progress)
  const after = await updatesOfVideos(db)
  const failure = { stage: 'draw', reason: 'The benchmark ended it.', byRequest: false } as const
  for (const row of rows) await videos.fail(row.account_id, row.id, failure, `evt_${row.id.slice(4)}`)
  const share = (after.withinPage - before.withinPage) / (after.all - before.all)
  console.log(`progress updates that are HOT: ${(share * 100).toFixed(1)} % of ${after.all - before.all}`)
}

/** One round of the schedule, of which there are twelve in an hour. */
async function printSweeping(db: Db): Promise<void> {
  const { sweepMedia } = createHousekeepingActivities({
    orphans: createOrphans(db, new Map()),
    billingCustomers: { forgetNotices: async () => 0 },
    media: createDiskStore(join(dataDir, 'media')),
    sweepScratch: async () => 0,
    clock: () => new Date(),
    log: createLog({ level: 'silent' }),
  })
  const begun = performance.now()
  const swept = await sweepMedia()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`one round of sweeping, a minute at most: ${swept} videos in ${seconds} s`)
}
