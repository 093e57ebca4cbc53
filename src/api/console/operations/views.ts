import type {
  ConfigurationFinding,
  QueueState,
  StepState,
  Trouble,
  VideoAtWork,
} from '../../../domain/health/operations.ts'
import { beginsNewWork } from '../../../domain/health/current-release.ts'
import type { CurrentRelease } from '../../../domain/health/current-release.ts'
import type { ProcessState } from '../../../domain/health/needs.ts'
import type { Discrepancy } from '../../../domain/billing/ledger.ts'
import type { RunPage } from '../../../ports/process/run-page.ts'
import type { WatchedVideo } from '../../../usecases/video/see-videos-at-work.ts'

/** A queue of work, and who takes from it; times are ISO 8601. */
export interface QueueView {
  readonly name: string
  readonly workers: readonly QueueWorkerView[]
  /** About how much work waits. */
  readonly waiting: number
  readonly oldest_wait_seconds: number
}

/** A program that takes work from a queue. */
export interface QueueWorkerView {
  readonly identity: string
  readonly last_seen_at: string
  /** False when it only ends what its release began. */
  readonly is_current: boolean
}

/** A process of the service, as it told last of itself; times are ISO 8601. */
export interface ProcessView {
  readonly id: string
  /** As Temporal calls a worker: `<pid>@<host>`. */
  readonly name: string
  readonly role: string
  readonly version: string
  /** Of its release, where releases are told apart. */
  readonly build_id: string | null
  /** False of a worker that begins no new work, because its release is not the current one. */
  readonly is_current: boolean
  /** Those that it takes work from while it lacks nothing. */
  readonly queues: readonly string[]
  /** What it cannot do for now, and why. */
  readonly lacks: readonly { need: string; why: string; since: string }[]
  readonly started_at: string
}

/** A step of a video's run that has not ended. */
export interface StepView {
  readonly name: string
  readonly attempt: number
  readonly is_started: boolean
  readonly since: string
  readonly last_failure: string | null
}

/** A video of any account that is being made, or that failed. */
export interface VideoAtWorkView {
  readonly id: string
  readonly account_id: string
  readonly account_name: string
  readonly title: string | null
  readonly status: VideoAtWork['status']
  readonly stage: VideoAtWork['stage']
  readonly progress: number
  readonly created_at: string
  readonly ended_at: string | null
  /** What is wrong with it while it is made. */
  readonly trouble: Trouble | null
  readonly steps: readonly StepView[]
  /** Why it failed. */
  readonly failure_reason: string | null
  /** Its run in the Temporal UI; null when that is not known. */
  readonly run_url: string | null
}

/** What is being made, troubled ones first, and what failed since yesterday. */
export interface VideosAtWorkView {
  readonly unfinished: readonly VideoAtWorkView[]
  /** The number of all unfinished videos; `unfinished` contains the oldest of them. */
  readonly total: number
  /** False while Temporal does not answer: then nothing is known of runs and troubles. */
  readonly runs_are_known: boolean
  readonly failed: readonly VideoAtWorkView[]
}

/** One thing that the installation is set to. */
export type FindingView = ConfigurationFinding

/** What recounting the books found. */
export interface AuditView {
  readonly differences: readonly {
    account_id: string
    video_id: string | null
    rule: string
    expected: number
    found: number
  }[]
  readonly took_ms: number
}

/** A queue on the wire. */
export function queueView({ name, workers, waiting, oldestWaitSeconds }: QueueState): QueueView {
  return {
    name,
    workers: workers.map(({ identity, lastSeenAt, isCurrent }) => ({
      identity,
      last_seen_at: lastSeenAt.toISOString(),
      is_current: isCurrent,
    })),
    waiting,
    oldest_wait_seconds: oldestWaitSeconds,
  }
}

/** A process, on the wire. @param current whose workers begin new work; null while that is not known. */
export function processView(
  { buildId, lacks, startedAt, ...process }: ProcessState,
  current: CurrentRelease | null,
): ProcessView {
  const { id, name, role, version, queues } = process
  return {
    id,
    name,
    role,
    version,
    build_id: buildId,
    is_current: queues.length === 0 || beginsNewWork({ buildId }, current),
    queues,
    lacks: lacks.map(({ need, why, since }) => ({ need, why, since: since.toISOString() })),
    started_at: startedAt.toISOString(),
  }
}

/** A video that is being made, on the wire. */
export function watchedView({ video, run, trouble }: WatchedVideo, pageOf: RunPage): VideoAtWorkView {
  return {
    ...atWork(video),
    trouble,
    steps: (run?.steps ?? []).map(stepView),
    run_url: pageOf(video.workflowId, run?.runId ?? null),
  }
}

/** A video that failed, on the wire. */
export function failedView(video: VideoAtWork, pageOf: RunPage): VideoAtWorkView {
  return { ...atWork(video), trouble: null, steps: [], run_url: pageOf(video.workflowId, null) }
}

/** Differences in the books, on the wire. */
export function differenceView({ accountId, videoId, rule, expected, found }: Discrepancy) {
  return { account_id: accountId, video_id: videoId, rule, expected, found }
}

function atWork(video: VideoAtWork) {
  return {
    id: video.videoId,
    account_id: video.accountId,
    account_name: video.accountName,
    title: video.title,
    status: video.status,
    stage: video.stage,
    progress: video.progress,
    created_at: video.createdAt.toISOString(),
    ended_at: video.endedAt?.toISOString() ?? null,
    failure_reason: video.failure?.reason ?? null,
  }
}

function stepView({ name, attempt, isStarted, since, lastFailure }: StepState): StepView {
  return { name, attempt, is_started: isStarted, since: since.toISOString(), last_failure: lastFailure }
}
