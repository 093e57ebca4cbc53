import type { FailureCause, KnownFailure } from '../video/failure-cause.ts'
import type { VideoFailure, VideoStage, VideoStatus } from '../video/video.ts'

/** A queue of work, and who takes from it. */
export interface QueueState {
  /** For example `render`. */
  readonly name: string
  /** Programs that took work from it, or asked for some, in the last minute and a half. */
  readonly workers: readonly QueueWorker[]
  /** About how much work waits. */
  readonly waiting: number
  /** How long the oldest of it has waited; 0 when nothing does. */
  readonly oldestWaitSeconds: number
}

/** A program that takes work from a queue. */
export interface QueueWorker {
  /** As Temporal calls it: `<pid>@<host>`. */
  readonly identity: string
  readonly lastSeenAt: Date
  /** Whether it begins new work; one of a release that is not current only ends what its release began. */
  readonly isCurrent: boolean
}

/** A step of a run that has not ended. */
export interface StepState {
  /** For example `drawSegment`. */
  readonly name: string
  /** From 1; more when it failed before. */
  readonly attempt: number
  /** Whether a worker has it in hand. */
  readonly isStarted: boolean
  /** Since when it is as it is. */
  readonly since: Date
  /** Why the try before failed, if one did. */
  readonly lastFailure: string | null
  /** What was at fault then. */
  readonly cause: FailureCause | null
  /** The worker that has it in hand, or at which the try before failed, `<pid>@<host>`; null when that is not known. */
  readonly worker: string | null
}

/** What makes a video, or made it. */
export interface RunState {
  readonly runId: string
  readonly isRunning: boolean
  /** Those that have not ended. */
  readonly steps: readonly StepState[]
}

/** A video of any account, as operators see it. */
export interface VideoAtWork {
  readonly videoId: string
  readonly accountId: string
  readonly accountName: string
  readonly title: string | null
  readonly status: VideoStatus
  readonly stage: VideoStage
  /** 0 to 100. */
  readonly progress: number
  readonly workflowId: string
  readonly createdAt: Date
  /** Null while it is made. */
  readonly endedAt: Date | null
  readonly failure: VideoFailure | null
  /** What is known of its failure; null when it has not failed, or more than a month ago. */
  readonly known: KnownFailure | null
  /** The `X-Request-Id` of the request that created it, `req_…`. */
  readonly requestId: string
}

/**
 * What is wrong with a video that is being made. `no run`: nothing makes it. `failing`: a step failed and is tried
 * again. `waiting`: no worker takes its next step. `slow`: a step goes on for far longer than steps do.
 */
export type Trouble = 'no run' | 'failing' | 'waiting' | 'slow'

/** The gravest first. */
const GRAVITY: readonly (Trouble | null)[] = ['no run', 'failing', 'waiting', 'slow', null]

/** A new video's run is there within milliseconds; the database may be read just before. */
const RUN_IS_THERE_AFTER_MS = 15_000
/** Work waits for seconds where workers are enough. */
const TAKEN_WITHIN_MS = 120_000
/** A segment takes seconds to draw, and the longest script some minutes to speak. */
const DONE_WITHIN_MS = 300_000

/** What is wrong with a video that is being made; null when nothing seems to be. */
export function troubleOf(
  { status, createdAt }: Pick<VideoAtWork, 'status' | 'createdAt'>,
  run: RunState | null,
  now: Date,
): Trouble | null {
  if (run === null || !run.isRunning) {
    return now.getTime() - createdAt.getTime() > RUN_IS_THERE_AFTER_MS ? 'no run' : null
  }
  if (run.steps.some(({ attempt, lastFailure }) => attempt > 1 && lastFailure !== null)) return 'failing'
  // Its run does nothing until its account has a slot.
  if (status === 'queued') return null
  const age = ({ since }: StepState) => now.getTime() - since.getTime()
  if (run.steps.some((step) => !step.isStarted && age(step) > TAKEN_WITHIN_MS)) return 'waiting'
  return run.steps.some((step) => step.isStarted && age(step) > DONE_WITHIN_MS) ? 'slow' : null
}

/** Orders videos for operators: the most serious trouble first, then the oldest. */
export function byTrouble(
  one: { trouble: Trouble | null; video: Pick<VideoAtWork, 'createdAt'> },
  other: { trouble: Trouble | null; video: Pick<VideoAtWork, 'createdAt'> },
): number {
  const gravity = GRAVITY.indexOf(one.trouble) - GRAVITY.indexOf(other.trouble)
  return gravity || one.video.createdAt.getTime() - other.video.createdAt.getTime()
}

/** One thing that the installation is set to, and whether that is good enough for production. */
export interface ConfigurationFinding {
  /** What it is about, for example `Public address`. */
  readonly topic: string
  /** `advice` works and should be known; fix a `problem` before customers use the service. */
  readonly verdict: 'good' | 'advice' | 'problem'
  /** How it is, in a sentence. Never a secret. */
  readonly says: string
  /** What to do about it; null when there is nothing. */
  readonly remedy: string | null
}
