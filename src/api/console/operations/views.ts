import { z } from 'zod'

import type { QueueState, StepState, VideoAtWork } from '../../../domain/health/operations.ts'
import { FAILURE_CAUSES } from '../../../domain/video/failure-cause.ts'
import { beginsNewWork } from '../../../domain/health/current-release.ts'
import type { CurrentRelease } from '../../../domain/health/current-release.ts'
import type { ProcessState } from '../../../domain/health/needs.ts'
import type { Discrepancy } from '../../../domain/billing/ledger.ts'
import type { RunPage } from '../../../ports/process/run-page.ts'
import type { WatchedVideo } from '../../../usecases/video/see-videos-at-work.ts'

/** A program that takes work from a queue. */
const QueueWorkerView = z.strictObject({
  identity: z.string(),
  last_seen_at: z.string(),
  /** False when it only ends what its release began. */
  is_current: z.boolean(),
})

/** A queue of work, and who takes from it; times are ISO 8601. */
export const QueueView = z.strictObject({
  name: z.string(),
  workers: z.array(QueueWorkerView).readonly(),
  /** About how much work waits. */
  waiting: z.number(),
  oldest_wait_seconds: z.number(),
})
export type QueueView = z.infer<typeof QueueView>

/** A process of the service, as it told last of itself; times are ISO 8601. */
export const ProcessView = z.strictObject({
  id: z.string(),
  /** As Temporal calls a worker: `<pid>@<host>`. */
  name: z.string(),
  role: z.string(),
  version: z.string(),
  /** The id of its release, where releases are told apart. */
  build_id: z.string().nullable(),
  /** False of a worker that begins no new work, because its release is not the current one. */
  is_current: z.boolean(),
  /** Those that it takes work from while it lacks nothing. */
  queues: z.array(z.string()).readonly(),
  /** What it cannot do for now, and why. */
  lacks: z
    .array(
      z.strictObject({
        need: z.string(),
        why: z.string(),
        since: z.string(),
      }),
    )
    .readonly(),
  started_at: z.string(),
})
export type ProcessView = z.infer<typeof ProcessView>

/** A step of a video's run that has not ended. */
const StepView = z.strictObject({
  name: z.string(),
  attempt: z.number(),
  is_started: z.boolean(),
  since: z.string(),
  last_failure: z.string().nullable(),
  /** What was at fault then. */
  cause: z.enum(FAILURE_CAUSES).nullable(),
  /** The worker that has it in hand, or at which the try before failed. */
  worker: z.string().nullable(),
})
type StepView = z.infer<typeof StepView>

/** A video of any account that is being made, or that failed. */
export const VideoAtWorkView = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  title: z.string().nullable(),
  status: z.enum(['queued', 'rendering', 'ready', 'failed']),
  stage: z.enum(['reserve', 'speak', 'draw', 'assemble', 'publish']),
  progress: z.number(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  /** What is wrong with it while it is made. */
  trouble: z.enum(['no run', 'failing', 'waiting', 'slow']).nullable(),
  steps: z.array(StepView).readonly(),
  /** Why it failed, as its owner reads it. */
  failure_reason: z.string().nullable(),
  /** Why it failed, for operators; null when it has not, or nothing is known of it. */
  failure: z
    .strictObject({
      cause: z.enum(FAILURE_CAUSES),
      step: z.string().nullable(),
      worker: z.string().nullable(),
      detail: z.string().nullable(),
    })
    .nullable(),
  /** Its run in the Temporal UI; null when that is not known. */
  run_url: z.string().nullable(),
})
export type VideoAtWorkView = z.infer<typeof VideoAtWorkView>

/** What is being made, troubled ones first, and what failed since yesterday. */
export const VideosAtWorkView = z.strictObject({
  unfinished: z.array(VideoAtWorkView).readonly(),
  /** The number of all unfinished videos; `unfinished` contains the oldest of them. */
  total: z.number(),
  /** False while Temporal does not answer: then nothing is known of runs and troubles. */
  runs_are_known: z.boolean(),
  failed: z.array(VideoAtWorkView).readonly(),
})
export type VideosAtWorkView = z.infer<typeof VideosAtWorkView>

/** One thing that the installation is set to. */
export const FindingView = z.strictObject({
  /** What it is about, for example `Public address`. */
  topic: z.string(),
  /** `advice` works but is worth knowing; fix a `problem` before customers use the service. */
  verdict: z.enum(['good', 'advice', 'problem']),
  /** How it is, in a sentence. Never a secret. */
  says: z.string(),
  /** What to do about it; null when there is nothing. */
  remedy: z.string().nullable(),
})
export type FindingView = z.infer<typeof FindingView>

/** What recounting the books found. */
export const AuditView = z.strictObject({
  differences: z
    .array(
      z.strictObject({
        account_id: z.string(),
        video_id: z.string().nullable(),
        rule: z.string(),
        expected: z.number(),
        found: z.number(),
      }),
    )
    .readonly(),
  took_ms: z.number(),
})
export type AuditView = z.infer<typeof AuditView>

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
    failure: video.known,
  }
}

function stepView({ isStarted, since, lastFailure, ...step }: StepState): StepView {
  return { ...step, is_started: isStarted, since: since.toISOString(), last_failure: lastFailure }
}
