import type { Pronunciation } from './pronunciation.ts'
import type { VideoOrigin, VideoRequest } from './video.ts'

/**
 * A request that was not reserved so soon after it was noted, by the database's clock, is reserved no more:
 * what became of its client, its run or a network in between charges nothing later. Twice as long as a
 * client waits for the decision.
 */
export const REQUEST_GOOD_FOR_SECONDS = 10

/** A validated request with all that was looked up for it. */
export interface NewVideoRequest {
  readonly videoId: string
  readonly accountId: string
  readonly workflowId: string
  readonly origin: VideoOrigin
  readonly idempotencyKey: string | null
  /** SHA-256 of the request, hex. */
  readonly requestHash: string
  readonly request: VideoRequest
  /** The engine's voice that is to speak, for example `flite:slt`. */
  readonly engineVoiceId: string
  /** Name of the presenter or twin. */
  readonly presenterName: string
  /** Those of the account's that the script has words of, as they are now. */
  readonly pronunciations: readonly Pronunciation[]
  /** What is held; the charge is never more. */
  readonly estimatedSeconds: number
}

/** What a video was asked for with. */
export interface KeptRequest {
  readonly request: Omit<VideoRequest, 'queue'>
  readonly idempotencyKey: string | null
}

/** The video that an idempotency key stands for. */
export interface KeyUse {
  readonly videoId: string
  /** SHA-256 of the request, hex. */
  readonly requestHash: string
  readonly deleted: boolean
}

/** What a run that makes a video is started with. */
export interface ProductionStart {
  readonly workflowId: string
  readonly accountId: string
  readonly videoId: string
  /** The picture behind the presenter is one that its client links to. */
  readonly linksToPicture: boolean
  /** One line for operators. */
  readonly summary: string
}
