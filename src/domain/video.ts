import type { VideoOptions } from './video-options.ts'

/** Where a video is in its life (specification section 3). */
export type VideoStatus = 'queued' | 'rendering' | 'ready' | 'failed'

/** The step a video is in or failed at, in the order they are taken. */
export type VideoStage = 'reserve' | 'speak' | 'draw' | 'assemble' | 'publish'

/** Why a video failed: for support and operators, without secrets. */
export interface VideoFailure {
  readonly stage: VideoStage
  /** One sentence. */
  readonly reason: string
  /** The request asked for what cannot be made. Such a video keeps its place of the day (decisions, "Plans"). */
  readonly byRequest: boolean
}

/** Where a video was asked for: through the API, or by a person in the application. */
export type VideoOrigin = 'api' | 'application'

/** A video as the service knows it. */
export interface Video {
  readonly id: string
  readonly accountId: string
  readonly origin: VideoOrigin
  readonly status: VideoStatus
  /** 0 to 100; never goes down; 100 exactly when ready. */
  readonly progress: number
  readonly presenterId: string | null
  readonly twinId: string | null
  /** The account's own voice that was asked for, if one was. */
  readonly voiceId: string | null
  /** The engine's voice that speaks, for example `flite:slt`. */
  readonly engineVoiceId: string
  /** Name of the presenter or twin at the time of creation. */
  readonly presenterName: string
  readonly title: string | null
  /** Unicode code points. */
  readonly scriptCharacters: number
  /** Whole seconds that its speech was expected to take at most. */
  readonly estimatedSeconds: number
  /** Whole seconds that it holds of the allowance while it is made, and that it was charged when it has ended. */
  readonly costSeconds: number
  readonly metadata: Readonly<Record<string, string>> | null
  readonly options: VideoOptions
  /** Length of the finished video, null until ready. */
  readonly durationSeconds: number | null
  readonly failure: VideoFailure | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** Which of an account's videos are wanted; all when empty. */
export interface VideoFilter {
  readonly origin?: VideoOrigin | undefined
  readonly status?: VideoStatus | undefined
  /** A text in the title, the presenter's name or the script. */
  readonly search?: string | undefined
}

/** A video that should have ended, and where it was last seen. */
export interface LostVideo {
  readonly videoId: string
  readonly accountId: string
  readonly workflowId: string
  readonly stage: VideoStage
}

/** What a client asks for, validated (specification section 4, POST /videos). */
export interface VideoRequest {
  readonly script: string
  readonly presenterId: string | null
  readonly twinId: string | null
  readonly voiceId: string | null
  readonly title: string | null
  readonly webhookUrl: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly options: VideoOptions
  /** Whether the video may wait for a slot of its account; else it is refused when there is none. */
  readonly queue: boolean
}

/** Videos of one account that may wait for a slot: more than a day's work for any plan's slots. */
export const MOST_QUEUED_VIDEOS = 100

/**
 * Share of the whole work that is done when a stage begins, in percent. Speaking is most of it with a
 * neural voice and little with a light one. It begins with nothing to record, so that the client's
 * answer does not wait for a record of it.
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

/** The stage that a progress in percent, below 100, of a video that is being made belongs to. */
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
