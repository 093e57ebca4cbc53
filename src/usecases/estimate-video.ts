import type { Account } from '../domain/account.ts'
import type { Problem } from '../domain/errors.ts'
import { problem } from '../domain/errors.ts'
import type { Standing } from '../domain/ledger.ts'
import { planOf } from '../domain/plan.ts'
import type { Plan } from '../domain/plan.ts'
import type { EstimateSpeech } from '../domain/speech-estimate.ts'
import type { VideoRequest } from '../domain/video.ts'
import type { Ledger, Pronunciations } from '../ports.ts'
import { checkVideoRequest } from './check-video-request.ts'
import type { CheckVideoRequestPorts } from './check-video-request.ts'
import { speechProblems } from './foreseen-speech.ts'

/** What estimating needs. */
export interface EstimateVideoPorts extends CheckVideoRequestPorts {
  readonly ledger: Pick<Ledger, 'standing'>
  readonly pronunciations: Pick<Pronunciations, 'list'>
  readonly estimateSpeech: EstimateSpeech
}

/** What creating a video would come to at this moment. */
export interface VideoEstimate {
  /** What would be held; the charge is never more. Null when the script is too long to be estimated. */
  readonly seconds: number | null
  /** How long the video will probably be; null when the script is too long to be estimated. */
  readonly expectedSeconds: number | null
  readonly remainingSeconds: number
  /** Why it would be refused, in the order in which it would; empty when it would be accepted. */
  readonly problems: readonly Problem[]
}

/** Says what creating a video would come to; nothing is held, charged or started. */
export type EstimateVideo = (input: { account: Account; request: VideoRequest }) => Promise<VideoEstimate>

/** Estimating a video: every check of the creation, and none of its deeds. */
export function makeEstimateVideo(ports: EstimateVideoPorts): EstimateVideo {
  return async ({ account, request }) => {
    const { problems, cast } = await checkVideoRequest(ports, account, request)
    // A script beyond the limit is not analysed: whoever sends it could choose how long that takes.
    const isTooLong = problems[0]?.code === 'script_too_long'
    const speech = isTooLong
      ? null
      : ports.estimateSpeech({
          script: request.script,
          voiceId: cast?.engineVoiceId ?? '',
          pronunciations: await ports.pronunciations.list(account.id),
        })
    const seconds = speech?.atMostSeconds ?? null
    const standing = await ports.ledger.standing(account)
    const plan = planOf(ports.plans, account.planId)
    // Of an unknown voice nothing is known but that.
    const unspeakable = speech && cast ? speechProblems(speech, plan) : []
    const limits = limitProblems(plan, standing, seconds, request.queue)
    return {
      seconds,
      expectedSeconds: speech?.seconds ?? null,
      remainingSeconds: standing.remainingSeconds,
      problems: [...problems, ...unspeakable, ...limits],
    }
  }
}

/** The limits that the reservation judges, in its order. */
function limitProblems(plan: Plan, standing: Standing, seconds: number | null, mayWait: boolean): Problem[] {
  return [
    ...(seconds !== null && standing.remainingSeconds < seconds ? [problem('allowance_exceeded')] : []),
    ...(!mayWait && standing.renderingVideos >= plan.concurrentVideos ? [problem('concurrency_limit')] : []),
    ...(standing.todaysVideos >= plan.dailyVideos ? [problem('daily_limit')] : []),
  ]
}
