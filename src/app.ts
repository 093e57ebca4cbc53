import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'

import { typeidUnboxed } from 'typeid-js'

import { createActivities } from './activities/index.ts'
import type { Activities } from './activities/index.ts'
import { createApi } from './api/app.ts'
import { createAnswerBrokenRequest } from './api/broken-requests.ts'
import type { AnswerBrokenRequest } from './api/broken-requests.ts'
import { videoView } from './api/views.ts'
import type { Config } from './config.ts'
import { createAccounts } from './db/accounts.ts'
import { auditBooks } from './db/audit.ts'
import { createApiKeys } from './db/api-keys.ts'
import { isReachable, openDatabase } from './db/database.ts'
import type { Db } from './db/database.ts'
import { createLeftovers } from './db/housekeeping.ts'
import { createLedger } from './db/ledger.ts'
import { createRateLimits } from './db/rate-limits.ts'
import { createStoredSecrets } from './db/stored-secrets.ts'
import type { StoredSecrets } from './db/stored-secrets.ts'
import { createTwins } from './db/twins.ts'
import { createVideos } from './db/videos.ts'
import { createVoices } from './db/voices.ts'
import { createWebhookEvents } from './db/webhook-events.ts'
import type { Discrepancy } from './domain/ledger.ts'
import { largestPlan } from './domain/plan.ts'
import type { WebhookEvent } from './domain/webhook-event.ts'
import { createDiskStore } from './media/disk-store.ts'
import { createScratch } from './media/scratch.ts'
import { createMediaLinks } from './media/signed-links.ts'
import type { CatalogueVoice } from './domain/voice.ts'
import type { Accounts, ApiKeys, Ledger, Log, NewId, Renderer, Speaker, Twins, Voices } from './ports.ts'
import { readPresenters } from './render/presenter-file.ts'
import { createRenderer } from './render/renderer.ts'
import { displayPrefix, hashApiKey, lastFour, looksLikeApiKey, newApiKey } from './secrets/api-key.ts'
import { deriveKeyRing } from './secrets/derive-keys.ts'
import type { KeyRing } from './secrets/derive-keys.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { createSpeaker } from './speech/speaker.ts'
import { VOICES } from './speech/voices.ts'
import { connectTemporal } from './temporal.ts'
import { makeChangePlan } from './usecases/change-plan.ts'
import type { ChangePlan } from './usecases/change-plan.ts'
import { makeCreateAccount } from './usecases/create-account.ts'
import type { CreateAccount } from './usecases/create-account.ts'
import { makeCreateApiKey } from './usecases/create-api-key.ts'
import type { CreateApiKey } from './usecases/create-api-key.ts'
import { makeCreateTwin } from './usecases/create-twin.ts'
import type { CreateTwin } from './usecases/create-twin.ts'
import { makeCreateVideo } from './usecases/create-video.ts'
import { makeDeleteVideo } from './usecases/delete-video.ts'
import { makeEstimateVideo } from './usecases/estimate-video.ts'
import { makeStarVoice } from './usecases/star-voice.ts'
import type { StarVoice } from './usecases/star-voice.ts'
import { createWebhookGuard } from './webhooks/guard.ts'
import { createWebhookSender } from './webhooks/sender.ts'
import { newSigningSecret } from './webhooks/sign.ts'

/** Told to receivers in `User-Agent`; the same as in package.json. */
const VERSION = '0.1.0'

const PRESENTERS_DIR = fileURLToPath(new URL('../presenters', import.meta.url))
const VOICES_DIR = fileURLToPath(new URL('../voices', import.meta.url))

/** Starred for every new account: those that need no download. */
const FIRST_VOICES = VOICES.filter(({ engine }) => engine === 'flite')

/** What is known only once the service is starting. */
export interface Surroundings {
  readonly databaseUrl: string
  readonly temporalAddress: string
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  /** 32 bytes each, newest first. */
  readonly masterKeys: readonly Buffer[]
  readonly log: Log
}

/** What the service's operator works with: accounts and what is theirs. */
export interface Administration {
  readonly accounts: Accounts
  readonly apiKeys: ApiKeys
  readonly ledger: Ledger
  readonly twins: Twins
  readonly voices: Voices
  /** All that can be starred. */
  readonly voiceCatalogue: readonly CatalogueVoice[]
  /** The plan that gives most. */
  readonly largestPlanId: string
  readonly createAccount: CreateAccount
  readonly changePlan: ChangePlan
  readonly createApiKey: CreateApiKey
  readonly createTwin: CreateTwin
  readonly starVoice: StarVoice
  /** What is kept under master keys. To be claimed before anything new is kept. */
  readonly secrets: StoredSecrets
  /** Recounts all books; empty when they are right. */
  readonly audit: () => Promise<Discrepancy[]>
  close(): Promise<void>
}

/** The whole service, put together: the only place where adapters are chosen. */
export interface App extends Administration {
  /** Answers HTTP requests. */
  readonly answer: RequestListener
  /** Answers what never became an HTTP request. */
  readonly answerBroken: AnswerBrokenRequest
  readonly activities: Activities
  /** Makes the orchestrator ready for our workflows. Safe to repeat. */
  prepare(): Promise<void>
  /** Starts the processes that speak and draw, so that the first video does not wait for them. */
  warmUp(): Promise<void>
}

/** What works in processes of its own. */
export interface StudioPart {
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** The parts that speak and draw; a test may bring its own. */
export interface Studio {
  readonly speaker: Speaker & StudioPart
  readonly renderer: Renderer & StudioPart
}

const newId: NewId = (prefix) => typeidUnboxed(prefix)
const now = () => new Date()
const presenterIds = async () => (await readPresenters(PRESENTERS_DIR)).map(({ id }) => id)

/** Only what accounts and keys need. */
export function createAdministration(
  config: Config,
  { databaseUrl, masterKeys, log }: Pick<Surroundings, 'databaseUrl' | 'masterKeys' | 'log'>,
): Administration {
  const db = openDatabase(databaseUrl, log)
  return { ...administer(db, config, deriveKeyRing(masterKeys)), close: () => db.destroy() }
}

function administer(db: Db, { plans }: Config, keyRing: KeyRing): Omit<Administration, 'close'> {
  const keys = [keyRing.newest, ...keyRing.older]
  const secretBox = createSecretBox(keys.map((key) => key.secretBox))
  const accounts = createAccounts(db, plans, secretBox)
  const apiKeys = createApiKeys(db, { ...keyPrints(keyRing), prefix: displayPrefix, lastFour })
  const stores = {
    accounts,
    apiKeys,
    twins: createTwins(db),
    voices: createVoices(db),
    ledger: createLedger(db, plans),
    voiceCatalogue: VOICES,
  }
  return {
    ...stores,
    largestPlanId: largestPlan(plans).id,
    createAccount: makeCreateAccount({ accounts, plans, newId, newSigningSecret, firstVoices: FIRST_VOICES }),
    changePlan: makeChangePlan({ accounts, plans }),
    createApiKey: makeCreateApiKey({ accounts, apiKeys, newId, newApiKey }),
    createTwin: makeCreateTwin({ ...stores, newId, presenterIds }),
    starVoice: makeStarVoice({ ...stores, newId }),
    secrets: createStoredSecrets(
      db,
      secretBox,
      keys.map(({ id }) => id),
    ),
    audit: () => auditBooks(db),
  }
}

/** Puts the service together. Nothing is started and nothing is asked yet. */
export async function createApp(config: Config, surroundings: Surroundings, studio?: Studio): Promise<App> {
  const { databaseUrl, temporalAddress, publicUrl, masterKeys, log } = surroundings
  const { plans, dataDir } = config
  const db = openDatabase(databaseUrl, log)
  const keyRing = deriveKeyRing(masterKeys)
  const administration = administer(db, config, keyRing)
  const videos = createVideos(db)

  const orchestrator = connectTemporal(temporalAddress, config.temporalNamespace, log)
  const media = createDiskStore(`${dataDir}/media`)
  const mediaLinks = createMediaLinks({ publicUrl, ...linkSecrets(keyRing), now })
  const webhookGuard = createWebhookGuard({ allowCidrs: config.webhookAllowCidrs })
  const { speaker, renderer } = studio ?? (await createStudio(config))
  const shared = { ...administration, videos, orchestrator, media, renderer, plans, newId, clock: now, log }

  return {
    ...administration,
    answer: createApi({
      ...shared,
      createVideo: makeCreateVideo({ ...shared, webhookGuard }),
      deleteVideo: makeDeleteVideo(shared),
      estimateVideo: makeEstimateVideo({ ...shared, webhookGuard }),
      rateLimits: createRateLimits(db, config.rateLimits),
      mediaLinks,
      publicUrl,
      presentersDir: PRESENTERS_DIR,
      voicesDir: VOICES_DIR,
      readiness: { postgresql: () => isReachable(db), temporal: orchestrator.reachable },
      looksLikeApiKey,
    }),
    answerBroken: createAnswerBrokenRequest(publicUrl),
    activities: createActivities({
      ...shared,
      speaker,
      scratch: createScratch(`${dataDir}/scratch`),
      events: createWebhookEvents(db),
      leftovers: createLeftovers(db, plans),
      sender: createWebhookSender({ guard: webhookGuard, version: VERSION, now }),
      eventBody: (event, video, sentAt) => eventBody(event, videoView(video, mediaLinks, publicUrl), sentAt),
    }),
    prepare: orchestrator.prepare,
    async warmUp() {
      await Promise.all([speaker.warmUp(), renderer.warmUp()])
    },
    async close() {
      await Promise.all([speaker.close(), renderer.close()])
      await orchestrator.close()
      await db.destroy()
    },
  }
}

/** What an API key is stored as, and what it may have been stored as under older master keys. */
function keyPrints({ newest, older }: KeyRing) {
  return {
    hash: (key: string) => hashApiKey(key, newest.apiKeyPepper),
    olderHashes: (key: string) => older.map(({ apiKeyPepper }) => hashApiKey(key, apiKeyPepper)),
    masterKeyId: newest.id,
  }
}

function linkSecrets({ newest, older }: KeyRing) {
  return { secret: newest.mediaLinks, olderSecrets: older.map(({ mediaLinks }) => mediaLinks) }
}

/** The three members of specification section 6, and no other. */
function eventBody(event: WebhookEvent, video: object, sentAt: Date): string {
  return JSON.stringify({ event: event.type, data: video, sent_at: sentAt.toISOString() })
}

async function createStudio({ studioProcesses }: Config): Promise<Studio> {
  return {
    speaker: createSpeaker({ processes: studioProcesses }),
    renderer: await createRenderer({ presentersDir: PRESENTERS_DIR, poolSize: studioProcesses }),
  }
}
