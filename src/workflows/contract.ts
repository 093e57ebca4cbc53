import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'

import type { Reservation } from '../domain/reservation.ts'
import type { VideoStage, VideoStatus } from '../domain/video.ts'
import type { DeliveryKey } from '../domain/webhook-delivery.ts'

/** Names and shapes that workflows share with those who start them: the only file others import. */

/** Workflows and the activities that only touch the database. */
export const VIDEOS_QUEUE = 'videos'
/** Activities that speak. */
export const SPEECH_QUEUE = 'speech'
/** Activities that draw and encode. */
export const RENDER_QUEUE = 'render'
/** Activities that put finished parts together: short, and never in line behind drawing. */
export const ASSEMBLY_QUEUE = 'assembly'
/** Drawing by a renderer that is a worker of its own (src/renderers/contract.ts). */
export const outsideQueue = (renderer: string): string => `render-${renderer}`
/** What waits for other people's servers, apart so that slow ones hold up nothing: deliveries, pictures. */
export const WEBHOOKS_QUEUE = 'webhooks'

/** Workflow types by name. */
export const PRODUCE_VIDEO = 'produceVideo'
/** Workflow types by name. */
export const DELIVER_WEBHOOK = 'deliverWebhook'

/** Workflow types by name. */
export const HOUSEKEEP = 'housekeep'

/** The schedule that starts housekeeping every few minutes. */
export const HOUSEKEEPING_SCHEDULE = 'housekeeping'

/** How many of each sort a round of housekeeping found. */
export interface HousekeepingReport {
  readonly restartedVideos: number
  readonly lostVideos: number
  readonly lostDeliveries: number
  readonly oldRequests: number
  readonly sweptVideos: number
  readonly openedPeriods: number
  readonly releasedEvents: number
  readonly forgottenAttempts: number
}

/** Ids only: scripts stay in the database, so that no history holds one. */
export interface ProduceVideoInput {
  readonly accountId: string
  readonly videoId: string
  /** The picture behind the presenter is one that its client links to. */
  readonly linksToPicture?: true
}

/** What `produceVideo` returns: a video that is ready, or that its owner deleted meanwhile. */
export interface ProducedVideo {
  readonly videoId: string
  readonly status: 'ready' | 'deleted'
  readonly durationSeconds: number | null
}

/** Ids only: the body is built afresh for each attempt. */
export interface DeliverWebhookInput extends DeliveryKey {
  /** Where the schedule stands when a run hands over to the next; absent at the start. */
  readonly attempt?: number
}

/** Answers the creation: waits until the account's limits have been asked. */
export const createVideoUpdate = defineUpdate<Reservation>('createVideo')

/** Tells a queued video that it has a slot of its account. */
export const startRenderingSignal = defineSignal('startRendering')

/** Where a run is, for operators; also answered by closed runs. */
export const statusQuery = defineQuery<RunStatus>('status')

/** Where a run is. */
export interface RunStatus {
  /** `rejected` when a limit forbade the video, `deleted` when its owner did. */
  readonly status: VideoStatus | 'reserving' | 'rejected' | 'deleted'
  readonly stage: VideoStage
  readonly progress: number
}

/** Keywords that operators filter runs by. They hold ids and states, never a user's text. */
export const SEARCH_ATTRIBUTES = {
  accountId: defineSearchAttributeKey('AccountId', SearchAttributeType.KEYWORD),
  videoId: defineSearchAttributeKey('VideoId', SearchAttributeType.KEYWORD),
  videoStatus: defineSearchAttributeKey('VideoStatus', SearchAttributeType.KEYWORD),
}
