import type { Plan } from './plan.ts'

/** Where a twin is on its way from the recording to a presenter (specification section 3). */
export type TwinStatus = 'building' | 'ready'

/** What draws a twin: so far, one of the stock presenters' looks lent to it. */
export interface TwinLook {
  readonly kind: 'presenter'
  readonly presenterId: string
}

/** The voice a twin speaks with unless a request names another. */
export interface TwinVoice {
  /** For example `flite:slt`. */
  readonly engineVoiceId: string
  /** What people call it. */
  readonly name: string
}

/** A digital twin: a person of the account who can be the presenter of its videos. */
export interface Twin {
  /** `twn_…`. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly status: TwinStatus
  /** False for one that may be looked at but not used, such as one made under a free plan. */
  readonly usableInVideos: boolean
  /** Null until it is built. */
  readonly look: TwinLook | null
  /** Null until one is saved. */
  readonly voice: TwinVoice | null
  readonly createdAt: Date
}

/** A twin that a video can be made with. */
export interface FinishedTwin extends Twin {
  readonly look: TwinLook
  readonly voice: TwinVoice
}

/** Whether a twin is built, with all that drawing and speaking need. */
export function isFinished(twin: Twin): twin is FinishedTwin {
  return twin.status === 'ready' && twin.look !== null && twin.voice !== null
}

/** Whether a video of this plan may be made with the twin: exactly then a creation is not refused for it. */
export function isUsable(twin: Twin, plan: Plan): twin is FinishedTwin {
  return isFinished(twin) && twin.usableInVideos && plan.twinsInVideos
}
