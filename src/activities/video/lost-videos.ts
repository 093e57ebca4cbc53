import { FIRST_DELIVERY } from '../../domain/webhook/webhook-delivery.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Orphans } from '../../ports/process/orphans.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import { forEachOrphan } from '../orphan-work.ts'
import { createResultActivities } from './results.ts'
import type { ResultPorts } from './results.ts'

/** The ports that rescuing lost videos asks. */
export interface LostVideoPorts extends ResultPorts {
  readonly orphans: Pick<Orphans, 'overdueVideos'>
  readonly orchestrator: Pick<Orchestrator, 'isRunning' | 'createVideo' | 'deliverWebhook' | 'startRendering'>
  readonly clock: Clock
}

const MINUTE = 60

/** A run begins before its video is accepted and ends after it, so one that is missing was ended from outside. */
const RESTARTED_AFTER_SECONDS = 2 * MINUTE

/** A run ends its video after 30 minutes; the rest is for a worker that was away meanwhile. */
const OVERDUE_SECONDS = 40 * MINUTE

const LOST = 'The video was lost: it was no longer being processed.'

/** Nothing is left that could tell. */
const NOBODY_KNOWS = { cause: 'other', step: null, worker: null, detail: null } as const

/** Lost videos: accepted, and made by no run. */
export function createLostVideoActivities(ports: LostVideoPorts) {
  const { orphans, orchestrator, clock, log } = ports
  // Its run would end it by the same steps.
  const { failVideo, discardMedia } = createResultActivities(ports)
  return {
    /**
     * Begins a run for each video that has none, as after its run was terminated or Temporal was restored
     * from an older state. Its reservation finds itself, so nothing is charged twice. Returns their number.
     */
    async restartVideos(): Promise<number> {
      const young = orphans.overdueVideos(RESTARTED_AFTER_SECONDS, OVERDUE_SECONDS)
      return forEachOrphan(young, clock, async (lost) => {
        const { accountId, videoId, workflowId, testOutcome, requestId } = lost
        if (await orchestrator.isRunning(workflowId)) return false
        const { outcome } = await orchestrator.createVideo({
          workflowId,
          accountId,
          videoId,
          // Whether it does is found out again by the step that fetches the picture.
          linksToPicture: true,
          isLong: false,
          isAccepted: true,
          testOutcome,
          requestId,
          summary: `${videoId} · restarted by housekeeping`,
        })
        if (outcome !== 'accepted' && outcome !== 'queued') return false
        log.warn({ videoId, workflowId }, 'video without a running workflow restarted')
        return true
      })
    },

    /** Fails old videos that have no run: seconds back, event, files removed. Returns their number. */
    async failLostVideos(): Promise<number> {
      const old = orphans.overdueVideos(OVERDUE_SECONDS)
      return forEachOrphan(old, clock, async ({ accountId, videoId, workflowId, stage }) => {
        if (await orchestrator.isRunning(workflowId)) {
          log.info({ videoId, workflowId }, 'video takes unusually long; its workflow is still running')
          return false
        }
        const failure = { stage, reason: LOST, byRequest: false }
        const event = await failVideo({ accountId, videoId, failure, known: NOBODY_KNOWS })
        if (event === null) return false
        const { eventId, isPending } = event
        if (isPending) await orchestrator.deliverWebhook({ eventId, delivery: FIRST_DELIVERY })
        await discardMedia({ videoId, keepFinished: false })
        log.warn({ videoId, workflowId, stage }, 'video without a running workflow marked as failed')
        return true
      })
    },
  }
}
