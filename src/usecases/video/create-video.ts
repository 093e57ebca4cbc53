import { priceSeconds } from '../../domain/billing/price.ts'
import { ownerIdOf } from '../../domain/account/account.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Submission } from '../../domain/moderation/submission.ts'
import { problem } from '../../domain/error/errors.ts'
import { planFor } from '../../domain/account/plan.ts'
import { SETTLING_PATIENCE } from '../../domain/video/patience.ts'
import type { Patience } from '../../domain/video/patience.ts'
import type { RateLimitStatus, WantedPlace } from '../../domain/account/rate-limit.ts'
import type { Reservation } from '../../domain/video/reservation.ts'
import { LONG_SPEECH_SECONDS } from '../../domain/speech/speech-estimate.ts'
import type { EstimateSpeech } from '../../domain/speech/speech-estimate.ts'
import type { Video, VideoOrigin, VideoRequest } from '../../domain/video/video.ts'
import { reusedKey } from '../../domain/video/idempotency-key.ts'
import { isLinked } from '../../domain/video/video-options.ts'
import type {
  BatchItemRef,
  CreationLookup,
  KeyUse,
  NewVideoRequest,
} from '../../domain/video/video-request.ts'
import { askedError, askedOutcome } from '../../domain/video/test-outcome.ts'
import { produceVideoId } from '../../domain/video/workflow-id.ts'
import type { FleetView } from '../../ports/process/needs.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { Orchestrator, WorkflowKey } from '../../ports/video/orchestrator.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { ModerateVideo } from '../moderation/moderate-video.ts'
import { checkVideoRequest } from './check-video-request.ts'
import type { CheckVideoRequestPorts } from './check-video-request.ts'
import { fingerprintOf } from './fingerprint.ts'
import { speechProblems } from './foreseen-speech.ts'
import { refusedByLimit } from './refused-by-limit.ts'
import type { RefusedByLimitPorts } from './refused-by-limit.ts'
import { untilAnswered } from './until-answered.ts'
import type { AskUntilAnswered } from './until-answered.ts'

/** Stores and services for creating a video. */
export interface CreateVideoPorts extends CheckVideoRequestPorts, RefusedByLimitPorts {
  readonly videos: Videos
  readonly estimateSpeech: EstimateSpeech
  readonly fleet: Pick<FleetView, 'whyNothingIsMade'>
  readonly orchestrator: Pick<Orchestrator, 'createVideo'>
  readonly workflowKey: WorkflowKey
  /** Decides about a video that nothing else refuses. */
  readonly moderateVideo: ModerateVideo
  readonly newId: NewId
  /** How long to query the outcome of a request. Tests use shorter times. */
  readonly patience?: Patience | undefined
}

/** The account, the validated request, and the idempotency key that makes it safe to repeat. */
export interface CreateVideoInput {
  readonly account: Account
  readonly request: VideoRequest
  readonly idempotencyKey: string | null
  readonly origin: VideoOrigin
  /** Id of the HTTP request, `req_…`. Kept with the video that it creates. */
  readonly requestId: string
  /** Where its events are sent if it names no address itself; absent: to the account webhook. */
  readonly usualWebhookUrl?: string | null | undefined
  /** The item of a batch that asks for it, if one does: it is noted with the video's acceptance. */
  readonly batchItem?: BatchItemRef | undefined
  /** The place in rate limits that a new video takes, once it is about to be asked for. Absent: nothing limits it. */
  readonly place?: RequestedPlace | undefined
}

/** A place in rate limits, and who hears how each of them stands then. */
export interface RequestedPlace extends WantedPlace {
  /** @throws when one was full. */
  readonly taken: (rateLimits: readonly RateLimitStatus[]) => void
}

/** The video, and whether an earlier request created it. */
export interface CreatedVideo {
  readonly video: Video
  readonly replayed: boolean
}

/**
 * Creates a video, or returns the video that the idempotency key already belongs to.
 *
 * @throws OutcomeUnknown when the database, which alone knows the outcome, is unavailable for too long.
 */
export type CreateVideo = (input: CreateVideoInput) => Promise<CreatedVideo>

/** Workers that pause look every few seconds whether they can go on. */
const NOBODY_MAKES_RETRY_SECONDS = 30

/** A request that joins the workflow of a duplicate, which is then rejected or withdrawn, must be tried again. */
const MOST_TRIES = 3

/** Before a request is recorded, it cannot have any effect, so an error can be returned at once. */
const askOnce: AskUntilAnswered = (question) => question()

/**
 * Builds the use case (specification section 4): looks up the key, checks the request, requests the reservation and
 * returns its outcome.
 *
 * Once a request is recorded, a workflow may reserve seconds for it. If a response is lost after that, the outcome is
 * not guessed: the database is queried until it answers
 * (docs/adr/0022-what-became-of-a-request-is-asked-not-guessed.md).
 */
export function makeCreateVideo(ports: CreateVideoPorts): CreateVideo {
  const { videos, patience = SETTLING_PATIENCE } = ports
  return async (input) => {
    const requestHash = fingerprintOf(input.request)
    const testOutcome = testOutcomeOf(input)
    let ask = askOnce
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const { use, pronunciations } = await ask(() => videos.lookUp(input.account, input.idempotencyKey))
      if (use !== null) return replay(ports, input, use, requestHash, ask)
      refuseWhatNobodyMakes(ports)
      const request = await prepare(ports, input, { requestHash, testOutcome }, pronunciations)
      if (tries === 1) {
        const replayed = await moderate(ports, input, request)
        if (replayed) return replayed
      }
      const place = tries === 1 ? input.place : undefined
      const rateLimits = await videos.request(request, place)
      if (rateLimits !== null) place?.taken(rateLimits)
      ask = untilAnswered(patience)
      const decision = await decide(ports, request, ask)
      const answered = await answer(ports, input, request, decision, ask)
      if (answered) return answered
    }
    throw problem('service_unavailable', { retryAfterAboutSeconds: 1 })
  }
}

/**
 * How a test video is to end; null for any other, whose script is spoken whatever it says.
 *
 * @throws the error that the script asks for.
 */
function testOutcomeOf({ account, request }: CreateVideoInput): string | null {
  if (account.testOf === null) return null
  const error = askedError(request.script)
  if (error !== null) throw error
  return askedOutcome(request.script)
}

/** A video that nobody can make is better refused, before anything exists, than failed half an hour later. */
function refuseWhatNobodyMakes({ fleet }: CreateVideoPorts): void {
  if (fleet.whyNothingIsMade() === null) return
  throw problem('service_unavailable', { retryAfterAboutSeconds: NOBODY_MAKES_RETRY_SECONDS })
}

/**
 * Asks whether the video may be made.
 *
 * @returns the video that the key belongs to, if another request had it accepted meanwhile: a decision is made once.
 * @throws the refusal.
 */
async function moderate(
  ports: CreateVideoPorts,
  input: CreateVideoInput,
  request: NewVideoRequest,
): Promise<CreatedVideo | null> {
  const refusal = await ports.moderateVideo(submissionOf(input.account, request), input.requestId)
  if (refusal === null) return null
  const { use } = await ports.videos.lookUp(input.account, input.idempotencyKey)
  if (use === null) throw refusal
  return replay(ports, input, use, request.requestHash, askOnce)
}

function submissionOf(
  account: Account,
  { request, presenterName, pronunciations }: NewVideoRequest,
): Submission {
  const { script, title, presenterId, twinId, options } = request
  const nameCard = typeof options.nameCard === 'object' ? options.nameCard : null
  const whose = { accountId: ownerIdOf(account), isTest: account.testOf !== null }
  return { ...whose, script, title, presenterId, twinId, presenterName, nameCard, pronunciations }
}

/** The current state of the video that the key belongs to. */
async function replay(
  { videos }: CreateVideoPorts,
  { account }: CreateVideoInput,
  use: KeyUse,
  requestHash: string,
  ask: AskUntilAnswered,
): Promise<CreatedVideo> {
  if (use.requestHash !== requestHash) throw reusedKey()
  const video = await ask(() => videos.find(account.id, use.videoId))
  if (video === null)
    throw problem('not_found', { message: 'The video of this idempotency key has been deleted.' })
  return { video, replayed: true }
}

/** The reservation's decision on a recorded request. @throws when it cannot be determined in time. */
async function decide(
  { videos, orchestrator }: CreateVideoPorts,
  request: NewVideoRequest,
  ask: AskUntilAnswered,
): Promise<Reservation> {
  const { workflowId, accountId, videoId, idempotencyKey, requestHash, testOutcome, requestId } = request
  const linksToPicture = isLinked(request.request.options.background)
  const isLong = request.expectedSeconds >= LONG_SPEECH_SECONDS
  try {
    const start = {
      workflowId,
      accountId,
      videoId,
      linksToPicture,
      isLong,
      testOutcome,
      requestId,
      summary: summaryOf(request),
    }
    return await orchestrator.createVideo(start)
  } catch (error) {
    // Unless the reservation came first, it is made impossible: nothing is charged behind a 503.
    const reservedId = await ask(() => videos.withdraw(accountId, videoId, idempotencyKey))
    if (reservedId === null) throw error
    // Another video of the same key may be of another request: the next look-up shows it.
    if (reservedId !== videoId) return { outcome: 'withdrawn' }
    // Only its own run can have reserved it, and that run goes on until the video has ended.
    return { outcome: 'accepted', videoId, requestHash }
  }
}

/** Turns the decision into a result. Returns null when the decision concerns a different request with the same key. */
async function answer(
  ports: CreateVideoPorts,
  { account }: CreateVideoInput,
  request: NewVideoRequest,
  decision: Reservation,
  ask: AskUntilAnswered,
): Promise<CreatedVideo | null> {
  const { videos } = ports
  const { accountId, videoId, requestHash } = request
  if ('videoId' in decision) {
    const own = decision.videoId === videoId
    if (!own) await ask(() => videos.withdraw(accountId, videoId, null))
    if (decision.requestHash !== requestHash) throw reusedKey()
    const video = await ask(() => videos.find(accountId, decision.videoId))
    if (video === null) throw problem('not_found', { message: 'The video has been deleted in the meantime.' })
    return { video, replayed: !own }
  }
  await ask(() => videos.withdraw(accountId, videoId, null))
  if (decision.outcome === 'refused' && decision.requestHash === requestHash) {
    throw await refusedByLimit(ports, request.neededSeconds, account, decision.code)
  }
  return null
}

/** Checks everything that can be checked by reading, before a workflow starts, and builds the recorded request. */
async function prepare(
  ports: CreateVideoPorts,
  {
    account,
    request,
    idempotencyKey,
    origin,
    requestId,
    usualWebhookUrl = null,
    batchItem,
  }: CreateVideoInput,
  noted: Pick<NewVideoRequest, 'requestHash' | 'testOutcome'>,
  pronunciations: CreationLookup['pronunciations'],
): Promise<NewVideoRequest> {
  const { problems, cast } = await checkVideoRequest(ports, account, request)
  if (cast === null) throw problems[0]
  const speech = { script: request.script, voiceId: cast.engineVoiceId, pronunciations }
  const foreseen = ports.estimateSpeech(speech)
  const [refused] = speechProblems(foreseen, planFor(ports.plans, account))
  if (refused) throw refused
  const videoId = ports.newId('vid')
  return {
    videoId,
    accountId: account.id,
    workflowId: produceVideoId(
      account.id,
      videoId,
      idempotencyKey && ports.workflowKey(account.id, idempotencyKey),
    ),
    origin,
    idempotencyKey,
    ...noted,
    requestId,
    batchItem,
    // Not a part of what is compared: a repeated request is the same with another key of the account.
    request: { ...request, webhookUrl: request.webhookUrl ?? usualWebhookUrl },
    ...cast,
    pronunciations: foreseen.pronunciations,
    expectedSeconds: Math.max(1, Math.ceil(foreseen.seconds)),
    estimatedSeconds: foreseen.atMostSeconds,
    neededSeconds: priceSeconds(foreseen.seconds),
    holdSeconds: priceSeconds(foreseen.atMostSeconds),
  }
}

/** The summary in the Temporal UI. It contains only ids, because a workflow outlives the personal name of a twin. */
function summaryOf({ request, estimatedSeconds, videoId }: NewVideoRequest): string {
  return `${videoId} · ${request.presenterId ?? request.twinId} · up to ${estimatedSeconds} s`
}
