import type { Take, TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'

/** A take as it is begun. */
export interface NewTake {
  readonly id: string
  readonly accountId: string
  readonly recordingId: string
  readonly twinId: string
  readonly part: TakePart
  readonly contentType: string
  readonly textVersion: string
}

/** A chunk of a take as it arrived. */
export interface TakeChunk {
  readonly number: number
  /** Hex. */
  readonly sha256: string
  readonly sizeBytes: number
}

/** Where takes are kept. */
export interface TwinTakes {
  /**
   * Begins a take; the one of its part before it is replaced.
   *
   * @param usesWords whether words are to be used up.
   * @param mostToday that the account may begin since midnight UTC, this one included.
   * @returns why none was begun: there are no words that can be used up, the recording has ended meanwhile, or the account
   *   has begun as many.
   */
  begin(
    take: NewTake,
    usesWords: boolean,
    mostToday: number,
  ): Promise<Take | 'no words' | 'ended' | 'too many today'>
  /** Notes the next chunk. False when it is not the next one, or when the take is no longer uploaded. */
  addChunk(takeId: string, chunk: TakeChunk): Promise<boolean>
  /** What arrived, in order. */
  chunks(takeId: string): Promise<TakeChunk[]>
  /** A take whose upload came to nothing is replaced by none. Safe to repeat. */
  abandon(takeId: string): Promise<void>
  /** The upload is complete; false when it was before, or when the take was replaced. Safe to repeat. */
  complete(takeId: string, sha256: string, sizeBytes: number): Promise<boolean>
  /** Of any twin; null when there is none. */
  find(takeId: string): Promise<Take | null>
  /** All of a twin, oldest first, with replaced ones. */
  list(twinId: string): Promise<Take[]>
  /** Notes that a step of its check has a process, if it is the first try of the step. */
  beginWork(takeId: string, step: CheckStep): Promise<void>
  /** Seconds since a step began; null as long as it waits for its turn. */
  secondsAtWork(takeId: string, step: CheckStep): Promise<number | null>
  /** What the checks found; false when the take was replaced meanwhile. Safe to repeat. */
  check(takeId: string, result: CheckResult): Promise<boolean>
  /** Takes of a twin that were replaced and whose films are still there. */
  replaced(twinId: string): Promise<string[]>
  /** Takes whose upload was complete so long ago and whose checks have not ended, oldest first. */
  unchecked(
    olderThanSeconds: number,
    limit: number,
  ): Promise<{ takeId: string; accountId: string; twinId: string }[]>
  /**
   * Takes whose films are no longer needed, oldest first: replaced ones, and others `days` after they were made, but the
   * proof of a consent.
   */
  forgettable(days: number, limit: number): Promise<{ takeId: string; accountId: string; twinId: string }[]>
  /** Notes that the film of a take is gone. */
  forgotten(takeId: string): Promise<void>
}

/** Steps of the check of a take. */
export type CheckStep = 'look' | 'judge'

/** What the checks of a take came to. */
export interface CheckResult {
  readonly status: 'accepted' | 'refused'
  /** Null when the film could not be read. */
  readonly seconds: number | null
  readonly soundLateSeconds: number | null
  readonly checks: readonly TakeCheck[]
}
