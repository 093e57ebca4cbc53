import { LONGEST_DECISION_NOTE } from '../../domain/billing/billing.ts'
import type { PlanRequest } from '../../domain/billing/billing.ts'
import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { PlanDecision, PlanRequests } from '../../ports/billing/plan-requests.ts'

/** The store of requests for other plans. */
export interface DecidePlanRequestPorts {
  readonly planRequests: Pick<PlanRequests, 'decide'>
}

/**
 * Decides an open request; an approved one changes the plan at once. @throws `not_found` when there is no such
 * request that is open, `invalid_request` when its plan is no longer configured.
 */
export type DecidePlanRequest = (requestId: string, decision: PlanDecision) => Promise<PlanRequest>

/** Deciding a request for another plan. */
export function makeDecidePlanRequest({ planRequests }: DecidePlanRequestPorts): DecidePlanRequest {
  return async (requestId, decision) => {
    if ((decision.note ?? '').length > LONGEST_DECISION_NOTE) throw noteTooLong()
    const decided = await planRequests.decide(requestId, decision)
    if (decided) return decided
    const message = `There is no open request "${requestId}". It may have been decided or withdrawn meanwhile.`
    throw problem('not_found', { message })
  }
}

function noteTooLong() {
  const message = `At most ${LONGEST_DECISION_NOTE} characters.`
  return invalidFields({ note: { code: 'too_long', message, limit: LONGEST_DECISION_NOTE } })
}
