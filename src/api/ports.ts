import type { Plans } from '../domain/plan.ts'
import type { StudioSet } from '../domain/studio-set.ts'
import type { CatalogueVoice, VoiceSupply } from '../domain/voice.ts'
import type { MediaStore } from '../media/media-store.ts'
import type {
  Accounts,
  Ledger,
  Log,
  MediaLinks,
  Pronunciations,
  Renderer,
  RequestGate,
  Twins,
  Videos,
  Voices,
  WebhookEndpoints,
  WebhookEvents,
} from '../ports.ts'
import type { CreateVideo } from '../usecases/create-video.ts'
import type { DeleteVideo } from '../usecases/delete-video.ts'
import type { EstimateVideo } from '../usecases/estimate-video.ts'
import type { SetPronunciation } from '../usecases/set-pronunciation.ts'
import type { RedeliverEvent } from '../usecases/redeliver-event.ts'
import type { RotateWebhookSecret } from '../usecases/rotate-webhook-secret.ts'
import type { SendTestEvent } from '../usecases/send-test-event.ts'
import type { SetWebhookEndpoint } from '../usecases/set-webhook-endpoint.ts'

/** All that the API asks of the rest of the house. */
export interface ApiPorts {
  readonly createVideo: CreateVideo
  readonly deleteVideo: DeleteVideo
  readonly estimateVideo: EstimateVideo
  readonly setWebhookEndpoint: SetWebhookEndpoint
  readonly rotateWebhookSecret: RotateWebhookSecret
  readonly redeliverEvent: RedeliverEvent
  readonly sendTestEvent: SendTestEvent
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'find' | 'remove'>
  readonly webhookEvents: Pick<WebhookEvents, 'page' | 'details'>
  readonly ledger: Pick<Ledger, 'page' | 'usage'>
  readonly accounts: Pick<Accounts, 'allowance'>
  readonly requestGate: RequestGate
  readonly videos: Pick<Videos, 'find' | 'page' | 'isReady'>
  readonly twins: Pick<Twins, 'list'>
  readonly voices: Pick<Voices, 'list'>
  readonly pronunciations: Pick<Pronunciations, 'list' | 'find' | 'remove'>
  readonly setPronunciation: SetPronunciation
  readonly voiceCatalogue: readonly CatalogueVoice[]
  readonly voiceSupply: VoiceSupply
  readonly renderer: Pick<Renderer, 'presenters'>
  readonly media: Pick<MediaStore, 'open'>
  readonly mediaLinks: MediaLinks
  readonly plans: Plans
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  /** Where presenters' pictures are, each place with one folder for each of its presenters. */
  readonly presentersDirs: readonly string[]
  /** Where presenters can stand, in catalogue order. */
  readonly sets: readonly StudioSet[]
  /** Where the sets' pictures are: one folder for each. */
  readonly setsDir: string
  /** Where the voices' samples are: one folder for each. */
  readonly voicesDir: string
  /** What has to answer before requests can be served, by name. */
  readonly readiness: Readonly<Record<string, () => Promise<boolean>>>
  /** Cheap refusal of what cannot be a key, before the database is asked. */
  readonly looksLikeApiKey: (text: string) => boolean
  readonly log: Log
}
