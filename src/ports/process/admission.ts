import type { BoundedWork } from '../../domain/health/bounded-work.ts'

/** Somebody who wants a process to do some work. */
export interface AdmissionRequest {
  readonly kind: BoundedWork
  /** The party whose turn it takes: an account, or an address where none is known. Free places are shared among these. */
  readonly whose: string
  /** The party that asks, as far as that is known before anything is checked: a key, an account or an address. */
  readonly by: string
  /** Aborted when nobody waits for the answer any more. */
  readonly gone: AbortSignal
}

/** Keeps a process from taking more work than it can do in time. */
export interface Admission {
  /**
   * Does work in one of the places of its kind, waiting for a free one for as long as that makes sense.
   *
   * @param work resolves with whether it was done, as opposed to refused: how long it took shows then how much can be done.
   * @throws `service_unavailable` when it cannot be done in time; the work was not begun.
   * @throws the signal's reason when nobody waits any more.
   */
  admit(request: AdmissionRequest, work: () => Promise<boolean>): Promise<void>
}
