import type { Account } from '../../../src/domain/account/account.ts'
import { createAccounts } from '../../../src/db/account/accounts.ts'
import { createBatches } from '../../../src/db/batch/batches.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createVideos } from '../../../src/db/video/videos.ts'
import { createEventEndpoints } from '../../../src/db/webhook/event-endpoints.ts'
import { createWebhookEndpoints } from '../../../src/db/webhook/webhook-endpoints.ts'
import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import type { Plans } from '../../../src/domain/account/plan.ts'
import type { BatchItemRef } from '../../../src/domain/video/video-request.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import type { VideoRequest } from '../../../src/domain/video/video.ts'
import { createLog } from '../../../src/process/log.ts'
import type { Accounts } from '../../../src/ports/account/accounts.ts'
import type { Batches } from '../../../src/ports/batch/batches.ts'
import type { SecretBox } from '../../../src/ports/process/secret-box.ts'
import type { Videos } from '../../../src/ports/video/videos.ts'
import type { EventEndpoints } from '../../../src/ports/webhook/event-endpoints.ts'
import type { WebhookEndpoints } from '../../../src/ports/webhook/webhook-endpoints.ts'
import { createMigratedDatabase, wayTo } from './database.ts'

/** Accounts and videos on a database of their own: the money path without anything around it. */
export interface Money {
  readonly db: Db
  readonly accounts: Accounts
  readonly videos: Videos
  readonly batches: Batches
  readonly webhookEndpoints: WebhookEndpoints
  readonly eventEndpoints: EventEndpoints
  readonly plans: Plans
  account(planId: string): Promise<Account>
  /** Notes a request for a video of so many seconds; the id that its video is to have. */
  request(
    accountId: string,
    seconds: number,
    idempotencyKey?: string,
    queue?: boolean,
    batchItem?: BatchItemRef,
  ): Promise<string>
  /** Asks for a video of so many seconds and reserves it, if the limits permit; its id. */
  create(...asked: Parameters<Money['request']>): Promise<string>
  /** Keeps a batch of so many items, all of which can start; its id. */
  batch(accountId: string, items: number): Promise<string>
}

const REQUEST: VideoRequest = {
  script: 'Hello.',
  presenterId: 'maya',
  twinId: null,
  voiceId: null,
  title: null,
  webhookUrl: null,
  metadata: null,
  options: USUAL_OPTIONS,
  queue: false,
}

const NO_SECRETS: SecretBox = { seal: (secret) => Buffer.from(secret), open: (sealed) => sealed.toString() }

/** Prepares the money path. Close its `db` in the end. */
export async function openMoney(): Promise<Money> {
  const way = wayTo(await createMigratedDatabase())
  // Behind a pooler, the role's limits of time belong to the database.
  if (way.databasePooler !== null) await migrate(way.databaseUrl, way)
  const db = openDatabase(way.databaseUrl, createLog({ level: 'silent' }), { pooler: way.databasePooler })
  const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.id, plan]))
  const accounts = createAccounts(db, plans, NO_SECRETS)
  const videos = createVideos(db)
  const batches = createBatches(db)
  let made = 0

  async function request(...asked: Parameters<Money['request']>) {
    const [accountId, seconds, idempotencyKey, queue = false, batchItem] = asked
    made += 1
    const videoId = `vid_${made}`
    await videos.request({
      videoId,
      accountId,
      workflowId: `video/${videoId}`,
      origin: 'api',
      idempotencyKey: idempotencyKey ?? null,
      requestHash: '00'.repeat(32),
      requestId: 'req_1',
      batchItem,
      request: { ...REQUEST, queue },
      engineVoiceId: 'flite:slt',
      presenterName: 'Maya',
      pronunciations: [],
      // What is held is the price, whatever the length.
      expectedSeconds: 2 * seconds,
      estimatedSeconds: 3 * seconds,
      neededSeconds: seconds,
      holdSeconds: seconds,
      testOutcome: null,
    })
    return videoId
  }

  async function batch(accountId: string, items: number) {
    made += 1
    const id = `bat_${made}`
    await batches.create({
      id,
      accountId,
      idempotencyKey: id,
      requestHash: '00'.repeat(32),
      requestId: 'req_1',
      caller: { kind: 'key', keyId: 'key_1', accountId },
      title: null,
      metadata: null,
      estimatedSeconds: 0,
      items: Array.from({ length: items }, () => ({ request: REQUEST })),
    })
    return id
  }

  return {
    db,
    accounts,
    videos,
    batches,
    webhookEndpoints: createWebhookEndpoints(db, NO_SECRETS),
    eventEndpoints: createEventEndpoints(db, NO_SECRETS),
    plans,
    account(planId) {
      made += 1
      return accounts.create({
        id: `acc_${made}`,
        name: 'Test',
        email: `${made}@example.com`,
        planId,
        webhookSecret: 'whsec_test',
        starredVoices: [],
      })
    },
    request,
    async create(...asked) {
      const videoId = await request(...asked)
      await videos.reserve(asked[0], videoId, plans)
      return videoId
    },
    batch,
  }
}
