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

/** What estimating needs. */
export interface EstimateVideoPorts extends CheckVideoRequestPorts {
  readonly ledger: Pick<Ledger, 'standing'>
  readonly pronunciations: Pick<Pronunciations, 'list'>
  readonly estimateSpeech: EstimateSpeech
}

/** What creating a video would come to at this moment. */
export interface VideoEstimate {
  /** What would be held; the charge is never more. */
  readonly seconds: number
  /** How long the video will probably be. */
  readonly expectedSeconds: number
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
    const { seconds: expectedSeconds, atMostSeconds: seconds } = ports.estimateSpeech({
      script: request.script,
      voiceId: cast?.engineVoiceId ?? '',
      pronunciations: await ports.pronunciations.list(account.id),
    })
    const standing = await ports.ledger.standing(account)
    const plan = planOf(ports.plans, account.planId)
    const limits = limitProblems(plan, standing, seconds, request.queue)
    return {
      seconds,
      expectedSeconds,
      remainingSeconds: standing.remainingSeconds,
      problems: [...problems, ...limits],
    }
  }
}

/** The limits that the reservation judges, in its order. */
function limitProblems(plan: Plan, standing: Standing, seconds: number, mayWait: boolean): Problem[] {
  return [
    ...(standing.remainingSeconds < seconds ? [problem('allowance_exceeded')] : []),
    ...(!mayWait && standing.renderingVideos >= plan.concurrentVideos ? [problem('concurrency_limit')] : []),
    ...(standing.todaysVideos >= plan.dailyVideos ? [problem('daily_limit')] : []),
  ]
}
