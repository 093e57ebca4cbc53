import { priceSeconds } from '../../domain/billing/price.ts'
import { ownerIdOf } from '../../domain/account/account.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Problem } from '../../domain/error/errors.ts'
import type { LimitFigures } from '../../domain/billing/ledger.ts'
import { planFor } from '../../domain/account/plan.ts'
import type { Plan } from '../../domain/account/plan.ts'
import type { EstimateSpeech, SpeechEstimate } from '../../domain/speech/speech-estimate.ts'
import type { VideoRequest } from '../../domain/video/video.ts'
import type { Ledger } from '../../ports/billing/ledger.ts'
import type { Pronunciations } from '../../ports/speech/pronunciations.ts'
import { checkVideoRequest } from './check-video-request.ts'
import type { CheckVideoRequestPorts } from './check-video-request.ts'
import { speechProblems } from './foreseen-speech.ts'
import { allowanceExceeded, concurrencyLimit, dailyLimit } from './limit-refusals.ts'

/** Stores and services for estimating a video. */
export interface EstimateVideoPorts extends CheckVideoRequestPorts {
  readonly ledger: Pick<Ledger, 'limitFigures'>
  readonly pronunciations: Pick<Pronunciations, 'list'>
  readonly estimateSpeech: EstimateSpeech
}

/** The cost of a video and the reasons why it would be rejected, as of now. */
export interface VideoEstimate {
  /** Seconds that would be reserved; the charge is never more. Null when the script is too long to be estimated. */
  readonly seconds: number | null
  /** Expected length in seconds. Null when the script is too long to be estimated. */
  readonly expectedSeconds: number | null
  readonly remainingSeconds: number
  /** The errors that creating the video would return, in order of precedence; empty when it would be accepted. */
  readonly problems: readonly Problem[]
}

/** Estimates a video. Nothing is reserved, charged or started. */
export type EstimateVideo = (input: { account: Account; request: VideoRequest }) => Promise<VideoEstimate>

/** Builds the use case. It performs every check of the creation without any of its effects. */
export function makeEstimateVideo(ports: EstimateVideoPorts): EstimateVideo {
  return async ({ account, request }) => {
    const { problems, cast } = await checkVideoRequest(ports, account, request)
    // A script beyond the limit is not analysed: its sender could choose how long that takes.
    const isTooLong = problems[0]?.code === 'script_too_long'
    const speech = isTooLong
      ? null
      : ports.estimateSpeech({
          script: request.script,
          voiceId: cast?.engineVoiceId ?? '',
          pronunciations: await ports.pronunciations.list(ownerIdOf(account)),
        })
    const limitFigures = await ports.ledger.limitFigures(account)
    const needed = account.testOf === null ? speech && priceSeconds(speech.seconds) : null
    const plan = planFor(ports.plans, account)
    // Without a known voice, the speech cannot be estimated.
    const unspeakable = speech && cast ? speechProblems(speech, plan) : []
    const limits = limitProblems(plan, limitFigures, needed, request.queue)
    return {
      seconds: speech && heldSeconds(speech, limitFigures.remainingSeconds),
      expectedSeconds: speech?.seconds ?? null,
      remainingSeconds: limitFigures.remainingSeconds,
      problems: [...problems, ...unspeakable, ...limits],
    }
  }
}

/** The upper estimate, or all that remains where that is less and the expected length fits. */
function heldSeconds({ seconds, atMostSeconds }: SpeechEstimate, remainingSeconds: number): number {
  const atMost = priceSeconds(atMostSeconds)
  return priceSeconds(seconds) <= remainingSeconds ? Math.min(atMost, remainingSeconds) : atMost
}

/** Problems with the limits that the reservation enforces, in its order. */
function limitProblems(
  plan: Plan,
  limitFigures: LimitFigures,
  needed: number | null,
  mayWait: boolean,
): Problem[] {
  return [
    ...(needed !== null && limitFigures.remainingSeconds < needed
      ? [allowanceExceeded(needed, limitFigures)]
      : []),
    ...(!mayWait && limitFigures.renderingVideos >= plan.concurrentVideos ? [concurrencyLimit(plan)] : []),
    ...(limitFigures.todaysVideos >= plan.dailyVideos ? [dailyLimit(plan)] : []),
  ]
}
