import { createHash } from 'node:crypto'

import type { Account } from '../domain/account.ts'
import { problem } from '../domain/errors.ts'
import type { Problem } from '../domain/errors.ts'
import { planOf } from '../domain/plan.ts'
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

/** What creating a video needs. */
export interface CreateVideoPorts extends CheckVideoRequestPorts {
  readonly videos: Videos
  readonly pronunciations: Pick<Pronunciations, 'list'>
  readonly estimateSpeech: EstimateSpeech
  readonly orchestrator: Pick<Orchestrator, 'createVideo'>
  readonly newId: NewId
  readonly clock: Clock
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

/** Accepts a request for a video, or answers with the video that its key stands for. */
export type CreateVideo = (input: CreateVideoInput) => Promise<CreatedVideo>

/** Joining a twin's run that turns out to be refused or withdrawn says nothing about this request. */
const MOST_TRIES = 3

/** Longer keys are hashed: Temporal's PostgreSQL schema holds 255 characters of workflow id. */
const LONGEST_PLAIN_KEY = 128

/**
 * Creating a video (specification section 4): look the key up, refuse what a read can refuse, ask
 * for the reservation, answer.
 */
export function makeCreateVideo(ports: CreateVideoPorts): CreateVideo {
  const { videos, orchestrator } = ports

  async function replay(input: CreateVideoInput, requestHash: string): Promise<CreatedVideo | null> {
    if (input.idempotencyKey === null) return null
    const use = await videos.findByKey(input.account.id, input.idempotencyKey)
    if (use === null) return null
    if (use.requestHash !== requestHash) throw reusedKey()
    const video = await videos.find(input.account.id, use.videoId)
    if (video === null)
      throw problem('not_found', { message: 'The video of this idempotency key was deleted.' })
    return { video, replayed: true }
  }

  async function decide(request: NewVideoRequest): Promise<Reservation> {
    await videos.request(request)
    try {
      const { workflowId, accountId, videoId } = request
      const linksToPicture = isLinked(request.request.options.background)
      const start = { workflowId, accountId, videoId, linksToPicture, summary: summaryOf(request) }
      return await orchestrator.createVideo(start)
    } catch (error) {
      // Unless the reservation came first, it is made impossible: nothing is charged behind a 503.
      const videoId = await videos.withdraw(request.accountId, request.videoId, request.idempotencyKey)
      if (videoId === null) throw error
      // Another video of the same key may be of another request: the next look-up tells.
      if (videoId !== request.videoId) return { outcome: 'withdrawn' }
      return { outcome: 'accepted', videoId, requestHash: request.requestHash }
    }
  }

  async function answer(input: CreateVideoInput, request: NewVideoRequest, decision: Reservation) {
    if ('videoId' in decision) {
      const own = decision.videoId === request.videoId
      if (!own) await videos.withdraw(request.accountId, request.videoId, null)
      if (decision.requestHash !== request.requestHash) throw reusedKey()
      const video = await videos.find(request.accountId, decision.videoId)
      if (video === null) throw problem('not_found', { message: 'The video was deleted meanwhile.' })
      return { video, replayed: !own }
    }
    await videos.withdraw(request.accountId, request.videoId, null)
    if (decision.outcome === 'refused' && decision.requestHash === request.requestHash) {
      throw await refusal(ports, input.account.id, decision.code)
    }
    return null
  }

  return async (input) => {
    const requestHash = fingerprint(input.request)
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const replayed = await replay(input, requestHash)
      if (replayed) return replayed
      const request = await prepare(ports, input, requestHash)
      const answered = await answer(input, request, await decide(request))
      if (answered) return answered
    }
    throw problem('service_unavailable', { retryAfterSeconds: 1 })
  }
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
