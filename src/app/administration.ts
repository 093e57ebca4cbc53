import { typeidUnboxed } from 'typeid-js'

import type { Bounds } from '../admission/admission.ts'
import type { Config } from '../config/config.ts'
import type { ProcessRole } from '../config/database-config.ts'
import { createAccounts } from '../db/account/accounts.ts'
import { createApiKeys } from '../db/account/api-keys.ts'
import { createKeptAnswers } from '../db/account/kept-answers.ts'
import type { Db } from '../db/database.ts'
import { createLedger } from '../db/billing/ledger.ts'
import { createModerationCounts } from '../db/moderation/moderation-counts.ts'
import { createRequestGate } from '../db/account/request-gate.ts'
import { createPronunciations } from '../db/speech/pronunciations.ts'
import { createStoredSecrets } from '../db/stored-secrets.ts'
import type { StoredSecrets } from '../db/stored-secrets.ts'
import { createVoices } from '../db/speech/voices.ts'
import type { Discrepancy } from '../domain/billing/ledger.ts'
import { problem } from '../domain/error/errors.ts'
import type { Patience } from '../domain/video/patience.ts'
import { largestPlan } from '../domain/account/plan.ts'
import { createMediaLinks } from '../media/signed-links.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/speech/voice.ts'
import type { Accounts } from '../ports/account/accounts.ts'
import type { ApiKeys } from '../ports/account/api-keys.ts'
import type { Ledger } from '../ports/billing/ledger.ts'
import type { ModerationCounts } from '../ports/moderation/moderation-counts.ts'
import type { Log } from '../ports/process/log.ts'
import type { NewId } from '../ports/process/new-id.ts'
import type { Pronunciations } from '../ports/speech/pronunciations.ts'
import type { SecretBox } from '../ports/process/secret-box.ts'
import type { Voices } from '../ports/speech/voices.ts'
import type { WebhookEndpoints } from '../ports/webhook/webhook-endpoints.ts'
import type { WebhookEvents } from '../ports/webhook/webhook-events.ts'
import type { TwinRecords } from '../ports/twin/twin-records.ts'
import type { TwinWorkflows } from '../ports/twin/twin-workflows.ts'
import type { Twins } from '../ports/twin/twins.ts'
import { readCatalogue } from '../render/presenter/catalogue.ts'
import { displayPrefix, lastFour } from '../secrets/api-key.ts'
import { deriveKeyRing } from '../secrets/derive-keys.ts'
import type { KeyRing } from '../secrets/derive-keys.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { createVoiceSupply } from '../speech/voice-supply.ts'
import { wantedEngines } from '../speech/engine-registry.ts'
import type { EngineChoice } from '../speech/engine-registry.ts'
import type { InstalledEngines } from '../speech/engines/engine.ts'
import { VOICES } from '../speech/voice-catalogue.ts'
import type { TemporalOrchestrator } from '../temporal/orchestrator.ts'
import type { ChangePlan } from '../usecases/billing/change-plan.ts'
import { makeCreateAccount } from '../usecases/account/create-account.ts'
import type { CreateAccount } from '../usecases/account/create-account.ts'
import type { CreateApiKey } from '../usecases/account/create-api-key.ts'
import { makeOpenTestData } from '../usecases/account/open-test-data.ts'
import type { OpenTestData } from '../usecases/account/open-test-data.ts'
import type { CreateTwin } from '../usecases/twin/create-twin.ts'
import type { InvitePerson } from '../usecases/account/invite-person.ts'
import type { DecidePlanRequest } from '../usecases/billing/decide-plan-request.ts'
import type { PlanRequests } from '../ports/billing/plan-requests.ts'
import type { People } from '../ports/account/people.ts'
import type { SignIn } from '../ports/account/sign-in.ts'
import type { RedeliverEvent } from '../usecases/webhook/redeliver-event.ts'
import type { RotateWebhookSecret } from '../usecases/webhook/rotate-webhook-secret.ts'
import type { SendTestEvent } from '../usecases/webhook/send-test-event.ts'
import { LANGUAGES } from '../speech/language-registry.ts'
import { makeSetPronunciation } from '../usecases/speech/set-pronunciation.ts'
import type { SetPronunciation } from '../usecases/speech/set-pronunciation.ts'
import type { SetWebhookEndpoint } from '../usecases/webhook/set-webhook-endpoint.ts'
import { makeStarVoice } from '../usecases/speech/star-voice.ts'
import type { StarVoice } from '../usecases/speech/star-voice.ts'
import type { ReviewTwin } from '../usecases/twin/review-twin.ts'
import type { WithdrawTwin } from '../usecases/twin/withdraw-twin.ts'
import { installedEngines } from '../voices/installed.ts'
import { newSigningSecret } from '../webhooks/sign.ts'
import type { Ops } from './ops.ts'
import { PRESENTERS_DIR } from './shipped.ts'
import { provideBilling } from './adapters/billing.ts'
import { auditAll, explainingSecrets, openDatabaseFor } from './adapters/database.ts'
import { provideKeys } from './adapters/keys.ts'
import { keyPrints, linkSecrets } from './key-uses.ts'
import { provideTemporal } from './adapters/temporal.ts'
import { provideSightOfVideos } from './adapters/sight-of-videos.ts'
import type { SightOfVideos } from './adapters/sight-of-videos.ts'
import { provideSignIn } from './adapters/sign-in.ts'
import { provideTwins } from './adapters/twins.ts'
import { provideWebhooks } from './adapters/webhooks.ts'

/** Starred for every new account: the voices of all engines that may speak, the most natural first, without earlier ones. */
const firstVoices = (choice: EngineChoice) =>
  wantedEngines(choice).flatMap(({ id }) =>
    VOICES.filter(({ engine, isEarlier }) => engine === id && !isEarlier),
  )

/** Values that are only known when the service starts. */
export interface Surroundings {
  readonly databaseUrl: string
  /** What this process does; it decides how many connections it opens. Default: everything. */
  readonly role?: ProcessRole
  readonly temporalAddress: string
  /** Base URL of links, without a trailing slash. */
  readonly publicUrl: string
  /** 32 bytes each, newest first. */
  readonly masterKeys: readonly Buffer[]
  readonly log: Log
  /** Where figures and traces go. Default: nowhere. */
  readonly ops?: Pick<Ops, 'metrics' | 'runtimeMetrics' | 'tracing'>
  /** Address of the embedded Temporal server's own pages, without a slash at the end. */
  readonly temporalUiUrl?: string | null
  /** How long a creation queries the outcome of its request. Default: `SETTLING_PATIENCE`. */
  readonly patience?: Patience
  /** How much work the process takes at a time. Default: `BOUNDS`. */
  readonly bounds?: Bounds
  /** What people read aloud while a twin is recorded. Default: `READING`. */
  readonly reading?: readonly string[]
  /** Aborted when the process is asked to stop. Default: it never is, as far as the API is concerned. */
  readonly stopping?: AbortSignal
}

/** The operations on accounts and their data that operators use. */
export interface Administration {
  readonly accounts: Accounts
  readonly apiKeys: ApiKeys
  readonly ledger: Ledger
  readonly moderationCounts: ModerationCounts
  readonly twins: Twins
  readonly twinRecords: TwinRecords
  readonly withdrawTwin: WithdrawTwin
  readonly reviewTwin: ReviewTwin
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
  readonly openTestData: OpenTestData
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
  /** The keys of payloads in Temporal, newest first, for external renderers; `key` is base64. */
  readonly payloadKeys: readonly { readonly id: string; readonly key: string }[]
  /** Whether deliveries start immediately. Otherwise housekeeping starts them when the service runs. */
  readonly startsDeliveries: () => Promise<boolean>
  /** Recalculates all stored figures and returns the discrepancies. */
  readonly audit: () => Promise<Discrepancy[]>
  close(): Promise<void>
}

/** What commands of operators use. */
export interface OperatorsAdministration extends Administration, SightOfVideos {}

/** Generates ids such as `vid_01h455vb4pex5vsknk084sn02q`. */
export const newId: NewId = (prefix) => typeidUnboxed(prefix)
/** The current time. */
export const now = () => new Date()
const presenterIdsOf = (ownDir: string | null) => async () =>
  (await readCatalogue(PRESENTERS_DIR, ownDir)).map(({ presenter }) => presenter.id)

/** Deliveries that cannot be started at once are found by housekeeping within a quarter of an hour. */
const LEFT_TO_HOUSEKEEPING: Deliveries = {
  deliverWebhook: async () => false,
  startTakeCheck: async () => undefined,
  startTwinBuild: async () => 'joined' as const,
  signalTwinReview: async () => undefined,
  signalTwinWithdrawn: async () => false,
  startTwinRemoval: async () => undefined,
  watch: { run: () => Promise.reject(problem('service_unavailable')) },
  whyUnavailable: async () => 'not running',
  close: async () => undefined,
}

type Deliveries = Pick<TemporalOrchestrator, 'deliverWebhook' | 'whyUnavailable' | 'close'> &
  TwinWorkflows & { readonly watch: Pick<TemporalOrchestrator['watch'], 'run'> }

/** Creates the operations for operators. They do not require Temporal, which may be null or unavailable. */
export function createAdministration(
  config: Config,
  surroundings: Pick<Surroundings, 'databaseUrl' | 'masterKeys' | 'log'> & { temporalAddress: string | null },
): OperatorsAdministration {
  const { publicUrl, port, temporalUiUrl } = config
  const { databaseUrl, temporalAddress, masterKeys, log } = surroundings
  const db = openDatabaseFor('admin', config, databaseUrl, log)
  const deliveries =
    temporalAddress === null
      ? LEFT_TO_HOUSEKEEPING
      : provideTemporal(config, { temporalAddress, masterKeys, temporalUiUrl: null, log }).orchestrator
  const links = { databaseUrl, publicUrl: publicUrl ?? `http://127.0.0.1:${port}`, masterKeys, log }
  return {
    ...administer(db, config, links, deliveries),
    ...provideSightOfVideos(config, { db, workWatch: deliveries.watch, temporalUiUrl, clock: now }),
    async close() {
      await deliveries.close()
      await db.destroy()
    },
  }
}

/**
 * Creates the parts that the service and its operators share.
 *
 * @param offered the engines whose voices are offered. Default: those that are installed here.
 */
export function administer(
  db: Db,
  config: Config,
  surroundings: Pick<Surroundings, 'databaseUrl' | 'publicUrl' | 'masterKeys' | 'log'>,
  orchestrator: Deliveries,
  offered: Pick<InstalledEngines, 'isInstalled'> = installedEngines(config.cacheDir, config.speechEngine),
) {
  const { plans, speechEngine } = config
  const keyRing = deriveKeyRing(surroundings.masterKeys)
  const keys = [keyRing.newest, ...keyRing.older]
  const keyIds = keys.map(({ id }) => id)
  const secretBox = createSecretBox(keys.map((key) => key.secretBox))
  const mediaLinks = createMediaLinks({ publicUrl: surroundings.publicUrl, ...linkSecrets(keyRing), now })
  const stores = provideStores(db, config, { keyRing, secretBox, offered })
  const { accounts } = stores
  const largestPlanId = largestPlan(plans).id
  const createAccount = makeCreateAccount({
    accounts,
    plans,
    newId,
    newSigningSecret,
    firstVoices: firstVoices(speechEngine),
  })
  const { databaseUrl, publicUrl, log } = surroundings
  const known = { accounts, createAccount, largestPlanId, newId, clock: now }
  const presenterIds = presenterIdsOf(config.presentersDir)
  const linked = { ...known, db, config, publicUrl, log }
  const webhooks = provideWebhooks({ ...linked, orchestrator, secretBox, mediaLinks })
  const withTwins = { ...known, ...stores, db, secretBox, log, presenterIds, twinWorkflows: orchestrator }
  return {
    ...stores,
    publicUrl,
    ...provideBilling(linked),
    ...provideSignIn({ ...known, db, publicUrl, secrets: keyRing.newest }),
    localMediaLinks: createMediaLinks({ publicUrl: '', ...linkSecrets(keyRing), now }),
    requestGate: createRequestGate(db, {
      ...keyPrints(keyRing),
      quotas: config.rateLimits,
      personQuotas: config.personRateLimits,
    }),
    ...webhooks,
    largestPlanId,
    createAccount,
    openTestData: makeOpenTestData({ accounts, newId, newSigningSecret }),
    ...provideKeys({ ...known, ...stores, ...webhooks }),
    ...provideTwins(withTwins),
    starVoice: makeStarVoice({ ...stores, newId }),
    setPronunciation: makeSetPronunciation({ ...stores, languages: LANGUAGES }),
    secrets: explainingSecrets(db, createStoredSecrets(db, secretBox, keyIds), databaseUrl),
    payloadKeys: keys.map(({ id, temporalPayloads }) => ({ id, key: temporalPayloads.toString('base64') })),
    startsDeliveries: async () => (await orchestrator.whyUnavailable()) === null,
    audit: () => auditAll(config, databaseUrl, secretBox, log),
  }
}

/** What stores are made with. */
interface StoreNeeds {
  readonly keyRing: KeyRing
  readonly secretBox: SecretBox
  readonly offered: Pick<InstalledEngines, 'isInstalled'>
}

/** Creates the stores of accounts and what they choose, and the voices that there are. */
function provideStores(db: Db, config: Config, { keyRing, secretBox, offered }: StoreNeeds) {
  const { plans, speechEngine, remoteSpeech } = config
  return {
    accounts: createAccounts(db, plans, secretBox),
    apiKeys: createApiKeys(db, { ...keyPrints(keyRing), prefix: displayPrefix, lastFour }),
    voices: createVoices(db),
    pronunciations: createPronunciations(db),
    ledger: createLedger(db, plans),
    moderationCounts: createModerationCounts(db),
    keptAnswers: createKeptAnswers(db, secretBox, newId),
    voiceCatalogue: [...VOICES, ...remoteSpeech.voices],
    voiceSupply: createVoiceSupply(speechEngine, offered, new Set(remoteSpeech.voices.map(({ id }) => id))),
  }
}
