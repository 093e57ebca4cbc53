import type { Plan } from '../account/plan.ts'
import type { TwinEngine } from './twin-job.ts'
import type { TakePart } from './twin-take.ts'

/** The status of a twin in the API (specification section 3). */
export type TwinStatus = 'building' | 'ready'

/** Where a twin stands, in the order in which it gets there; only the first four are on their way to `ready`. */
export const TWIN_STATES = [
  'recording',
  'building',
  'review',
  'ready',
  'failed',
  'withdrawn',
  'expired',
] as const

/**
 * Where a twin stands. `review`: an operator looks at its consent. `failed`: a part is to be recorded again, or the
 * consent was refused. `withdrawn` by the person it shows, or deleted by the account. `expired`: the consent has
 * ended; it can be recorded again.
 */
export type TwinState = (typeof TWIN_STATES)[number]

/** The look of a stock presenter, which a twin borrows. */
export interface PresenterLook {
  readonly kind: 'presenter'
  readonly presenterId: string
}

/** The person as they were recorded. */
export interface FootageLook {
  readonly kind: 'footage'
  readonly engine: TwinEngine
  /** Key in the media store, without a slash at the end, of the folder with what it is drawn from: `twinKeys`. */
  readonly folder: string
}

/** What a twin looks like. */
export type TwinLook = PresenterLook | FootageLook

/** How a voice of the catalogue was chosen for a person. It is never the person's own. */
export interface VoiceMatch {
  /** `chosen`: by a person, among suggestions or all voices. */
  readonly method: 'pitch' | 'chosen'
  /** Median pitch of the person in Hz. */
  readonly f0Hz: number
  /** Semitones by which the voice is higher than the person. */
  readonly deltaSemitones: number
}

/** The saved voice of a twin, which is used unless a request names another. */
export interface TwinVoice {
  /** For example `flite:slt`. */
  readonly engineVoiceId: string
  /** The display name of the voice. */
  readonly name: string
  /** Null when nobody was recorded. */
  readonly match: VoiceMatch | null
}

/** Why a recording could not become a twin. */
export interface TwinFailure {
  /** For example `TooDark`, or `ConsentRefused`. */
  readonly code: string
  /** The part to record again, and no other one; null when that would not help. */
  readonly part: TakePart | null
  /** What happened and what to do, in a sentence or two for the person who recorded it. */
  readonly message: string
}

/** A digital twin: a person who can present the videos of the account. */
export interface Twin {
  /** `twn_…`. */
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly state: TwinState
  /** Whether an operator of the installation has switched it off. */
  readonly switchedOff: boolean
  /** Null until it is built, and after it was withdrawn. */
  readonly look: TwinLook | null
  /** Null until one is saved. */
  readonly voice: TwinVoice | null
  /** The person it shows, where they sign in to the application; null when they were recorded by a link. */
  readonly subjectPersonId: string | null
  /** The twin whose place it takes when it is ready: one that is recorded again while it can still be used. Null: none. */
  readonly renewsId: string | null
  /** Why the last build failed; null unless the state is `failed`. */
  readonly failure: TwinFailure | null
  /** Whether the accepted films of all its parts are still kept. */
  readonly hasAllFilms: boolean
  /** Percent of the build. */
  readonly progress: number
  /** Median pitch of the person in Hz; null until it is known. */
  readonly pitchHz: number | null
  /** When the consent ends; null before it is given, and for the look of a presenter. */
  readonly expiresAt: Date | null
  /** Whether its finished videos stay after a withdrawal; null as long as it was not withdrawn. */
  readonly keepsVideos: boolean | null
  readonly readyAt: Date | null
  readonly createdAt: Date
}

/** A twin that is ready, with a look and a voice. */
export interface FinishedTwin extends Twin {
  readonly look: TwinLook
  readonly voice: TwinVoice
}

/** Maximum characters of a twin's name: as many as fit on a name card. */
export const LONGEST_TWIN_NAME = 60

/**
 * The status of a twin in the API; null for a twin that the API does not know: one that is not on its way to `ready`,
 * and a renewal, which the API sees as the twin that it renews.
 */
export function statusOf({ state, renewsId }: Pick<Twin, 'state' | 'renewsId'>): TwinStatus | null {
  if (renewsId !== null) return null
  if (state === 'ready') return 'ready'
  return state === 'building' || state === 'review' ? 'building' : null
}

/** Whether a twin is ready and has a look and a voice. */
export function isFinished(twin: Twin): twin is FinishedTwin {
  return twin.state === 'ready' && twin.look !== null && twin.voice !== null
}

/** Whether a video on this plan can use the twin. Creation applies the same rule. */
export function isUsable(twin: Twin, plan: Plan): twin is FinishedTwin {
  return isFinished(twin) && !twin.switchedOff && plan.twinsInVideos
}

/** The name of a twin's voice as people see it: honest about whose voice it is. */
export function voiceLabel({ name, match }: TwinVoice): string {
  return match?.method === 'pitch' ? `${name} (matched to your pitch)` : name
}
