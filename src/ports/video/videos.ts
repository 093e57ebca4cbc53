import type { KnownFailure } from '../../domain/video/failure-cause.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Plans } from '../../domain/account/plan.ts'
import type { Reservation } from '../../domain/video/reservation.ts'
import type { VideoScript } from '../../domain/speech/script.ts'
import type { RateLimitStatus, WantedPlace } from '../../domain/account/rate-limit.ts'
import type {
  CreationLookup,
  KeptRequest,
  KeyUse,
  NewVideoRequest,
} from '../../domain/video/video-request.ts'
import type { Page } from '../process/page.ts'
import type { Video, VideoEdit, VideoFailure, VideoFilter } from '../../domain/video/video.ts'
import type { EndEvent } from '../../domain/webhook/webhook-event.ts'

/** Where videos are kept. The account is asked for everywhere: nobody reads another's videos. */
export interface Videos {
  /** What a creation has to know before it notes a request, in one round trip. */
  lookUp(account: Account, idempotencyKey: string | null): Promise<CreationLookup>
  /**
   * Notes a request, so that a reservation can find it. Nothing is held or charged yet.
   *
   * @param place is taken along with it, in one transaction; when one of its limits is full, nothing is noted.
   * @returns how each of its limits stands then; null without a place.
   */
  request(request: NewVideoRequest, place?: WantedPlace): Promise<readonly RateLimitStatus[] | null>
  /** Takes a request and all of the key back; the id of the video when one was accepted meanwhile, else null. */
  withdraw(accountId: string, videoId: string, idempotencyKey: string | null): Promise<string | null>
  /** Accepts a requested video if the limits permit and the request is not too old. Safe to repeat. */
  reserve(accountId: string, videoId: string, plans: Plans): Promise<Reservation>
  /** Gives free slots to the videos that wait longest; workflow ids of those it started. */
  startQueued(accountId: string, plans: Plans): Promise<string[]>
  /** The video, or null when it never existed, was deleted, or belongs to another account. */
  find(accountId: string, videoId: string): Promise<Video | null>
  /** Whether there is such a finished video, whoever owns it. */
  isReady(videoId: string): Promise<boolean>
  /** What a video was asked for with, or null when it never existed, was deleted, or belongs to another account. */
  requestOf(accountId: string, videoId: string): Promise<KeptRequest | null>
  /** What a key was used for, deleted videos included. */
  findByKey(accountId: string, idempotencyKey: string): Promise<KeyUse | null>
  /**
   * Newest first; `before` excludes that video and all newer ones. Null when `before` is unknown. A filter may leave a page
   * short although the list goes on: no page looks at more than some thousands of videos.
   */
  page(
    accountId: string,
    limit: number,
    before: string | null,
    filter?: VideoFilter,
  ): Promise<Page<Video> | null>
  /** Seconds until one of the account's videos is probably done, at least 1. */
  secondsUntilFreeSlot(accountId: string): Promise<number>
  /** The words to be spoken. Null when the video was deleted. */
  script(videoId: string): Promise<VideoScript | null>
  /** How the scripts of videos begin, by video id, `SCRIPT_BEGINNING` of each; deleted videos are left out. */
  scriptBeginnings(videoIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Never lowers the progress. */
  recordProgress(videoId: string, progress: number): Promise<void>
  /** Ready, settled and told, all or nothing; the event, or null when it was deleted or failed. @throws UnknownVideo. */
  publish(accountId: string, videoId: string, seconds: number, eventId: string): Promise<EndEvent | null>
  /** Failed, released and told, all or nothing; the event, or null when it was deleted or is ready. @throws UnknownVideo. */
  fail(accountId: string, videoId: string, failure: VideoFailure, eventId: string): Promise<EndEvent | null>
  /** Keeps for operators what is known of the failure of a video. Safe to repeat: the first time counts. */
  noteFailure(videoId: string, known: KnownFailure): Promise<void>
  /**
   * Changes what is only shown of it; safe to repeat. The video as it is then, null as from `find`, or the reason why
   * nothing was changed: its metadata would have more than `MOST_METADATA_PAIRS`.
   */
  edit(accountId: string, videoId: string, edit: VideoEdit): Promise<Video | 'too_many_pairs' | null>
  /** From now on nobody finds it; null when there is none. */
  delete(accountId: string, videoId: string): Promise<{ workflowId: string; wasUnfinished: boolean } | null>
}
