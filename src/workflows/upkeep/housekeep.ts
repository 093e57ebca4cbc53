import { ApplicationFailure, proxyActivities, rootCause, setCurrentDetails } from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import { HOUSEKEEPING } from '../activity-options.ts'
import type { HousekeepingReport } from '../contract.ts'

const {
  restartVideos,
  failLostVideos,
  startLostDeliveries,
  removeOldRequests,
  removeExpiredVideos,
  sweepMedia,
  openDuePeriods,
  releaseHeldEvents,
  tellOfExpiringVideos,
  forgetSentBodies,
  forgetBillingNotices,
  expireTwins,
  removeTwins,
  restartTwins,
  restartBatches,
  forgetTakes,
  forgetConsents,
} = proxyActivities<Activities>(HOUSEKEEPING)

/**
 * One round of housekeeping: repairs or removes the remains of crashes and outages, and reports them.
 *
 * The steps are independent: all of them run, and the workflow fails when any step failed.
 */
export async function housekeep(): Promise<HousekeepingReport> {
  const steps = {
    restartedVideos: restartVideos(),
    lostVideos: failLostVideos(),
    lostDeliveries: startLostDeliveries(),
    oldRequests: removeOldRequests(),
    expiredVideos: removeExpiredVideos(),
    sweptVideos: sweepMedia(),
    openedPeriods: openDuePeriods(),
    releasedEvents: releaseHeldEvents(),
    expiringVideos: tellOfExpiringVideos(),
    forgottenAttempts: forgetSentBodies(),
    forgottenNotices: forgetBillingNotices(),
    expiredTwins: expireTwins(),
    removedTwins: removeTwins(),
    restartedTwins: restartTwins(),
    restartedBatches: restartBatches(),
    forgottenTakes: forgetTakes(),
    forgottenConsents: forgetConsents(),
  }
  const names = Object.keys(steps) as (keyof typeof steps)[]
  const outcomes = await Promise.allSettled(Object.values(steps))
  const lines = outcomes.map((outcome, index) => `${names[index]}: ${told(outcome)}`)
  setCurrentDetails(lines.join('\n'))
  if (outcomes.some(({ status }) => status === 'rejected')) {
    throw ApplicationFailure.nonRetryable(lines.join('; '), 'HousekeepingIncomplete')
  }
  return {
    restartedVideos: await steps.restartedVideos,
    lostVideos: await steps.lostVideos,
    lostDeliveries: await steps.lostDeliveries,
    oldRequests: await steps.oldRequests,
    expiredVideos: await steps.expiredVideos,
    sweptVideos: await steps.sweptVideos,
    openedPeriods: await steps.openedPeriods,
    releasedEvents: await steps.releasedEvents,
    expiringVideos: await steps.expiringVideos,
    forgottenAttempts: await steps.forgottenAttempts,
    forgottenNotices: await steps.forgottenNotices,
    expiredTwins: await steps.expiredTwins,
    removedTwins: await steps.removedTwins,
    restartedTwins: await steps.restartedTwins,
    restartedBatches: await steps.restartedBatches,
    forgottenTakes: await steps.forgottenTakes,
    forgottenConsents: await steps.forgottenConsents,
  }
}

function told(outcome: PromiseSettledResult<number>): string {
  return outcome.status === 'fulfilled' ? String(outcome.value) : `failed: ${rootCause(outcome.reason)}`
}
