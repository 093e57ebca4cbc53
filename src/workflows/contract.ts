import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'

import type { Reservation } from '../domain/reservation.ts'
import type { VideoStage, VideoStatus } from '../domain/video.ts'
import type { DeliveryKey } from '../domain/webhook-delivery.ts'

/** Names and types that workflows share with their callers. Other modules import only this file. */

/** Task queue of workflows and of activities that only use the database. */
export const VIDEOS_QUEUE = 'videos'
/** Task queue of speech activities. */
export const SPEECH_QUEUE = 'speech'
/** Task queue of activities that draw and encode. */
export const RENDER_QUEUE = 'render'
/** Task queue of activities that assemble finished parts. They are short and must not wait behind drawing. */
export const ASSEMBLY_QUEUE = 'assembly'
/** Task queue of an external renderer (src/renderers/contract.ts). */
export const outsideQueue = (renderer: string): string => `render-${renderer}`
/** Task queue of webhooks and image downloads, which may wait for slow servers and must not delay other work. */
export const WEBHOOKS_QUEUE = 'webhooks'

/** Workflow types by name. */
export const PRODUCE_VIDEO = 'produceVideo'
/** Workflow types by name. */
export const DELIVER_WEBHOOK = 'deliverWebhook'

/** Workflow types by name. */
export const HOUSEKEEP = 'housekeep'

/** Id of the schedule that starts housekeeping every few minutes. */
export const HOUSEKEEPING_SCHEDULE = 'housekeeping'

/** The number of items that a round of housekeeping handled, by kind. */
export interface HousekeepingReport {
  readonly restartedVideos: number
  readonly lostVideos: number
  readonly lostDeliveries: number
  readonly oldRequests: number
  readonly sweptVideos: number
  readonly openedPeriods: number
  readonly releasedEvents: number
  readonly forgottenAttempts: number
  readonly forgottenNotices: number
}

/** Input of `produceVideo`. It contains only ids: scripts stay in the database, so that no history contains one. */
export interface ProduceVideoInput {
  readonly accountId: string
  readonly videoId: string
  /** Whether the background is an image that the client links to. */
  readonly linksToPicture?: true
}

/** Result of `produceVideo`: the video is ready, or its owner deleted it in the meantime. */
export interface ProducedVideo {
  readonly videoId: string
  readonly status: 'ready' | 'deleted'
  readonly durationSeconds: number | null
}

/** Input of `deliverWebhook`. It contains only ids: each attempt builds the body anew. */
export interface DeliverWebhookInput extends DeliveryKey {
  /** The position in the schedule after a continue-as-new. Absent at the start. */
  readonly attempt?: number
}

/** Update that returns the decision on the creation, once the account's limits have been checked. */
export const createVideoUpdate = defineUpdate<Reservation>('createVideo')

/** Signal that a queued video has a slot of its account. */
export const startRenderingSignal = defineSignal('startRendering')

/** Query for the status of a workflow, for operators. Closed workflows answer it as well. */
export const statusQuery = defineQuery<RunStatus>('status')

/** The status of a workflow that makes a video. */
export interface RunStatus {
  /** `rejected` when a limit forbade the video, `deleted` when its owner deleted it. */
  readonly status: VideoStatus | 'reserving' | 'rejected' | 'deleted'
  readonly stage: VideoStage
  readonly progress: number
}

/** Search attributes for operators. They contain ids and states, never a user's text. */
export const SEARCH_ATTRIBUTES = {
  accountId: defineSearchAttributeKey('AccountId', SearchAttributeType.KEYWORD),
  videoId: defineSearchAttributeKey('VideoId', SearchAttributeType.KEYWORD),
  videoStatus: defineSearchAttributeKey('VideoStatus', SearchAttributeType.KEYWORD),
}
