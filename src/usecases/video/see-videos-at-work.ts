import { Problem } from '../../domain/error/errors.ts'
import { byTrouble, troubleOf } from '../../domain/health/operations.ts'
import type { RunState, Trouble, VideoAtWork } from '../../domain/health/operations.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { VideosAtWork } from '../../ports/video/videos-at-work.ts'
import type { WorkWatch } from '../../ports/process/work-watch.ts'

/** The oldest unfinished videos. Nobody would read more, and each one costs a query to the orchestrator. */
const MOST_UNFINISHED = 60
const MOST_FAILED = 20
const FAILED_WITHIN_HOURS = 24

/** The videos of all accounts and what is known of their runs. */
export interface SeeVideosAtWorkPorts {
  readonly videosAtWork: Pick<VideosAtWork, 'unfinished' | 'failed'>
  readonly workWatch: Pick<WorkWatch, 'run'>
  readonly clock: Clock
}

/** A video that is being made, what makes it, and what is wrong with that. */
export interface WatchedVideo {
  readonly video: VideoAtWork
  readonly run: RunState | null
  readonly trouble: Trouble | null
}

/** A video of any account and what makes it; null when there is none. */
export type SeeVideo = (videoId: string) => Promise<(WatchedVideo & { readonly runIsKnown: boolean }) | null>

/** What operators look at first: videos in flight, troubled ones first, and those that failed since yesterday. */
export type SeeVideosAtWork = () => Promise<{
  readonly unfinished: readonly WatchedVideo[]
  /** How many are being made in all. */
  readonly total: number
  /** False while the orchestrator does not answer: then nothing is known of runs and troubles. */
  readonly runsAreKnown: boolean
  readonly failed: readonly VideoAtWork[]
}>

/** Seeing what is being made, also while the orchestrator is away: that is when operators look. */
export function makeSeeVideosAtWork({
  videosAtWork,
  workWatch,
  clock,
}: SeeVideosAtWorkPorts): SeeVideosAtWork {
  return async () => {
    const [{ videos, total }, failed] = await Promise.all([
      videosAtWork.unfinished(MOST_UNFINISHED),
      videosAtWork.failed(FAILED_WITHIN_HOURS, MOST_FAILED),
    ])
    const runs = await Promise.all(videos.map(({ workflowId }) => workWatch.run(workflowId))).catch(
      unlessAway,
    )
    const unfinished = videos.map((video, index): WatchedVideo => {
      if (runs === null) return { video, run: null, trouble: null }
      const run = runs[index] ?? null
      return { video, run, trouble: troubleOf(video, run, clock()) }
    })
    return { unfinished: unfinished.toSorted(byTrouble), total, runsAreKnown: runs !== null, failed }
  }
}

/** Seeing one video, also while the orchestrator is away. */
export function makeSeeVideo({
  videosAtWork,
  workWatch,
  clock,
}: Omit<SeeVideosAtWorkPorts, 'videosAtWork'> & {
  readonly videosAtWork: Pick<VideosAtWork, 'find'>
}): SeeVideo {
  return async (videoId) => {
    const video = await videosAtWork.find(videoId)
    if (video === null) return null
    const known = await workWatch.run(video.workflowId).then((run) => ({ run }), unlessAway)
    const run = known?.run ?? null
    const isBeingMade = video.endedAt === null && known !== null
    return {
      video,
      run,
      trouble: isBeingMade ? troubleOf(video, run, clock()) : null,
      runIsKnown: known !== null,
    }
  }
}

function unlessAway(error: unknown): null {
  if (error instanceof Problem && error.code === 'service_unavailable') return null
  throw error
}
