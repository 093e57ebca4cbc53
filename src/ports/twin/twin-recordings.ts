import type { TwinState } from '../../domain/twin/twin.ts'
import type { Passcode, Recording, Withdraws } from '../../domain/twin/twin-recording.ts'

/** Where recordings are kept, with the words that were drawn for them. */
export interface TwinRecordings {
  /**
   * Ends the one that is open, and brings a twin that failed or expired back to `recording`. Takes of earlier recordings
   * are replaced.
   *
   * @param from the states in which a twin can be recorded, looked at once nothing else can change them.
   * @returns why none was started: the account has as many open ones of other twins, or the twin is in another state.
   */
  start(
    recording: NewRecording,
    mostOpen: number,
    from: readonly TwinState[],
  ): Promise<Recording | 'no room' | 'not recordable'>
  /** The recording of a link, also one that has ended, and whether it is the link that was kept after the consent. */
  findByToken(tokenHash: Buffer): Promise<{ recording: Recording; isOwnLink: boolean } | null>
  /** Ties a recording to a browser by the SHA-256 of its secret; false when it is tied to another. Safe to repeat. */
  bindBrowser(recordingId: string, sha256: Buffer): Promise<boolean>
  /** Adds a link that is kept after the consent; false when there are `MOST_OWN_LINKS`. */
  addOwnLink(recordingId: string, tokenHash: Buffer): Promise<boolean>
  /** What a withdrawal by this recording takes back now. */
  withdraws(recordingId: string): Promise<Withdraws>
  /** Draws the words of the next try; null when all tries were used. Words that were drawn before hold no more. */
  drawWords(recordingId: string, words: Omit<Passcode, 'try' | 'issuedAt'>): Promise<Passcode | null>
  /** The words that were read in a take of the recording; null when it used none of its words. */
  readWords(recordingId: string, takeId: string): Promise<(Passcode & { usedAt: Date }) | null>
  /** How many tries were used, and the words that can still be read, if any. */
  words(recordingId: string): Promise<{ triesUsed: number; open: Passcode | null }>
}

/** A recording as it is started. */
export interface NewRecording extends Pick<
  Recording,
  'id' | 'twinId' | 'accountId' | 'personId' | 'recordsUntil'
> {
  readonly tokenHash: Buffer
  /** Id of the person who makes the link. */
  readonly startedBy: string
}
