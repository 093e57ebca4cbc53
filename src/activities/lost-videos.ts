import { mediaFolder } from '../domain/media-asset.ts'
import { FIRST_DELIVERY } from '../domain/webhook-delivery.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Leftovers } from '../ports/leftovers.ts'
import type { Log } from '../ports/log.ts'
import type { NewId } from '../ports/new-id.ts'
import type { Orchestrator } from '../ports/orchestrator.ts'
import type { Videos } from '../ports/videos.ts'
import { workFolder } from './work-files.ts'

/** The ports that rescuing lost videos asks. */
export interface LostVideoPorts {
  readonly leftovers: Pick<Leftovers, 'overdueVideos'>
  readonly videos: Pick<Videos, 'fail'>
  readonly orchestrator: Pick<Orchestrator, 'isRunning' | 'createVideo' | 'deliverWebhook'>
  readonly media: Pick<MediaStore, 'removeAll'>
  readonly newId: NewId
  readonly log: Log
}

const MINUTE = 60

/** A run begins before its video is accepted and ends after it, so one that is missing was ended from outside. */
const RESTARTED_AFTER_SECONDS = 2 * MINUTE

/** A run ends its video after 30 minutes; the rest is for a worker that was away meanwhile. */
const OVERDUE_SECONDS = 40 * MINUTE

const LOST = 'The video was lost: it was no longer being processed.'

/** Lost videos: accepted, and made by no run. */
export function createLostVideoActivities(ports: LostVideoPorts) {
  const { leftovers, videos, orchestrator, media, newId, log } = ports
  return {
    /**
     * Begins a run for each video that has none, as after its run was terminated or Temporal was restored
     * from an older state. Its reservation finds itself, so nothing is charged twice. Returns their number.
     */
    async restartVideos(): Promise<number> {
      let restarted = 0
      const young = await leftovers.overdueVideos(RESTARTED_AFTER_SECONDS, OVERDUE_SECONDS)
      for (const { accountId, videoId, workflowId } of young) {
        if (await orchestrator.isRunning(workflowId)) continue
        const { outcome } = await orchestrator.createVideo({
          workflowId,
          accountId,
          videoId,
          // Whether it does is found out again by the step that fetches the picture.
          linksToPicture: true,
          summary: `${videoId} · restarted by housekeeping`,
        })
        if (outcome !== 'accepted' && outcome !== 'queued') continue
        log.warn({ videoId, workflowId }, 'video without a running workflow restarted')
        restarted += 1
      }
      return restarted
    },

    /** Fails old videos that have no run: seconds back, event, files removed. Returns their number. */
    async failLostVideos(): Promise<number> {
      let failed = 0
      for (const { accountId, videoId, workflowId, stage } of await leftovers.overdueVideos(
        OVERDUE_SECONDS,
      )) {
        if (await orchestrator.isRunning(workflowId)) {
          log.info({ videoId, workflowId }, 'video takes unusually long; its workflow is still running')
          continue
        }
        const eventId = await videos.fail(
          accountId,
          videoId,
          { stage, reason: LOST, byRequest: false },
          newId('evt'),
        )
        if (eventId === null) continue
        await orchestrator.deliverWebhook({ eventId, delivery: FIRST_DELIVERY })
        await media.removeAll(workFolder(videoId))
        await media.removeAll(mediaFolder(videoId))
        log.warn({ videoId, workflowId, stage }, 'video without a running workflow marked as failed')
        failed += 1
      }
      return failed
    },
  }
}
