import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Twins } from '../../ports/twin/twins.ts'

/** Stores for deciding about an unclear consent. */
export interface ReviewTwinPorts {
  readonly twins: Pick<Twins, 'findAny'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'signalTwinReview'>
}

/** An operator's decision. */
export interface ReviewTwinInput {
  readonly twinId: string
  /** Null for an operator at the command line. */
  readonly personId: string | null
  readonly approved: boolean
  /** For the person who recorded it. Needed to refuse. */
  readonly reason: string
}

/** Approves or refuses a consent that waits for it. @throws `not_found`, `invalid_request`. */
export type ReviewTwin = (input: ReviewTwinInput) => Promise<void>

/** Deciding about a consent. The decision is written down for good, then the build goes on by it. */
export function makeReviewTwin({ twins, twinRecords, twinWorkflows }: ReviewTwinPorts): ReviewTwin {
  return async ({ twinId, personId, approved, reason }) => {
    const twin = await twins.findAny(twinId)
    if (twin?.state !== 'review')
      throw problem('not_found', { message: `${twinId} does not wait for a review.` })
    if (!approved && reason.trim() === '') {
      throw invalidFields({
        reason: { code: 'required', message: 'Say why, for the person who recorded it.' },
      })
    }
    const kind = approved ? 'review_approved' : 'review_refused'
    await twinRecords.note(twinId, kind, { actor: 'operator', personId }, { reason: reason.trim() })
    await twinWorkflows.signalTwinReview(twinId)
  }
}
