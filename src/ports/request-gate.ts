import type {
  Admission,
  KeyStanding,
  RateLimitBucket,
  RateLimitStanding,
  WantedPlace,
} from '../domain/rate-limit.ts'

/** Lets requests in: knows keys and counts what each one sends, the same for all API processes. */
export interface RequestGate {
  /**
   * Whose key this is, read afresh, or null. Counts the request if the limit of all requests has a place for it, and
   * tells how the key stands then; a revoked key is not counted.
   *
   * @param videoId a video that is read in the same round trip, as `Videos.find` does.
   */
  admit(key: string, videoId?: string): Promise<Admission | null>
  /** A place in another limit of the key, which `take` takes, or `Videos.request` along with what it writes. */
  place(keyId: string, bucket: Exclude<RateLimitBucket, 'requests'>): WantedPlace
  /** Counts a request against a limit, if that has a place, and tells how the key stands then. */
  take(place: WantedPlace): Promise<RateLimitStanding>
  /** Counts a request by the link of a recording: seconds to wait when it sends too many, else null. */
  admitRecording(recordingId: string): Promise<number | null>
  /** How the account's keys that still work stand with each limit now. Counts nothing. */
  standings(accountId: string): Promise<KeyStanding[]>
}
