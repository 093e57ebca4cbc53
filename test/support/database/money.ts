import type { Account } from '../../../src/domain/account/account.ts'
import { createAccounts } from '../../../src/db/account/accounts.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Db } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { createVideos } from '../../../src/db/video/videos.ts'
import { createWebhookEndpoints } from '../../../src/db/webhook/webhook-endpoints.ts'
import { DEFAULT_PLANS } from '../../../src/domain/account/plan.ts'
import type { Plans } from '../../../src/domain/account/plan.ts'
import { USUAL_OPTIONS } from '../../../src/domain/video/video-options.ts'
import { createLog } from '../../../src/process/log.ts'
import type { Accounts } from '../../../src/ports/account/accounts.ts'
import type { SecretBox } from '../../../src/ports/process/secret-box.ts'
import type { Videos } from '../../../src/ports/video/videos.ts'
import type { WebhookEndpoints } from '../../../src/ports/webhook/webhook-endpoints.ts'
import { createMigratedDatabase, wayTo } from './database.ts'

/** Accounts and videos on a database of their own: the money path without anything around it. */
export interface Money {
  readonly db: Db
  readonly accounts: Accounts
  readonly videos: Videos
  readonly webhookEndpoints: WebhookEndpoints
  readonly plans: Plans
  account(planId: string): Promise<Account>
  /** Notes a request for a video of so many seconds; the id that its video is to have. */
  request(accountId: string, seconds: number, idempotencyKey?: string, queue?: boolean): Promise<string>
  /** Asks for a video of so many seconds and reserves it, if the limits permit; its id. */
  create(accountId: string, seconds: number, idempotencyKey?: string, queue?: boolean): Promise<string>
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
  let made = 0

  async function request(accountId: string, seconds: number, idempotencyKey?: string, queue = false) {
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
      request: {
        script: 'Hello.',
        presenterId: 'maya',
        twinId: null,
        voiceId: null,
        title: null,
        webhookUrl: null,
        metadata: null,
        options: USUAL_OPTIONS,
        queue,
      },
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

  return {
    db,
    accounts,
    videos,
    webhookEndpoints: createWebhookEndpoints(db, NO_SECRETS),
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
    async create(accountId, ...asked) {
      const videoId = await request(accountId, ...asked)
      await videos.reserve(accountId, videoId, plans)
      return videoId
    },
  }
}
