import type { ConsentEvidence, KeptConsent } from '../../domain/twin/twin-consent.ts'
import type { TwinEvent, TwinEventKind } from '../../domain/twin/twin-event.ts'
import type { Acting } from './twins.ts'

/** Where consents and what happens to twins are written down for good. */
export interface TwinRecords {
  /**
   * Seals a consent, ends its recording, and sends the twin to be built, all or nothing.
   *
   * @param mostBuildsToday that the account may begin since midnight UTC, this one included.
   * @returns why not: the twin is not being recorded any more or one of the takes was replaced, or the account has begun as
   *   many.
   */
  consent(evidence: ConsentEvidence, mostBuildsToday: number): Promise<'given' | 'ended' | 'too many today'>
  /** Newest first, without those that were forgotten. */
  consents(twinId: string): Promise<KeptConsent[]>
  /**
   * Forgets what consents say that ended so many months ago, by a withdrawal or by their time, with the words that
   * were drawn for them; their number. That there was one stays, and so does its seal.
   */
  forgetConsents(months: number, limit: number): Promise<number>
  /** Writes down what happened. */
  note(
    twinId: string,
    kind: TwinEventKind,
    who: Acting,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<void>
  /** Events of these kinds since midnight UTC. */
  countToday(twinId: string, kinds: readonly TwinEventKind[]): Promise<number>
  /** Forgets words of recordings that ended without a consent; how many recordings. */
  forgetWords(limit: number): Promise<number>
  /** Oldest first. */
  events(twinId: string): Promise<TwinEvent[]>
}
