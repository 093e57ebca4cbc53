import type { VideoOptions } from './video-options.ts'

/** The status of a video (specification section 3). */
export type VideoStatus = 'queued' | 'rendering' | 'ready' | 'failed'

/** Whether a video stays as it is (specification section 3): clients wait for that. */
export function hasEnded({ status }: { readonly status: VideoStatus }): boolean {
  return status === 'ready' || status === 'failed'
}

/** The stages of making a video, in order. */
export type VideoStage = 'reserve' | 'speak' | 'draw' | 'assemble' | 'publish'

/** Why a video failed: for support and operators, without secrets. */
export interface VideoFailure {
  readonly stage: VideoStage
  /** One sentence. */
  readonly reason: string
  /** Whether the request was the cause. Such a video still counts towards the daily limit (decisions, "Plans"). */
  readonly byRequest: boolean
  /** Whether the person whom its twin shows has withdrawn it, or their consent has ended. Default: no. */
  readonly twinWithdrawn?: boolean
}

/** Where a video was asked for: through the API, or by a person in the application. */
export type VideoOrigin = 'api' | 'application'

/** A video. */
export interface Video {
  readonly id: string
  readonly accountId: string
  /** Id of the HTTP request that created it, `req_…`. */
  readonly requestId: string
  readonly origin: VideoOrigin
  /** The batch that has started it, if one has. */
  readonly batchId: string | null
  readonly status: VideoStatus
  /** 0 to 100; never goes down; 100 exactly when ready. */
  readonly progress: number
  readonly presenterId: string | null
  readonly twinId: string | null
  /** The starred voice that was requested, or null. */
  readonly voiceId: string | null
  /** Id of the engine voice that speaks, for example `flite:slt`. */
  readonly engineVoiceId: string
  /** Name of the presenter or twin at the time of creation. */
  readonly presenterName: string
  readonly title: string | null
  /** Unicode code points. */
  readonly scriptCharacters: number
  /** Upper estimate of the speech in whole seconds. */
  readonly estimatedSeconds: number
  /** How a test video is to end (`test-outcome.ts`); null for any other. */
  readonly testOutcome: string | null
  /** Whole seconds that it holds of the allowance while it is made, and that it was charged when it has ended. */
  readonly costSeconds: number
  readonly metadata: Readonly<Record<string, string>> | null
  readonly options: VideoOptions
  /** Length of the finished video, null until ready. */
  readonly durationSeconds: number | null
  readonly failure: VideoFailure | null
  readonly createdAt: Date
  readonly completedAt: Date | null
  /** When it is deleted; null: never. */
  readonly expiresAt: Date | null
}

/** Which of an account's videos are wanted: those that are all of it; every one when empty. */
export interface VideoFilter {
  readonly ids?: readonly string[] | undefined
  readonly origin?: VideoOrigin | undefined
  readonly status?: VideoStatus | undefined
  readonly presenterId?: string | undefined
  readonly twinId?: string | undefined
  readonly voiceId?: string | undefined
  readonly batchId?: string | undefined
  /** Pairs that the metadata contains, exactly so. */
  readonly metadata?: Readonly<Record<string, string>> | undefined
  /** To the millisecond, and not that of the moment itself. */
  readonly createdAfter?: Date | undefined
  /** Likewise. */
  readonly createdBefore?: Date | undefined
  /** A text in the title, whatever the case of its letters. */
  readonly inTitle?: string | undefined
  /** A text in the title, the presenter's name or the script. */
  readonly search?: string | undefined
}

/** What is changed of a video. A member that is absent stays as it is, and null removes it. */
export interface VideoEdit {
  readonly title?: string | null | undefined
  /** By key: what is absent stays, and null removes a pair. */
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined
}

/** Most pairs of a video's metadata. */
export const MOST_METADATA_PAIRS = 20

/** A video that should have ended, and its last known stage. */
export interface LostVideo {
  readonly videoId: string
  readonly accountId: string
  readonly workflowId: string
  readonly stage: VideoStage
  /** As of a video. */
  readonly testOutcome: string | null
  /** The id of the HTTP request that asked for it, `req_…`. */
  readonly requestId: string
}

/** A validated request for a video (specification section 4, POST /videos). */
export interface VideoRequest {
  readonly script: string
  readonly presenterId: string | null
  readonly twinId: string | null
  readonly voiceId: string | null
  readonly title: string | null
  readonly webhookUrl: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly options: VideoOptions
  /** Whether the video may wait for a slot of its account. Otherwise it is rejected when there is none. */
  readonly queue: boolean
}

/** Maximum queued videos per account: more than a day's work for the slots of any plan. */
export const MOST_QUEUED_VIDEOS = 100

/**
 * Share of the whole work that is done when a stage begins, in percent. Speaking is most of it with a
 * neural voice and little with a basic one. It begins at 0, so that the response to the client does not wait until the
 * progress is recorded.
 */
const STAGE_BEGINS_AT: Readonly<Record<VideoStage, number>> = {
  reserve: 0,
  speak: 0,
  draw: 40,
  assemble: 90,
  publish: 98,
}

const STAGE_ENDS_AT: Readonly<Record<VideoStage, number>> = {
  reserve: 0,
  speak: 40,
  draw: 90,
  assemble: 98,
  publish: 99,
}

/** The stage of a video in progress, by its progress in percent (below 100). */
export function stageAt(progress: number): VideoStage {
  const stages = Object.keys(STAGE_BEGINS_AT) as VideoStage[]
  return stages.findLast((stage) => STAGE_BEGINS_AT[stage] <= progress) ?? 'reserve'
}

/**
 * Progress in percent when a share (0 to 1) of a stage is done.
 *
 * @returns a whole number from 0 to 99: only a ready video has 100.
 */
export function progressAt(stage: VideoStage, share: number): number {
  const from = STAGE_BEGINS_AT[stage]
  return Math.floor(from + (STAGE_ENDS_AT[stage] - from) * Math.min(1, Math.max(0, share)))
}

/**
 * Progress in percent while a video is drawn as it is spoken.
 *
 * @param spoken share of the script, from 0 to 1.
 * @param drawn share of the picture, from 0 to 1.
 */
export function progressOfMaking(spoken: number, drawn: number): number {
  const done = (stage: VideoStage, share: number) => (STAGE_ENDS_AT[stage] - STAGE_BEGINS_AT[stage]) * share
  return Math.floor(STAGE_BEGINS_AT.speak + done('speak', spoken) + done('draw', drawn))
}
