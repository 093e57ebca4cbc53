import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'

import type { FailureCause } from '../domain/video/failure-cause.ts'
import type { ForcedOutcome } from '../domain/video/forced-outcome.ts'
import type { Reservation } from '../domain/video/reservation.ts'
import type { VideoStage, VideoStatus } from '../domain/video/video.ts'
import type { DeliveryKey } from '../domain/webhook/webhook-delivery.ts'

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
/** Task queue of activities that look at recordings of people and learn from them. */
export const TWINS_QUEUE = 'twins'
/** Task queue of webhooks and image downloads, which may wait for slow servers and must not delay other work. */
export const WEBHOOKS_QUEUE = 'webhooks'

/** Workflow types by name. */
export const PRODUCE_VIDEO = 'produceVideo'
/** Workflow types by name. */
export const DELIVER_WEBHOOK = 'deliverWebhook'

/** Workflow types by name. */
export const RUN_BATCH = 'runBatch'

/** Workflow types by name. */
export const HOUSEKEEP = 'housekeep'

/** Workflow types by name. */
export const AUDIT_BOOKS = 'auditBooks'

/** Workflow types by name. */
export const CHECK_TAKE = 'checkTake'
/** Workflow types by name. */
export const BUILD_TWIN = 'buildTwin'
/** Workflow types by name. */
export const REMOVE_TWIN = 'removeTwin'

/** Id of the schedule that starts housekeeping every few minutes. */
export const HOUSEKEEPING_SCHEDULE = 'housekeeping'
/** Id of the schedule that starts an audit every day. */
export const AUDIT_SCHEDULE = 'audit'

/** The number of items that a round of housekeeping handled, by kind. */
export interface HousekeepingReport {
  readonly restartedVideos: number
  readonly lostVideos: number
  readonly lostDeliveries: number
  readonly oldRequests: number
  readonly expiredVideos: number
  readonly sweptVideos: number
  readonly openedPeriods: number
  readonly releasedEvents: number
  readonly expiringVideos: number
  readonly forgottenAttempts: number
  readonly forgottenNotices: number
  readonly expiredTwins: number
  readonly removedTwins: number
  readonly restartedTwins: number
  readonly restartedBatches: number
  readonly forgottenTakes: number
  readonly forgottenConsents: number
}

/** Input of `produceVideo`. It contains only ids: scripts stay in the database, so that no history contains one. */
export interface ProduceVideoInput {
  readonly accountId: string
  readonly videoId: string
  /** Whether the background is an image that the client links to. */
  readonly linksToPicture?: true
  /** Whether it was accepted before, by a run that was lost: then its request is never too old. */
  readonly isAccepted?: true
  /** Whether its script has at least `PARTS_AT_ONCE` parts, by its estimated length. A wrong guess costs one step. */
  readonly isLong?: true
  /** The outcome of one of its stages, for tests. Absent for videos that are charged. */
  readonly forcedOutcome?: ForcedOutcome
}

/** Parts of a script that are spoken at the same time (docs/adr/0021). */
export const PARTS_AT_ONCE = 2

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

/** Input of `buildTwin` and `removeTwin`. It contains only ids. */
export interface TwinInput {
  readonly accountId: string
  readonly twinId: string
}

/** Input of `checkTake`. It contains only ids. */
export interface CheckTakeInput extends TwinInput {
  readonly takeId: string
}

/** Update that returns the decision on the creation, once the account's limits have been checked. */
export const createVideoUpdate = defineUpdate<Reservation>('createVideo')

/** Signal that a queued video has a slot of its account. */
export const startRenderingSignal = defineSignal('startRendering')

/** Signal to a batch that a video of its account has ended: there may be a slot for an item. */
export const videoEndedSignal = defineSignal('videoEnded')

/** Signal that an operator has decided about the consent of a twin. The decision is in the database. */
export const twinReviewedSignal = defineSignal('twinReviewed')

/** Signal that a twin was withdrawn, or that its consent has ended: to its build, and to what makes its videos. */
export const twinWithdrawnSignal = defineSignal('twinWithdrawn')

/** Query for the status of a workflow, for operators. Closed workflows answer it as well. */
export const statusQuery = defineQuery<RunStatus>('status')

/** The search attribute of a new run: reserving takes moments, and most videos are rendered after it. */
export const INDEXED_AT_START = 'rendering'

/** The status of a workflow that makes a video. */
export interface RunStatus {
  /**
   * `rejected` when a limit forbade the video, `deleted` when its owner deleted it, `unknown` when the database was
   * restored to a time before it.
   */
  readonly status: VideoStatus | 'reserving' | 'rejected' | 'deleted' | 'unknown'
  readonly stage: VideoStage
  readonly progress: number
}

/** The same query of a workflow that looks at takes, builds a twin or removes one. */
export const twinStatusQuery = defineQuery<TwinRunStatus>('status')

/** The status of a workflow about a twin. */
export interface TwinRunStatus {
  /** `gone` when the twin was withdrawn or deleted meanwhile. */
  readonly status: 'working' | 'review' | 'accepted' | 'refused' | 'ready' | 'failed' | 'removed' | 'gone'
  /** What is being done, or was done last, in a few words. */
  readonly step: string
  /** Percent of a build; never goes down. */
  readonly progress: number
}

/**
 * Names in the memo of a run that is about a video: the video, and the request that asked for it. Operators find the lines of
 * a run in the log by them.
 */
export const RUN_FACTS = ['requestId', 'videoId'] as const

/** What a run is about, as far as that is known. */
export type RunFacts = Readonly<Partial<Record<(typeof RUN_FACTS)[number], string>>>

/** Name of the header in which a run hands its facts on to its steps. */
export const LOG_FACTS = 'presenter-log-facts'

/** Name of the header in which Temporal's interceptors for OpenTelemetry keep the trace that a run or a step belongs to. */
export const TRACE = '_tracer-data'

/** Name in a run's memo, for operators: the step that had an error last and is tried again. Absent when none is. */
export const FAILED_STEP = 'failedStep'

/** A step that is tried again. */
export interface FailedStep {
  /** The name of the activity. */
  readonly name: string
  /** So many until now. */
  readonly errors: number
  /** The message of the last one. */
  readonly message: string
  /** What was at fault then. */
  readonly cause: FailureCause
  /** Where it was, `<pid>@<host>`; null when no worker had it. */
  readonly worker: string | null
}

/** Search attributes for operators. They contain ids and states, never a user's text. */
export const SEARCH_ATTRIBUTES = {
  accountId: defineSearchAttributeKey('AccountId', SearchAttributeType.KEYWORD),
  videoId: defineSearchAttributeKey('VideoId', SearchAttributeType.KEYWORD),
  videoStatus: defineSearchAttributeKey('VideoStatus', SearchAttributeType.KEYWORD),
  twinId: defineSearchAttributeKey('TwinId', SearchAttributeType.KEYWORD),
  twinStatus: defineSearchAttributeKey('TwinStatus', SearchAttributeType.KEYWORD),
}
