import type { Account, Allowance, ApiKey, NewAccount, VideosInUse } from './domain/account.ts'
import type { Presenter } from './domain/catalogue.ts'
import type { Movement, Standing, Usage } from './domain/ledger.ts'
import type { MediaAsset, SignedLink } from './domain/media-asset.ts'
import type { Plans } from './domain/plan.ts'
import type { KeptPronunciation, Pronunciation } from './domain/pronunciation.ts'
import type { Reservation } from './domain/reservation.ts'
import type { VideoScript } from './domain/script.ts'
import type { SpeechSoFar } from './domain/speech-timeline.ts'
import type { AcceptSegmentsJob, AssembledVideo, AssembleJob, DrawnSegment } from './domain/studio-job.ts'
import type { DrawPosterJob, DrawSegmentJob, DrawStillJob, FinishSpeechRequest } from './domain/studio-job.ts'
import type { SpeakPartRequest, SpokenPartsRequest } from './domain/studio-job.ts'
import type { Twin, TwinLook, TwinStatus } from './domain/twin.ts'
import type { LostVideo, Video, VideoFailure, VideoFilter } from './domain/video.ts'
import type { KeptRequest, KeyUse, NewVideoRequest, ProductionStart } from './domain/video-request.ts'
import type { CatalogueVoice, StarredVoice } from './domain/voice.ts'
import type { AttemptKey, AttemptResult, DueAttempt, NewAttempt } from './domain/webhook-delivery.ts'
import type { DeliveryKey, SigningSecrets } from './domain/webhook-delivery.ts'
import type { WebhookOutcome, WebhookRequest } from './domain/webhook-delivery.ts'
import type { EndpointFailure, WebhookEndpoint } from './domain/webhook-endpoint.ts'
import type { DeliveryStatus, EndedDelivery, EventDetails, EventStanding } from './domain/webhook-event.ts'

/** The seams of the house: what the inside asks of the outside. Types only; `app.ts` chooses the adapters. */

/** What long work takes along. */
export interface WorkOptions {
  /** Whose work it is: accounts take turns where work waits for a process. Nobody's when left out. */
  readonly accountId?: string | undefined
  /** Aborted when the work is no longer wanted; the work then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called as the work proceeds, with the share done from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Turns a script into sound and a timeline: part after part, so that drawing can begin before all is spoken. */
export interface Speaker {
  /**
   * Speaks one part of a script into a file of our own form. Parts know nothing of each other.
   * Progress is the share of the whole script that is spoken then. @throws SpeechTooLong.
   */
  speakPart(request: SpeakPartRequest, options?: WorkOptions): Promise<void>
  /** What the parts spoken so far come to, by their times alone. @throws SpeechImpossible, SpeechTooLong. */
  join(request: SpokenPartsRequest): Promise<SpeechSoFar>
  /** Writes the sound of all parts: −16 LUFS ± 0.5, true peak ≤ −1.5 dB. Same parts, same bytes. */
  finish(request: FinishSpeechRequest, options?: WorkOptions): Promise<void>
}

/** Draws a presenter who speaks, as video. */
export interface Renderer {
  /** Stock presenters this renderer can draw, in catalogue order. */
  presenters(): readonly Presenter[]
  /**
   * Draws and encodes one segment into `outFile` (MP4, video only, time stamps from 0).
   * A pure function of its job: safe to repeat, on any machine.
   */
  drawSegment(job: DrawSegmentJob, options?: WorkOptions): Promise<DrawnSegment>
  /** Joins segments and sound without re-encoding: MP4, moov first. Safe to repeat. */
  assemble(job: AssembleJob, options?: WorkOptions): Promise<AssembledVideo>
  /** Writes a still with open eyes and resting mouth: JPEG. Safe to repeat. */
  drawPoster(job: DrawPosterJob, options?: WorkOptions): Promise<void>
  /**
   * A still with a sample of captions where the style wants them: JPEG. Somebody waits for it, so it never waits for
   * videos. An abort ends the wait for its turn; what is being drawn is soon done.
   */
  drawStill(job: DrawStillJob, options?: WorkOptions): Promise<Uint8Array>
  /** Checks what another renderer drew, and takes a still of it. @throws SegmentRefused. Safe to repeat. */
  acceptSegments(job: AcceptSegmentsJob, options?: WorkOptions): Promise<void>
}

/** Makes and checks the links that a finished video is fetched by. */
export interface MediaLinks {
  /** A link that is good for an hour from now. */
  sign(videoId: string, asset: MediaAsset): SignedLink
  /** Whether a link's parts are ours and still good. Constant in time. */
  verify(link: { videoId: string; asset: string; expires: string; signature: string }): boolean
}

/** Sends one webhook attempt to the outside. */
export interface WebhookSender {
  /** POSTs once. Never throws for what the receiver or the network does: that is an outcome. */
  send(delivery: WebhookRequest): Promise<WebhookOutcome>
}

/** Says whether a URL may be called at all, before anything is sent. */
export interface WebhookGuard {
  /** Null when the URL may be used, else what is wrong with it, in words for the caller. */
  refuse(url: string): Promise<string | null>
}

/** Where accounts are kept. */
export interface Accounts {
  /** Makes an account and grants its first period. @throws when the e-mail is taken. */
  create(account: NewAccount): Promise<Account>
  list(): Promise<Account[]>
  find(accountId: string): Promise<Account | null>
  findByEmail(email: string): Promise<Account | null>
  /** Changes the plan at once; the running period is topped up or cut down. */
  changePlan(account: Account, planId: string): Promise<void>
  /** What is left in the running period; opens a new period when the last one has ended. */
  allowance(account: Account): Promise<Allowance>
  /** How many videos are being made, wait, and were accepted today. */
  videosInUse(accountId: string): Promise<VideosInUse>
}

/** Where API keys are kept: as hashes. */
export interface ApiKeys {
  add(key: { id: string; accountId: string; name: string; key: string }): Promise<ApiKey>
  list(accountId?: string): Promise<ApiKey[]>
  /**
   * Revokes a key in every process: at once, or after so many seconds. False when there is no such key, or not of
   * that account. Safe to repeat; a key that is revoked already stays so.
   */
  revoke(keyId: string, ways?: { accountId?: string; afterSeconds?: number }): Promise<boolean>
}

/** Reads what became of accounts' seconds. */
export interface Ledger {
  /** Newest first; `before` leaves out the movement of that number and all newer ones. */
  page(accountId: string, limit: number, before: number | null): Promise<Movement[]>
  /** The running period by day; opens a new period when the last one has ended. */
  usage(account: Account): Promise<Usage>
  /** Opens a new period when the last one has ended. */
  standing(account: Account): Promise<Standing>
}

/** Where accounts' starred voices are kept. */
export interface Voices {
  /** In the order of starring. */
  list(accountId: string): Promise<StarredVoice[]>
  /** Null when the account has not starred it. */
  find(accountId: string, voiceId: string): Promise<StarredVoice | null>
  /** A voice that was starred before keeps its id; `newId` is for one that was not. Safe to repeat. */
  star(accountId: string, newId: string, voice: CatalogueVoice): Promise<StarredVoice>
  /** False when the account has not starred it. */
  unstar(accountId: string, voiceId: string): Promise<boolean>
}

/** Where accounts' pronunciations are kept. A word is found however its characters are composed. */
export interface Pronunciations {
  /** By word. */
  list(accountId: string): Promise<KeptPronunciation[]>
  find(accountId: string, word: string): Promise<KeptPronunciation | null>
  /** Replaces the one the word had; null when the account has as many as it may. Safe to repeat. */
  set(accountId: string, pronunciation: Pronunciation): Promise<KeptPronunciation | null>
  /** False when the word has none. */
  remove(accountId: string, word: string): Promise<boolean>
}

/** Where twins are kept. */
export interface Twins {
  add(twin: Omit<Twin, 'createdAt'>): Promise<Twin>
  /** In the order they were made; of all accounts when none is named. */
  list(accountId?: string): Promise<Twin[]>
  /** The twin, or null when it never existed, was deleted, or belongs to another account. */
  find(accountId: string, twinId: string): Promise<Twin | null>
  /** What draws a twin, also one that was deleted since its video was accepted. */
  look(accountId: string, twinId: string): Promise<TwinLook | null>
  /** Null when there is none. */
  setStatus(twinId: string, status: TwinStatus, usableInVideos: boolean): Promise<Twin | null>
  /** False when there is none. */
  delete(twinId: string): Promise<boolean>
}

/** Where videos are kept. The account is asked for everywhere: nobody reads another's videos. */
export interface Videos {
  /** Notes a request, so that a reservation can find it. Nothing is held or charged yet. */
  request(request: NewVideoRequest): Promise<void>
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
  /** Newest first; `before` excludes that video and all newer ones. Null when `before` is unknown. */
  page(accountId: string, limit: number, before: string | null, filter?: VideoFilter): Promise<Video[] | null>
  /** Seconds until one of the account's videos is probably done, at least 1. */
  secondsUntilFreeSlot(accountId: string): Promise<number>
  /** The words to be spoken. Null when the video was deleted. */
  script(videoId: string): Promise<VideoScript | null>
  /** Never lowers the progress. */
  recordProgress(videoId: string, progress: number): Promise<void>
  /** Ready, settled and told, all or nothing; the event's id, or null when it was deleted or failed. */
  publish(accountId: string, videoId: string, seconds: number, eventId: string): Promise<string | null>
  /** Failed, released and told, all or nothing; the event's id, or null when it was deleted or is ready. */
  fail(accountId: string, videoId: string, failure: VideoFailure, eventId: string): Promise<string | null>
  /** From now on nobody finds it; null when there is none. */
  delete(accountId: string, videoId: string): Promise<{ workflowId: string; wasUnfinished: boolean } | null>
}

/** Where accounts' webhooks are kept, and what signs them. */
export interface WebhookEndpoints {
  /** Also of an account that has set none. */
  find(accountId: string): Promise<WebhookEndpoint>
  /** From now on events go there; one that is disabled is switched on again. */
  set(accountId: string, url: string): Promise<WebhookEndpoint>
  /** Safe to repeat. */
  remove(accountId: string): Promise<WebhookEndpoint>
  /** Ends all failing, and switches the webhook on; nothing when its URL is another by now. */
  recordSuccess(accountId: string, url: string): Promise<void>
  /** Whether the webhook is still on after it; nothing is noted when it was set again meanwhile. */
  recordFailure(accountId: string, url: string, failure: EndpointFailure): Promise<boolean>
  signingSecrets(accountId: string): Promise<SigningSecrets>
  /** The secret before signs on for so long. */
  rotateSecret(accountId: string, secret: string, overlapSeconds: number): Promise<WebhookEndpoint>
}

/** Where events and the tries to deliver them are kept. */
export interface WebhookEvents {
  /** Newest first, of these statuses or all; `before` and all newer are left out. Null when it is unknown. */
  page(
    accountId: string,
    limit: number,
    before: string | null,
    statuses?: readonly DeliveryStatus[],
  ): Promise<EventStanding[] | null>
  details(accountId: string, eventId: string): Promise<EventDetails | null>
  due(key: AttemptKey): Promise<DueAttempt | null>
  /** Logs that an attempt is about to be made; its id, or null when the video was deleted. */
  beginAttempt(attempt: NewAttempt): Promise<string | null>
  /** Logs what came of it; ends the event's delivery when it did. */
  finishAttempt(attemptId: string, result: AttemptResult): Promise<void>
  /** Ends a delivery without an attempt, unless a newer one has begun. Safe to repeat. */
  end(key: DeliveryKey, status: EndedDelivery): Promise<void>
  /** Begins the next delivery; one that nothing was sent of yet stays. Null: no such event, or no video. */
  redeliver(accountId: string, eventId: string): Promise<DeliveryKey | null>
  /** Begins the delivery of events that waited for their account's webhook, if it is on; the oldest first. */
  releaseHeld(limit: number, accountId?: string): Promise<DeliveryKey[]>
}

/** Finds what crashes and outages left behind. At most some hundreds at once, the oldest first. */
export interface Leftovers {
  /** Videos that were accepted so long ago, but no longer than that, and have not ended. */
  overdueVideos(olderThanSeconds: number, youngerThanSeconds?: number): Promise<LostVideo[]>
  /** Deliveries whose next attempt was due so long ago. */
  overdueDeliveries(overdueForSeconds: number): Promise<DeliveryKey[]>
  /** Removes requests that were never decided; their number. */
  removeRequests(olderThanSeconds: number): Promise<number>
  /** Videos that ended so long ago and whose files were not looked at since. */
  unsweptVideos(endedForSeconds: number): Promise<{ videoId: string; keepFinished: boolean }[]>
  /** Notes that a video's files were looked at. */
  swept(videoId: string): Promise<void>
  /** Forgets what was sent so long ago, and secrets that sign no more; the number of attempts. */
  forgetSent(olderThanSeconds: number): Promise<number>
  /** Opens periods of accounts whose last one has ended; their number. */
  openDuePeriods(): Promise<number>
}

/** Runs workflows. Everything may throw the problem `service_unavailable`: it may or may not have happened. */
export interface Orchestrator {
  /** Starts making a requested video, or joins the run that already does; waits for the decision. */
  createVideo(start: ProductionStart): Promise<Reservation>
  /** Stops making a video. Safe to repeat and when it has ended. */
  cancelVideo(workflowId: string): Promise<void>
  /** Tells a queued video's run that it has a slot. Safe to repeat and when it has ended. */
  startRendering(workflowId: string): Promise<void>
  /** Whether something is making the video of this run. */
  isRunning(workflowId: string): Promise<boolean>
  /** Starts a delivery; false when it is under way or done. Safe to repeat. */
  deliverWebhook(delivery: DeliveryKey): Promise<boolean>
}

/** Keeps a secret that must be read back: sealed for one purpose, useless for any other. */
export interface SecretBox {
  seal(secret: string, purpose: string): Buffer
  /** @throws when the bytes were changed or sealed for another purpose. */
  open(sealed: Buffer, purpose: string): string
}

/** Gives long work a folder of its own on the local disk, removed afterwards whatever happens. */
export interface Scratch {
  use<Result>(work: (folder: string) => Promise<Result>): Promise<Result>
}

/** What time it is; fixed in tests. */
export type Clock = () => Date

/** Makes ids that nobody else makes, for example `vid_01h455vb4pex5vsknk084sn02q`. */
export type NewId = (
  prefix: 'acc' | 'key' | 'vid' | 'evt' | 'voc' | 'twn' | 'per' | 'inv' | 'sig' | 'plr',
) => string

/** Writes what operators read. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
