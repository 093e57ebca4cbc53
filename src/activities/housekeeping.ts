import { mediaFolder } from '../domain/video/media-asset.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { BillingCustomers } from '../ports/billing/billing-customers.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { Orphans } from '../ports/process/orphans.ts'
import type { Log } from '../ports/process/log.ts'
import { forEachOrphan, withinRound } from './orphan-work.ts'
import { workFolder } from './work-files.ts'

/** Stores for housekeeping. */
export interface HousekeepingPorts {
  readonly orphans: Orphans
  readonly billingCustomers: Pick<BillingCustomers, 'forgetNotices'>
  readonly media: Pick<MediaStore, 'removeAll'>
  /** Removes the working folders that killed processes left behind; their number. */
  readonly sweepScratch: () => Promise<number>
  readonly clock: Clock
  readonly log: Log
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Its client gave up on a request within seconds; a day keeps it for whoever looks into it. */
const REQUEST_KEPT_SECONDS = DAY

/** Stripe keeps its events for 30 days, and can send none again after that. */
const NOTICE_KEPT_SECONDS = 30 * DAY

/** No run of a video that has ended for so long can still be writing files. */
const QUIET_AFTER_SECONDS = HOUR

/** Housekeeping: what crashes and outages left behind. Each step does the rest next time. */
export function createHousekeepingActivities(ports: HousekeepingPorts) {
  const { orphans, billingCustomers, media, sweepScratch, clock, log } = ports
  return {
    /** Removes requests that were never decided, and sessions, invitations and the like that have ended; their number. */
    async removeOldRequests(): Promise<number> {
      const requests = await orphans.removeRequests(REQUEST_KEPT_SECONDS)
      if (requests > 0) log.info({ requests }, 'undecided requests removed')
      let ended = 0
      for await (const rows of withinRound(orphans.removeEnded(), clock)) ended += rows
      if (ended > 0) log.info({ rows: ended }, 'ended sessions, invitations and counts removed')
      return requests + ended
    },

    /** Removes what killed workers and videos that have ended left behind; the number of videos. */
    async sweepMedia(): Promise<number> {
      const folders = await sweepScratch()
      if (folders > 0) log.info({ folders }, 'working folders of killed processes removed')
      const unswept = orphans.unsweptVideos(QUIET_AFTER_SECONDS)
      const videos = await forEachOrphan(unswept, clock, async ({ videoId, keepFinished }) => {
        await media.removeAll(workFolder(videoId))
        if (!keepFinished) await media.removeAll(mediaFolder(videoId))
        await orphans.swept(videoId)
        return true
      })
      if (videos > 0) log.info({ videos }, 'orphaned media removed')
      return videos
    },

    /** Forgets notices of the payment provider that cannot come again; their number. */
    async forgetBillingNotices(): Promise<number> {
      const forgotten = await billingCustomers.forgetNotices(NOTICE_KEPT_SECONDS)
      if (forgotten > 0) log.info({ notices: forgotten }, 'old billing notices removed')
      return forgotten
    },

    /** Opens the running period of accounts that nobody looked at; their number. */
    async openDuePeriods(): Promise<number> {
      let opened = 0
      for await (const accounts of withinRound(orphans.openDuePeriods(), clock)) opened += accounts
      if (opened > 0) log.info({ accounts: opened }, 'new allowance periods opened')
      return opened
    },
  }
}
