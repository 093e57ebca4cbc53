import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { createHousekeepingActivities } from '../../src/activities/housekeeping.ts'
import { createLostVideoActivities } from '../../src/activities/video/lost-videos.ts'
import { createWebhookHousekeepingActivities } from '../../src/activities/webhook/webhook-housekeeping.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { Db } from '../../src/db/database.ts'
import { createOrphans } from '../../src/db/housekeeping.ts'
import { createEndpointDeliveries } from '../../src/db/webhook/endpoint-deliveries.ts'
import { createWebhookEvents } from '../../src/db/webhook/webhook-events.ts'
import { DEFAULT_PLANS } from '../../src/domain/account/plan.ts'
import { createLog } from '../../src/process/log.ts'
import { NO_METRICS } from '../../src/ops/no-metrics.ts'
import type { Clock } from '../../src/ports/process/clock.ts'
import { createMigratedDatabase } from '../support/database/database.ts'
import { growDatabase } from '../support/database/grown-database.ts'

/** More than two portions of each sort. */
const MANY = 1_200

const log = createLog({ level: 'silent' })
const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))

let db: Db
/** Folders that were removed, workflows that were asked for, and deliveries that were started. */
let removed: string[]
let asked: string[]
let delivered: string[]
/** Folders that cannot be removed. */
let stuck: (folder: string) => boolean

beforeEach(async () => {
  await db?.destroy()
  const databaseUrl = await createMigratedDatabase()
  await growDatabase(databaseUrl, { videos: 2 * MANY, inOneAccount: 0, accounts: 1_300, unswept: MANY })
  db = openDatabase(databaseUrl, log)
  ;[removed, asked, delivered, stuck] = [[], [], [], () => false]
})
afterAll(() => db.destroy())

function activities(clock: Clock = () => new Date()) {
  const ports = {
    orphans: createOrphans(db, plans),
    billingCustomers: { forgetNotices: async () => 0 },
    media: {
      async removeAll(folder: string) {
        if (stuck(folder)) throw new Error('The folder is stuck.')
        removed.push(folder)
      },
    },
    sweepScratch: async () => 0,
    batches: { running: async () => [] },
    batchWorkflows: { tellBatch: async () => undefined },
    voiceCatalogue: [],
    videos: {
      find: async () => null,
      publish: async () => null,
      fail: async () => null,
      noteFailure: async () => undefined,
      startQueued: async () => [],
    },
    plans,
    webhookEvents: createWebhookEvents(db),
    endpointDeliveries: createEndpointDeliveries(db),
    orchestrator: {
      async isRunning(workflowId: string) {
        asked.push(workflowId)
        return true
      },
      startRendering: async () => undefined,
      createVideo: () => Promise.reject(new Error('Nothing is to be started.')),
      async deliverWebhook({ eventId }: { eventId: string }) {
        delivered.push(eventId)
        return true
      },
    },
    newId: (prefix: string) => `${prefix}_test`,
    clock,
    log,
    metrics: NO_METRICS,
  }
  return {
    ...createHousekeepingActivities(ports),
    ...createLostVideoActivities(ports),
    ...createWebhookHousekeepingActivities(ports),
  }
}

describe('one round of housekeeping takes all that is due, however much it is', () => {
  test('videos to sweep', async () => {
    expect(await activities().sweepMedia()).toBe(MANY)
    expect(new Set(removed.filter((folder) => folder.startsWith('work/'))).size).toBe(MANY)
    expect(await activities().sweepMedia()).toBe(0)
  })

  test('overdue videos, each asked about once though all of them still run', async () => {
    await sql`update videos set status = 'rendering', progress = 10, duration_seconds = null, completed_at = null,
      charged_seconds = null where id in (select id from videos where status = 'ready' and deleted_at is null limit ${MANY})`.execute(
      db,
    )
    expect(await activities().failLostVideos()).toBe(0)
    expect(asked).toHaveLength(MANY)
    expect(new Set(asked).size).toBe(MANY)
  })

  test('overdue videos of one and the same microsecond, each asked about once', async () => {
    await sql`update videos set status = 'rendering', progress = 10, duration_seconds = null, completed_at = null,
      charged_seconds = null, created_at = '2026-01-02T03:04:05.678901Z'
      where id in (select id from videos where status = 'ready' and deleted_at is null limit ${MANY})`.execute(
      db,
    )
    expect(await activities().failLostVideos()).toBe(0)
    expect(asked).toHaveLength(MANY)
    expect(new Set(asked).size).toBe(MANY)
  })

  test('overdue deliveries, each started once though all of them stay overdue', async () => {
    await sql`update webhook_events set status = 'pending' where id in (select id from webhook_events limit ${MANY})`.execute(
      db,
    )
    expect(await activities().startLostDeliveries()).toBe(MANY)
    expect(new Set(delivered).size).toBe(MANY)
  })

  test('events that were held, bodies to forget and periods to open', async () => {
    await sql`insert into webhook_endpoints (account_id, url) select id, 'https://example.com' from accounts`.execute(
      db,
    )
    await sql`update webhook_events set status = 'endpoint_disabled', created_at = now()
      where video_id in (select id from videos where deleted_at is null limit ${MANY})`.execute(db)
    await sql`update webhook_attempts set request_body = 'sent', attempted_at = now() - interval '31 days'
      where id <= ${MANY}`.execute(db)
    await sql`update accounts set created_at = created_at - interval '1 month',
      period_started_at = period_started_at - interval '1 month', period_ends_at = period_ends_at - interval '1 month'`.execute(
      db,
    )
    const { releaseHeldEvents, forgetSentBodies, openDuePeriods } = activities()
    expect(await releaseHeldEvents()).toBe(MANY)
    expect(await forgetSentBodies()).toBeGreaterThanOrEqual(MANY)
    expect(await openDuePeriods()).toBe(1_300)
  })
})

test('a round ends when its time is over: the next one goes on where it ended', async () => {
  let now = 0
  const stoodStill = activities(() => new Date((now += 61_000)))
  const first = await stoodStill.sweepMedia()
  expect(first).toBeLessThan(MANY)
  expect(first + (await activities().sweepMedia())).toBe(MANY)
})

test('a video that cannot be swept holds up no other, and its error is told', async () => {
  const [oldest] = (
    await sql<{
      id: string
    }>`select id from videos where swept_at is null order by completed_at limit 1`.execute(db)
  ).rows
  stuck = (folder) => folder.includes(oldest!.id)
  await expect(activities().sweepMedia()).rejects.toThrow('The folder is stuck.')
  const { rows } = await sql<{ id: string }>`select id from videos where swept_at is null`.execute(db)
  expect(rows).toEqual([oldest])
})

test('a media store that removes nothing is not asked about one portion after another', async () => {
  let failures = 0
  stuck = () => (failures += 1) > 0
  await expect(activities().sweepMedia()).rejects.toThrow('The folder is stuck.')
  expect(failures).toBeLessThan(MANY)
})
