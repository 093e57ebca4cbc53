import { mediaFolder } from '../domain/media-asset.ts'
import { FIRST_DELIVERY } from '../domain/webhook-delivery.ts'
import type { Leftovers, Log, MediaStore, NewId, Orchestrator, Videos } from '../ports.ts'
import { workFolder } from './work-files.ts'

/** What housekeeping needs. */
export interface HousekeepingPorts {
  readonly leftovers: Leftovers
  readonly videos: Pick<Videos, 'fail'>
  readonly orchestrator: Pick<Orchestrator, 'isRunning' | 'deliverWebhook'>
  readonly media: Pick<MediaStore, 'removeAll'>
  /** Removes the working folders that killed processes left behind; their number. */
  readonly sweepScratch: () => Promise<number>
  readonly newId: NewId
  readonly log: Log
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A run ends its video after 30 minutes; the rest is for a worker that was away meanwhile. */
const OVERDUE_SECONDS = 40 * MINUTE

/** Its client gave up on a request within seconds; a day keeps it for whoever looks into it. */
const REQUEST_KEPT_SECONDS = 24 * HOUR

/** No run of a video that has ended for so long can still be writing files. */
const QUIET_AFTER_SECONDS = HOUR

const LOST = 'The video was lost on its way: nothing was making it any more.'

/** Housekeeping: what crashes and outages left behind. Each step does the rest next time. */
export function createHousekeepingActivities(ports: HousekeepingPorts) {
  const { leftovers, videos, orchestrator, media, sweepScratch, newId, log } = ports
  return {
    /** Fails videos that are being made by no run: seconds back, event, files removed; their number. */
    async failLostVideos(): Promise<number> {
      let failed = 0
      for (const { accountId, videoId, workflowId, stage } of await leftovers.overdueVideos(
        OVERDUE_SECONDS,
      )) {
        if (await orchestrator.isRunning(workflowId)) {
          log.info({ videoId, workflowId }, 'a video takes long, and its run goes on')
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
        log.warn({ videoId, workflowId, stage }, 'a video that had no run was failed')
        failed += 1
      }
      return failed
    },

    /** Removes requests that were never decided; their number. */
    async removeOldRequests(): Promise<number> {
      const removed = await leftovers.removeRequests(REQUEST_KEPT_SECONDS)
      if (removed > 0) log.info({ requests: removed }, 'requests that were never decided were removed')
      return removed
    },

    /** Removes what killed workers and videos that have ended left behind; the number of videos. */
    async sweepMedia(): Promise<number> {
      const unswept = await leftovers.unsweptVideos(QUIET_AFTER_SECONDS)
      for (const { videoId, keepFinished } of unswept) {
        await media.removeAll(workFolder(videoId))
        if (!keepFinished) await media.removeAll(mediaFolder(videoId))
        await leftovers.swept(videoId)
      }
      if (unswept.length > 0) log.info({ videos: unswept.length }, 'the media store was swept')
      const folders = await sweepScratch()
      if (folders > 0) log.info({ folders }, 'working folders of killed processes were removed')
      return unswept.length
    },

    /** Opens the running period of accounts that nobody looked at; their number. */
    async openDuePeriods(): Promise<number> {
      const opened = await leftovers.openDuePeriods()
      if (opened > 0) log.info({ accounts: opened }, 'new periods were opened')
      return opened
    },
  }
}
