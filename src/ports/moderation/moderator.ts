import type { Submission, Verdict } from '../../domain/moderation/submission.ts'

/** What came of asking: a decision, or why there is none. */
export type Answer = Verdict | { readonly decision: 'silent'; readonly why: string }

/** A service of the operator that decides which videos may be made. */
export interface Moderator {
  /**
   * Asks once. Never rejects: what does not answer in time, or with nonsense, is silent.
   *
   * @param requestId of the request that is decided about, for the service to log.
   */
  ask(submission: Submission, requestId: string): Promise<Answer>
}
