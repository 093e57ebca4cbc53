import type { IncomingMessage } from 'node:http'

import type { Plans } from '../domain/account/plan.ts'
import type { StudioSet } from '../domain/picture/studio-set.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/speech/voice.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Admission } from '../ports/process/admission.ts'
import type { Accounts } from '../ports/account/accounts.ts'
import type { ApiKeys } from '../ports/account/api-keys.ts'
import type { Ledger } from '../ports/billing/ledger.ts'
import type { Log } from '../ports/process/log.ts'
import type { MediaLinks } from '../ports/video/media-links.ts'
import type { PayloadDecoder } from '../ports/process/payload-codec.ts'
import type { Pronunciations } from '../ports/speech/pronunciations.ts'
import type { Renderer } from '../ports/video/renderer.ts'
import type { Videos } from '../ports/video/videos.ts'
import type { Voices } from '../ports/speech/voices.ts'
import type { WebhookEndpoints } from '../ports/webhook/webhook-endpoints.ts'
import type { WebhookEvents } from '../ports/webhook/webhook-events.ts'
import type { WebhookGuard } from '../ports/webhook/webhook-guard.ts'
import type { TwinRecordings } from '../ports/twin/twin-recordings.ts'
import type { TwinRecords } from '../ports/twin/twin-records.ts'
import type { TwinTakes } from '../ports/twin/twin-takes.ts'
import type { Twins } from '../ports/twin/twins.ts'
import type { Discrepancy } from '../domain/billing/ledger.ts'
import type { CheckConfiguration } from '../ports/process/check-configuration.ts'
import type { FleetView } from '../ports/process/needs.ts'
import type { RunPage } from '../ports/process/run-page.ts'
import type { WorkWatch } from '../ports/process/work-watch.ts'
import type { Billing } from '../ports/billing/billing.ts'
import type { PlanRequests } from '../ports/billing/plan-requests.ts'
import type { People } from '../ports/account/people.ts'
import type { SignIn } from '../ports/account/sign-in.ts'
import type { RecordingCookies } from '../ports/twin/recording-cookies.ts'
import type { RequestGate } from '../ports/account/request-gate.ts'
import type { AcceptInvitation, OpenInvitationLink } from '../usecases/account/accept-invitation.ts'
import type { AskForPlan } from '../usecases/billing/ask-for-plan.ts'
import type { ChangeEmail } from '../usecases/account/change-email.ts'
import type { CreateApiKey, RotateApiKey } from '../usecases/account/create-api-key.ts'
import type { DecidePlanRequest } from '../usecases/billing/decide-plan-request.ts'
import type { InvitePerson } from '../usecases/account/invite-person.ts'
import type { SeeVideosAtWork } from '../usecases/video/see-videos-at-work.ts'
import type { SetUpOwner } from '../usecases/account/set-up-owner.ts'
import type { StarVoice } from '../usecases/speech/star-voice.ts'
import type { CreateVideo } from '../usecases/video/create-video.ts'
import type { DeleteVideo } from '../usecases/video/delete-video.ts'
import type { DrawStill } from '../usecases/picture/draw-still.ts'
import type { EstimateVideo } from '../usecases/video/estimate-video.ts'
import type { SetPronunciation } from '../usecases/speech/set-pronunciation.ts'
import type { RedeliverEvent } from '../usecases/webhook/redeliver-event.ts'
import type { RetryVideo } from '../usecases/video/retry-video.ts'
import type { RotateWebhookSecret } from '../usecases/webhook/rotate-webhook-secret.ts'
import type { SendTestEvent } from '../usecases/webhook/send-test-event.ts'
import type { SetWebhookEndpoint } from '../usecases/webhook/set-webhook-endpoint.ts'
import type { VerifyFile } from '../usecases/video/verify-file.ts'
import type { TakeBillingNotice } from '../usecases/billing/take-billing-notice.ts'
import type { TryPronunciation } from '../usecases/speech/try-pronunciation.ts'
import type { ChooseTwinVoice } from '../usecases/twin/choose-twin-voice.ts'
import type { DrawWords } from '../usecases/twin/draw-words.ts'
import type { GiveConsent } from '../usecases/twin/give-consent.ts'
import type { BindRecording, OpenRecording } from '../usecases/twin/open-recording.ts'
import type { MakeOwnLink } from '../usecases/twin/own-link.ts'
import type { RenameTwin } from '../usecases/twin/rename-twin.ts'
import type { RetryBuild } from '../usecases/twin/retry-build.ts'
import type { ReviewTwin } from '../usecases/twin/review-twin.ts'
import type { StartRecording } from '../usecases/twin/start-recording.ts'
import type { BeginTake, FinishTake, TakeChunkUp } from '../usecases/twin/upload-take.ts'
import type { WithdrawRecording, WithdrawTwin } from '../usecases/twin/withdraw-twin.ts'

/** A server that the API depends on. */
export interface Dependency {
  /** Whether the API can answer nothing without it. */
  readonly isRequired: boolean
  /** Null when it is available, otherwise why not, in a few words that anybody may read. */
  readonly whyNot: () => Promise<string | null>
}

/** The use cases, stores and settings that the API depends on. */
export interface ApiPorts {
  readonly admission: Admission
  /** Seconds after which whoever is refused should come again: about those that are asked for, more for a crowd. */
  readonly comeAgain: (aboutSeconds: number) => number
  readonly createVideo: CreateVideo
  readonly deleteVideo: DeleteVideo
  readonly estimateVideo: EstimateVideo
  readonly retryVideo: RetryVideo
  readonly drawStill: DrawStill
  readonly setWebhookEndpoint: SetWebhookEndpoint
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly redeliverEvent: RedeliverEvent
  readonly sendTestEvent: SendTestEvent
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'remove'>
  readonly webhookGuard: WebhookGuard
  readonly webhookEvents: Pick<WebhookEvents, 'page' | 'details'>
  readonly ledger: Pick<Ledger, 'page' | 'usage'>
  readonly accounts: Pick<Accounts, 'allowance' | 'find' | 'videosInUse'>
  readonly requestGate: RequestGate
  readonly videos: Pick<Videos, 'find' | 'page' | 'isReady' | 'script' | 'requestOf' | 'findByKey'>
  readonly twins: Twins
  readonly twinTakes: Pick<TwinTakes, 'list' | 'find'>
  readonly twinRecordings: Pick<TwinRecordings, 'words' | 'withdraws'>
  readonly twinRecords: Pick<TwinRecords, 'consents' | 'events' | 'note'>
  readonly startRecording: StartRecording
  readonly openRecording: OpenRecording
  readonly bindRecording: BindRecording
  readonly makeOwnLink: MakeOwnLink
  readonly recordingCookies: RecordingCookies
  readonly drawConsentWords: DrawWords
  /** What is read aloud in a recording, sentence by sentence. */
  readonly reading: readonly string[]
  readonly beginTake: BeginTake
  readonly takeChunk: TakeChunkUp
  readonly finishTake: FinishTake
  readonly giveConsent: GiveConsent
  readonly withdrawTwin: WithdrawTwin
  readonly withdrawRecording: WithdrawRecording
  readonly reviewTwin: ReviewTwin
  readonly chooseTwinVoice: ChooseTwinVoice
  readonly renameTwin: RenameTwin
  readonly retryTwinBuild: RetryBuild
  /** The address that a request comes from, as the proxies that are trusted tell it. */
  readonly clientAddress: (request: IncomingMessage) => string
  readonly voices: Pick<Voices, 'list' | 'unstar'>
  readonly pronunciations: Pick<Pronunciations, 'list' | 'find' | 'remove'>
  readonly setPronunciation: SetPronunciation
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: VoiceSupply
  readonly renderer: Pick<Renderer, 'presenters'>
  readonly media: Pick<MediaStore, 'open' | 'linkTo'>
  /** Scheme, host and port from which clients get media themselves; null when the API sends them. */
  readonly mediaOrigin: string | null
  readonly mediaLinks: MediaLinks
  /** The same links without the server's address, for pages that it serves itself. */
  readonly localMediaLinks: MediaLinks
  readonly plans: Plans
  /** Base URL of all links, without a trailing slash. */
  readonly publicUrl: string
  /** Directories with the pictures of presenters; each contains one folder per presenter. */
  readonly presentersDirs: readonly string[]
  /** The studio sets, in catalogue order. */
  readonly sets: readonly StudioSet[]
  /** Directory with the pictures of the sets, one folder per set. */
  readonly setsDir: string
  /** Directory with the samples of the voices, one folder per voice. */
  readonly voicesDir: string
  /** Where the built application is: `index.html` and `assets/`. */
  readonly webDir: string
  /** Where the guides of the documentation are; the examples that they link to lie beside it. */
  readonly docsDir: string
  /** Why this process cannot go on and has to be started anew, in a few words that anybody may read; null while it can. */
  readonly whyStuck: () => string | null
  /** What `GET /readyz` reports on, by name. */
  readonly readiness: Readonly<Record<string, Dependency>>
  /** Whether the process was asked to stop: then it is not ready, and still answers. */
  readonly isStopping: () => boolean
  /** Null: payloads of runs are not decrypted for anybody. */
  readonly payloadDecoder: PayloadDecoder | null
  /** Whether a text has the form of an API key: rejects malformed keys without a database query. */
  readonly looksLikeApiKey: (text: string) => boolean
  readonly log: Log
  readonly signIn: SignIn
  readonly people: People
  readonly apiKeys: ApiKeys
  readonly createApiKey: CreateApiKey
  readonly rotateApiKey: RotateApiKey
  readonly starVoice: StarVoice
  readonly invite: InvitePerson
  readonly openInvitation: OpenInvitationLink
  readonly acceptInvitation: AcceptInvitation
  readonly setUpOwner: SetUpOwner
  readonly changeEmail: ChangeEmail
  readonly verifyFile: VerifyFile
  readonly workWatch: WorkWatch
  readonly seeVideosAtWork: SeeVideosAtWork
  readonly checkConfiguration: CheckConfiguration
  readonly fleet: Pick<FleetView, 'processes'>
  readonly runPage: RunPage
  /** Recounts all books; empty when they are right. */
  readonly audit: () => Promise<Discrepancy[]>
  readonly tryPronunciation: TryPronunciation
  readonly billing: Billing
  readonly planRequests: Pick<PlanRequests, 'latest' | 'open' | 'withdraw'>
  readonly askForPlan: AskForPlan
  readonly decidePlanRequest: DecidePlanRequest
  /** Null when no payment provider tells anything. */
  readonly takeBillingNotice: TakeBillingNotice | null
}
