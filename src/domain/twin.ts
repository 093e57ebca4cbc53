import type { Plan } from './plan.ts'

/** The status of a twin (specification section 3). */
export type TwinStatus = 'building' | 'ready'

/** The look of a twin: so far, the look of a stock presenter. */
export interface TwinLook {
  readonly kind: 'presenter'
  readonly presenterId: string
}

/** The saved voice of a twin, which is used unless a request names another. */
export interface TwinVoice {
  /** For example `flite:slt`. */
  readonly engineVoiceId: string
  /** The display name of the voice. */
  readonly name: string
}

/** A digital twin: a person who can present the videos of the account. */
export interface Twin {
  /** `twn_…`. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly status: TwinStatus
  /** False for a twin that is listed but cannot be used, such as one created on a free plan. */
  readonly usableInVideos: boolean
  /** Null until it is built. */
  readonly look: TwinLook | null
  /** Null until one is saved. */
  readonly voice: TwinVoice | null
  readonly createdAt: Date
}

/** A twin that is ready, with a look and a voice. */
export interface FinishedTwin extends Twin {
  readonly look: TwinLook
  readonly voice: TwinVoice
}

/** Whether a twin is ready and has a look and a voice. */
export function isFinished(twin: Twin): twin is FinishedTwin {
  return twin.status === 'ready' && twin.look !== null && twin.voice !== null
}

/** Whether a video on this plan can use the twin. Creation applies the same rule. */
export function isUsable(twin: Twin, plan: Plan): twin is FinishedTwin {
  return isFinished(twin) && twin.usableInVideos && plan.twinsInVideos
}
