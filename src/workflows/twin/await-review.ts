import { CancellationScope, condition, proxyActivities, setHandler } from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import type { ConsentFindings } from '../../domain/twin/consent-verdict.ts'
import { REVIEW_TIMED_OUT } from '../../domain/twin/twin-failure.ts'
import { RESULTS } from '../activity-options.ts'
import { foundFailure } from '../failure-type.ts'
import { twinReviewedSignal } from '../contract.ts'
import type { TwinInput } from '../contract.ts'
import type { TwinDisplay } from './twin-display.ts'

const { askForReview, readReview } = proxyActivities<Activities>(RESULTS)

/** The signal ends the wait within moments; looking is for one that got lost. */
const LOOK_EVERY = '6h'

/** An operator who does not look for so long will not, and the person waits. */
const MOST_LOOKS = 4 * 14

/**
 * Leaves an unclear consent to an operator, and waits for the decision. Call it before anything is awaited, so that no
 * signal gets lost.
 *
 * @returns whether the consent was approved. When it was refused, the twin has failed.
 */
export function awaitReview(input: TwinInput, display: TwinDisplay) {
  let called = false
  setHandler(twinReviewedSignal, () => void (called = true))
  return async (findings: ConsentFindings): Promise<boolean> => {
    await askForReview({ ...input, findings })
    display.reach(`waits for an operator: ${findings.unclear.join(', ')}`, 25, 'review')
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      // Looks before it waits: the decision may be older than this run.
      const decision = await CancellationScope.nonCancellable(() => readReview(input))
      if (decision !== 'waiting') return decision === 'approved'
      await condition(() => called, LOOK_EVERY)
      called = false
    }
    throw foundFailure('TwinUnbuildable', REVIEW_TIMED_OUT.code, REVIEW_TIMED_OUT)
  }
}
