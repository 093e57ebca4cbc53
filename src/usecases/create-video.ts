import { createHash } from 'node:crypto'

import type { Account } from '../domain/account.ts'
import { problem } from '../domain/errors.ts'
import type { Problem } from '../domain/errors.ts'
import { planOf } from '../domain/plan.ts'
import { SETTLING_PATIENCE } from '../domain/patience.ts'
import type { Patience } from '../domain/patience.ts'
import type { RefusalCode, Reservation } from '../domain/reservation.ts'
import type { EstimateSpeech } from '../domain/speech-estimate.ts'
import type { Video, VideoRequest } from '../domain/video.ts'
import { isLinked } from '../domain/video-options.ts'
import type { NewVideoRequest } from '../domain/video-request.ts'
import { produceVideoId } from '../domain/workflow-id.ts'
import type { Clock, NewId, Orchestrator, Pronunciations, Videos } from '../ports.ts'
import { checkVideoRequest } from './check-video-request.ts'
import type { CheckVideoRequestPorts } from './check-video-request.ts'
import { speechProblems } from './foreseen-speech.ts'
import { untilAnswered } from './until-answered.ts'
import type { AskUntilAnswered } from './until-answered.ts'

/** What creating a video needs. */
export interface CreateVideoPorts extends CheckVideoRequestPorts {
  readonly videos: Videos
  readonly pronunciations: Pick<Pronunciations, 'list'>
  readonly estimateSpeech: EstimateSpeech
  readonly orchestrator: Pick<Orchestrator, 'createVideo'>
  readonly newId: NewId
  readonly clock: Clock
  /** How long to ask what became of a request; a test may ask for less. */
  readonly patience?: Patience | undefined
}

/** Whose video, what is asked for, and the key that makes it safe to ask again. */
export interface CreateVideoInput {
  readonly account: Account
  readonly request: VideoRequest
  readonly idempotencyKey: string | null
}

/** The video, and whether an earlier request made it. */
export interface CreatedVideo {
  readonly video: Video
  readonly replayed: boolean
}

/**
 * Accepts a request for a video, or answers with the video that its key stands for.
 *
 * @throws OutcomeUnknown when the database, which alone knows, does not answer for too long.
 */
export type CreateVideo = (input: CreateVideoInput) => Promise<CreatedVideo>

/** Joining a twin's run that turns out to be refused or withdrawn says nothing about this request. */
const MOST_TRIES = 3

/** Longer keys are hashed: Temporal's PostgreSQL schema holds 255 characters of workflow id. */
const LONGEST_PLAIN_KEY = 128

/** Before a request is noted nothing can come of it, so an error is as good an answer as any. */
const askOnce: AskUntilAnswered = (question) => question()

/**
 * Creating a video (specification section 4): look the key up, refuse what a read can refuse, ask
 * for the reservation, answer.
 *
 * From the moment at which a request is noted a run may reserve it. Whatever is lost on the way from
 * then on, what became of it is not guessed: the database is asked until it answers
 * (docs/adr/0022-what-became-of-a-request-is-asked-not-guessed.md).
 */
export function makeCreateVideo(ports: CreateVideoPorts): CreateVideo {
  const { videos, patience = SETTLING_PATIENCE } = ports
  return async (input) => {
    const requestHash = fingerprint(input.request)
    let ask = askOnce
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const replayed = await replay(ports, input, requestHash, ask)
      if (replayed) return replayed
      const request = await prepare(ports, input, requestHash)
      await videos.request(request)
      ask = untilAnswered(patience)
      const decision = await decide(ports, request, ask)
      const answered = await answer(ports, request, decision, ask)
      if (answered) return answered
    }
    throw problem('service_unavailable', { retryAfterSeconds: 1 })
  }
}

/** The video that the key stands for, as it is now; null when it stands for none. */
async function replay(
  { videos }: CreateVideoPorts,
  { account, idempotencyKey }: CreateVideoInput,
  requestHash: string,
  ask: AskUntilAnswered,
): Promise<CreatedVideo | null> {
  if (idempotencyKey === null) return null
  const use = await ask(() => videos.findByKey(account.id, idempotencyKey))
  if (use === null) return null
  if (use.requestHash !== requestHash) throw reusedKey()
  const video = await ask(() => videos.find(account.id, use.videoId))
  if (video === null)
    throw problem('not_found', { message: 'The video of this idempotency key has been deleted.' })
  return { video, replayed: true }
}

/** What the account's limits say to a request that was noted. @throws when that is not known in time. */
async function decide(
  { videos, orchestrator }: CreateVideoPorts,
  request: NewVideoRequest,
  ask: AskUntilAnswered,
): Promise<Reservation> {
  const { workflowId, accountId, videoId, idempotencyKey, requestHash } = request
  const linksToPicture = isLinked(request.request.options.background)
  try {
    const start = { workflowId, accountId, videoId, linksToPicture, summary: summaryOf(request) }
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

/** Answers a request by the decision on it; null when that was about another request. */
async function answer(
  ports: CreateVideoPorts,
  { accountId, videoId, requestHash }: NewVideoRequest,
  decision: Reservation,
  ask: AskUntilAnswered,
): Promise<CreatedVideo | null> {
  const { videos } = ports
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
    throw await refusal(ports, accountId, decision.code)
  }
  return null
}

/** Everything that a read can refuse is refused here, before a workflow starts. */
async function prepare(
  ports: CreateVideoPorts,
  { account, request, idempotencyKey }: CreateVideoInput,
  requestHash: string,
): Promise<NewVideoRequest> {
  const [{ problems, cast }, kept] = await Promise.all([
    checkVideoRequest(ports, account, request),
    ports.pronunciations.list(account.id),
  ])
  if (cast === null) throw problems[0]
  const speech = { script: request.script, voiceId: cast.engineVoiceId, pronunciations: kept }
  const foreseen = ports.estimateSpeech(speech)
  const [refused] = speechProblems(foreseen, planOf(ports.plans, account.planId))
  if (refused) throw refused
  const videoId = ports.newId('vid')
  return {
    videoId,
    accountId: account.id,
    workflowId: produceVideoId(account.id, videoId, idempotencyKey && keyId(idempotencyKey)),
    idempotencyKey,
    requestHash,
    request,
    ...cast,
    pronunciations: foreseen.pronunciations,
    estimatedSeconds: foreseen.atMostSeconds,
  }
}

/**
 * The same request always has the same fingerprint, whatever the order of its members was, and
 * whether its options were left out or written out as they are anyway.
 */
function fingerprint(request: VideoRequest): string {
  const { script, presenterId, twinId, voiceId, title, webhookUrl, metadata, queue, options } = request
  const sorted = metadata && Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const spoken = [script, presenterId, twinId, voiceId]
  const canonical = JSON.stringify([...spoken, title, webhookUrl, sorted, queue, options])
  return createHash('sha256').update(canonical).digest('hex')
}

function keyId(idempotencyKey: string): string {
  if (idempotencyKey.length <= LONGEST_PLAIN_KEY) return idempotencyKey
  return `sha256:${createHash('sha256').update(idempotencyKey).digest('hex')}`
}

/** For operators' lists. Ids only: a twin's name is its owner's, and a run outlives it. */
function summaryOf({ request, estimatedSeconds, videoId }: NewVideoRequest): string {
  return `${videoId} · ${request.presenterId ?? request.twinId} · up to ${estimatedSeconds} s`
}

async function refusal(ports: CreateVideoPorts, accountId: string, code: RefusalCode): Promise<Problem> {
  switch (code) {
    case 'allowance_exceeded':
      return problem(code)
    case 'concurrency_limit':
      return problem(code, { retryAfterSeconds: await ports.videos.secondsUntilFreeSlot(accountId) })
    case 'daily_limit':
      return problem(code, { retryAfterSeconds: secondsUntilMidnight(ports.clock()) })
  }
}

function secondsUntilMidnight(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1000))
}

function reusedKey(): Problem {
  const message = 'This idempotency key was used for a different request. Use a new key for a new video.'
  return problem('invalid_request', { message, fields: { idempotency_key: { code: 'reused', message } } })
}
