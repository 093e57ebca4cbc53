import type { Pronunciation } from '../speech/pronunciation.ts'
import type { VideoOrigin, VideoRequest } from './video.ts'

/** A client waits for the decision on its video for so long; one that cannot be made in this time does not come. */
export const DECIDED_WITHIN_SECONDS = 5

/**
 * A recorded request can only be reserved within this time, by the database's clock, so that a lost client, workflow or
 * network cannot cause a charge later. It is twice as long as a client waits for the decision.
 */
export const REQUEST_GOOD_FOR_SECONDS = 10

/** An item of a batch, by its number from 1. */
export interface BatchItemRef {
  readonly batchId: string
  readonly number: number
}

/** A validated request with everything that was looked up for it. */
export interface NewVideoRequest {
  readonly videoId: string
  readonly accountId: string
  readonly workflowId: string
  readonly origin: VideoOrigin
  readonly idempotencyKey: string | null
  /** SHA-256 of the request, hex. */
  readonly requestHash: string
  /** The id of the HTTP request, `req_…`. */
  readonly requestId: string
  /** The item of a batch that asks for it, if one does. */
  readonly batchItem?: BatchItemRef | undefined
  readonly request: VideoRequest
  /** Id of the engine voice, for example `flite:slt`. */
  readonly engineVoiceId: string
  /** Name of the presenter or twin. */
  readonly presenterName: string
  /** The account's pronunciations that occur in the script, frozen at acceptance. */
  readonly pronunciations: readonly Pronunciation[]
  /** The expected length in whole seconds, at least 1. */
  readonly expectedSeconds: number
  /** The upper estimate of the length. */
  readonly estimatedSeconds: number
  /** The price of the expected length: so many seconds have to remain of the allowance. */
  readonly neededSeconds: number
  /** The price of the upper estimate. It is reserved, or all that remains where that is less; the charge is never more. */
  readonly holdSeconds: number
  /** How a test video is to end (`test-outcome.ts`); null for any other. */
  readonly testOutcome: string | null
}

/** What a video was asked for with. */
export interface KeptRequest {
  readonly request: Omit<VideoRequest, 'queue'>
  readonly idempotencyKey: string | null
}

/** The video that an idempotency key belongs to. */
export interface KeyUse {
  readonly videoId: string
  /** SHA-256 of the request, hex. */
  readonly requestHash: string
  readonly deleted: boolean
}

/** What is known of a request before it is noted. */
export interface CreationLookup {
  /** What its idempotency key was used for; null when it has none, or an unused one. */
  readonly use: KeyUse | null
  /** All of the account's, in the order of their words. */
  readonly pronunciations: readonly Pronunciation[]
}

/** The data for starting the workflow that makes a video. */
export interface ProductionStart {
  readonly workflowId: string
  readonly accountId: string
  readonly videoId: string
  /** Whether the background is an image that the client links to. */
  readonly linksToPicture: boolean
  /** Whether the video has been accepted before: nobody waits for the decision, and it cannot come too late. */
  readonly isAccepted?: true
  /** Whether its speech is expected to take at least `LONG_SPEECH_SECONDS`. */
  readonly isLong: boolean
  /** As of the request. */
  readonly testOutcome: string | null
  /** The id of the HTTP request that asked for it, `req_…`. */
  readonly requestId: string
  /** The summary in the Temporal UI, in one line. */
  readonly summary: string
}
