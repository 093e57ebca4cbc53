import { typeidUnboxed } from 'typeid-js'

import { deliveryBody } from '../api/v1/webhook-events/delivery-body.ts'
import type { Config } from '../config/config.ts'
import { createAccounts } from '../db/accounts.ts'
import { auditBooks } from '../db/audit.ts'
import { createApiKeys } from '../db/api-keys.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import { createLedger } from '../db/ledger.ts'
import { createRequestGate } from '../db/request-gate.ts'
import { createPronunciations } from '../db/pronunciations.ts'
import { createStoredSecrets } from '../db/stored-secrets.ts'
import type { StoredSecrets } from '../db/stored-secrets.ts'
import { createTwins } from '../db/twins.ts'
import { createVoices } from '../db/voices.ts'
import { createWebhookEndpoints } from '../db/webhook-endpoints.ts'
import { createWebhookEvents } from '../db/webhook-events.ts'
import type { Discrepancy } from '../domain/ledger.ts'
import type { Patience } from '../domain/patience.ts'
import { largestPlan } from '../domain/plan.ts'
import { createMediaLinks } from '../media/signed-links.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/voice.ts'
import type { Accounts } from '../ports/accounts.ts'
import type { ApiKeys } from '../ports/api-keys.ts'
import type { Ledger } from '../ports/ledger.ts'
import type { Log } from '../ports/log.ts'
import type { MediaLinks } from '../ports/media-links.ts'
import type { NewId } from '../ports/new-id.ts'
import type { Pronunciations } from '../ports/pronunciations.ts'
import type { SecretBox } from '../ports/secret-box.ts'
import type { Twins } from '../ports/twins.ts'
import type { Voices } from '../ports/voices.ts'
import type { WebhookEndpoints } from '../ports/webhook-endpoints.ts'
import type { WebhookEvents } from '../ports/webhook-events.ts'
import { readCatalogue } from '../render/presenter/catalogue.ts'
import { displayPrefix, hashApiKey, lastFour, newApiKey } from '../secrets/api-key.ts'
import { deriveKeyRing } from '../secrets/derive-keys.ts'
import type { KeyRing } from '../secrets/derive-keys.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { createVoiceSupply } from '../speech/voice-supply.ts'
import { wantedEngines } from '../speech/engine-registry.ts'
import type { EngineChoice } from '../speech/engine-registry.ts'
import { VOICES } from '../speech/voice-catalogue.ts'
import { connectTemporal } from '../temporal/orchestrator.ts'
import type { TemporalOrchestrator } from '../temporal/orchestrator.ts'
import type { ChangePlan } from '../usecases/change-plan.ts'
import { makeCreateAccount } from '../usecases/create-account.ts'
import type { CreateAccount } from '../usecases/create-account.ts'
import { makeCreateApiKey } from '../usecases/create-api-key.ts'
import type { CreateApiKey } from '../usecases/create-api-key.ts'
import { makeCreateTwin } from '../usecases/create-twin.ts'
import type { CreateTwin } from '../usecases/create-twin.ts'
import { makeDeliverHeldEvents } from '../usecases/deliver-held-events.ts'
import type { InvitePerson } from '../usecases/invite-person.ts'
import type { DecidePlanRequest } from '../usecases/decide-plan-request.ts'
import type { PlanRequests } from '../ports/plan-requests.ts'
import type { People } from '../ports/people.ts'
import type { SignIn } from '../ports/sign-in.ts'
import { makeRedeliverEvent } from '../usecases/redeliver-event.ts'
import type { RedeliverEvent } from '../usecases/redeliver-event.ts'
import { makeRotateWebhookSecret } from '../usecases/rotate-webhook-secret.ts'
import type { RotateWebhookSecret } from '../usecases/rotate-webhook-secret.ts'
import { makeSendTestEvent } from '../usecases/send-test-event.ts'
import type { SendTestEvent } from '../usecases/send-test-event.ts'
import { DEFAULT_LANGUAGE } from '../speech/language-registry.ts'
import { makeSetPronunciation } from '../usecases/set-pronunciation.ts'
import type { SetPronunciation } from '../usecases/set-pronunciation.ts'
import { makeSetWebhookEndpoint } from '../usecases/set-webhook-endpoint.ts'
import type { SetWebhookEndpoint } from '../usecases/set-webhook-endpoint.ts'
import { makeStarVoice } from '../usecases/star-voice.ts'
import type { StarVoice } from '../usecases/star-voice.ts'
import { installedEngines } from '../voices/installed.ts'
import { createAddressGuard } from '../net/guard.ts'
import { createWebhookSender } from '../webhooks/sender.ts'
import { newSigningSecret } from '../webhooks/sign.ts'
import { PRESENTERS_DIR, VERSION } from './shipped.ts'
import { provideBilling } from './billing.ts'
import { provideSignIn } from './sign-in.ts'

/** Starred for every new account: the voices of all engines that may speak, the most natural first. */
const firstVoices = (choice: EngineChoice) =>
  wantedEngines(choice).flatMap(({ id }) => VOICES.filter(({ engine }) => engine === id))

/** Values that are only known when the service starts. */
export interface Surroundings {
  readonly databaseUrl: string
  readonly temporalAddress: string
  /** Base URL of links, without a trailing slash. */
  readonly publicUrl: string
  /** 32 bytes each, newest first. */
  readonly masterKeys: readonly Buffer[]
  readonly log: Log
  /** Address of the embedded Temporal server's own pages, without a slash at the end. */
  readonly temporalUiUrl?: string | null
  /** How long a creation queries the outcome of its request. Default: `SETTLING_PATIENCE`. */
  readonly patience?: Patience
}

/** The operations on accounts and their data that operators use. */
export interface Administration {
  readonly accounts: Accounts
  readonly apiKeys: ApiKeys
  readonly ledger: Ledger
  readonly twins: Twins
  readonly voices: Voices
  readonly pronunciations: Pronunciations
  /** All voices that can be starred. */
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: VoiceSupply
  /** Id of the plan with the most video seconds. */
  readonly largestPlanId: string
  readonly createAccount: CreateAccount
  readonly changePlan: ChangePlan
  readonly planRequests: PlanRequests
  readonly decidePlanRequest: DecidePlanRequest
  readonly createApiKey: CreateApiKey
  readonly createTwin: CreateTwin
  readonly starVoice: StarVoice
  readonly setPronunciation: SetPronunciation
  readonly webhookEndpoints: WebhookEndpoints
  readonly webhookEvents: WebhookEvents
  readonly setWebhookEndpoint: SetWebhookEndpoint
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly redeliverEvent: RedeliverEvent
  readonly sendTestEvent: SendTestEvent
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  readonly people: People
  readonly signIn: SignIn
  readonly invite: InvitePerson
  /** With it the first owner of an installation is made. */
  readonly setupCode: string
  /** The data protected with master keys. Call `claim` before anything new is stored. */
  readonly secrets: StoredSecrets
  /** Whether deliveries start immediately. Otherwise housekeeping starts them when the service runs. */
  readonly startsDeliveries: () => Promise<boolean>
  /** Recalculates all stored figures and returns the discrepancies. */
  readonly audit: () => Promise<Discrepancy[]>
  close(): Promise<void>
}

/** Generates ids such as `vid_01h455vb4pex5vsknk084sn02q`. */
export const newId: NewId = (prefix) => typeidUnboxed(prefix)
/** The current time. */
export const now = () => new Date()
const presenterIdsOf = (ownDir: string | null) => async () =>
  (await readCatalogue(PRESENTERS_DIR, ownDir)).map(({ presenter }) => presenter.id)

/** Deliveries that cannot be started at once are found by housekeeping within a quarter of an hour. */
const LEFT_TO_HOUSEKEEPING: Deliveries = {
  deliverWebhook: async () => false,
  reachable: async () => false,
  close: async () => undefined,
}

type Deliveries = Pick<TemporalOrchestrator, 'deliverWebhook' | 'reachable' | 'close'>

/** Creates the operations for operators. They do not require Temporal, which may be null or unavailable. */
export function createAdministration(
  config: Config,
  surroundings: Pick<Surroundings, 'databaseUrl' | 'masterKeys' | 'log'> & { temporalAddress: string | null },
): Administration {
  const { temporalNamespace, publicUrl, port } = config
  const { databaseUrl, temporalAddress, masterKeys, log } = surroundings
  const db = openDatabase(databaseUrl, log)
  const deliveries =
    temporalAddress === null ? LEFT_TO_HOUSEKEEPING : connectTemporal(temporalAddress, temporalNamespace, log)
  const links = { publicUrl: publicUrl ?? `http://localhost:${port}`, masterKeys, log }
  return {
    ...administer(db, config, links, deliveries),
    async close() {
      await deliveries.close()
      await db.destroy()
    },
  }
}

/** Creates the parts that the service and its operators share. */
export function administer(
  db: Db,
  config: Config,
  surroundings: Pick<Surroundings, 'publicUrl' | 'masterKeys' | 'log'>,
  orchestrator: Deliveries,
) {
  const { plans, speechEngine } = config
  const keyRing = deriveKeyRing(surroundings.masterKeys)
  const keys = [keyRing.newest, ...keyRing.older]
  const secretBox = createSecretBox(keys.map((key) => key.secretBox))
  const accounts = createAccounts(db, plans, secretBox)
  const apiKeys = createApiKeys(db, { ...keyPrints(keyRing), prefix: displayPrefix, lastFour })
  const mediaLinks = createMediaLinks({ publicUrl: surroundings.publicUrl, ...linkSecrets(keyRing), now })
  const stores = {
    accounts,
    apiKeys,
    twins: createTwins(db),
    voices: createVoices(db),
    pronunciations: createPronunciations(db),
    ledger: createLedger(db, plans),
    voiceCatalogue: [...VOICES, ...config.remoteSpeech.voices],
    voiceSupply: createVoiceSupply(
      speechEngine,
      installedEngines(config.cacheDir, speechEngine),
      new Set(config.remoteSpeech.voices.map(({ id }) => id)),
    ),
  }
  const largestPlanId = largestPlan(plans).id
  const createAccount = makeCreateAccount({
    accounts,
    plans,
    newId,
    newSigningSecret,
    firstVoices: firstVoices(speechEngine),
  })
  const { publicUrl, log } = surroundings
  const known = { accounts, createAccount, largestPlanId, newId, clock: now }
  return {
    ...stores,
    publicUrl,
    ...provideBilling({ ...known, db, config, publicUrl, log }),
    ...provideSignIn({ ...known, db, publicUrl, secrets: keyRing.newest }),
    localMediaLinks: createMediaLinks({ publicUrl: '', ...linkSecrets(keyRing), now }),
    requestGate: createRequestGate(db, { ...keyPrints(keyRing), quotas: config.rateLimits }),
    ...webhooks(db, config, { ...surroundings, orchestrator, secretBox, mediaLinks }),
    largestPlanId,
    createAccount,
    createApiKey: makeCreateApiKey({ accounts, apiKeys, newId, newApiKey }),
    createTwin: makeCreateTwin({ ...stores, newId, presenterIds: presenterIdsOf(config.presentersDir) }),
    starVoice: makeStarVoice({ ...stores, newId }),
    setPronunciation: makeSetPronunciation({ ...stores, wordsSaid: DEFAULT_LANGUAGE.wordsSaid }),
    secrets: createStoredSecrets(
      db,
      secretBox,
      keys.map(({ id }) => id),
    ),
    startsDeliveries: () => orchestrator.reachable(),
    audit: () => auditBooks(db),
  }
}

/** Creates the parts for webhooks, which the API, operators and deliveries share. */
function webhooks(
  db: Db,
  { webhookAllowCidrs }: Config,
  {
    publicUrl,
    log,
    orchestrator,
    secretBox,
    mediaLinks,
  }: Pick<Surroundings, 'publicUrl' | 'log'> & {
    orchestrator: Deliveries
    secretBox: SecretBox
    mediaLinks: MediaLinks
  },
) {
  const webhookGuard = createAddressGuard({ allowCidrs: webhookAllowCidrs })
  const shared = {
    webhookGuard,
    mediaLinks,
    webhookEndpoints: createWebhookEndpoints(db, secretBox),
    webhookEvents: createWebhookEvents(db),
    sender: createWebhookSender({ guard: webhookGuard, version: VERSION, now }),
    eventBody: deliveryBody(mediaLinks, publicUrl),
  }
  const needs = { ...shared, orchestrator, newId, newSigningSecret, clock: now, log }
  const deliverHeldEvents = makeDeliverHeldEvents(needs)
  return {
    ...shared,
    setWebhookEndpoint: makeSetWebhookEndpoint({ ...needs, deliverHeldEvents }),
    rotateWebhookSecret: makeRotateWebhookSecret(needs),
    redeliverEvent: makeRedeliverEvent(needs),
    sendTestEvent: makeSendTestEvent({ ...needs, deliverHeldEvents }),
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
