import type { BreakableService } from './breakable-service.ts'

/*
 * A creation asks PostgreSQL and Temporal in turn, and its worker does. Each answer of theirs can be lost: one connection is
 * cut, or whatever else a test does at that moment.
 */

const NOTES_REQUEST = /insert into "video_requests"/u
const RESERVES = /reserve_video\(/u
const WITHDRAWS = /withdraw_request\(/u
const LOOKS_UP_VIDEO = /from "videos" where "account_id" = \$1 and "id" = \$2/u
const BEGINS_RUN = /createVideo/u

/** Something that the creation or its run says, or hears, and that is lost; what may be answered then. */
export interface LostWord {
  readonly what: string
  /** Loses it, once, and does something else at that moment. */
  readonly lose: (service: BreakableService, also?: () => void) => Promise<void>
  readonly answers: readonly number[]
}

/** Before there is a run. */
export const BEFORE_RUN: readonly LostWord[] = [
  {
    what: 'the request is not noted',
    lose: ({ api }, also) => api.postgres.loseQuestion(NOTES_REQUEST, also),
    answers: [503],
  },
  {
    what: 'the request is noted, unheard',
    lose: ({ api }, also) => api.postgres.loseAnswer(NOTES_REQUEST, also),
    answers: [503],
  },
]
/** The run asks for the reservation in vain. */
export const NOT_RESERVED: LostWord = {
  what: 'the reservation is not made',
  lose: ({ worker }, also) => worker.postgres.loseQuestion(RESERVES, also),
  // Whether it is withdrawn before it is tried again depends on who finds the servers back first.
  answers: [202, 503],
}
/** The run does not learn of its reservation. */
export const RESERVED: LostWord = {
  what: 'the reservation is made, unheard',
  lose: ({ worker }, also) => worker.postgres.loseAnswer(RESERVES, also),
  answers: [202],
}
/** The API does not read the video that it answers with. */
export const NOT_LOOKED_UP: LostWord = {
  what: 'the accepted video is not looked up',
  lose: ({ api }, also) => api.postgres.loseQuestion(LOOKS_UP_VIDEO, also),
  answers: [202],
}
/** Temporal never hears of the run. */
export const RUN_NOT_BEGUN: LostWord = {
  what: 'the call that begins the run is lost',
  lose: ({ api }, also) => api.temporal.loseQuestion(BEGINS_RUN, also),
  answers: [503],
}
/** The API takes back what nobody has decided. */
export const WITHDRAWAL: readonly Pick<LostWord, 'what' | 'lose'>[] = [
  {
    what: 'the withdrawal is not made',
    lose: ({ api }, also) => api.postgres.loseQuestion(WITHDRAWS, also),
  },
  {
    what: 'the withdrawal is made, unheard',
    lose: ({ api }, also) => api.postgres.loseAnswer(WITHDRAWS, also),
  },
]

/** Has the API's connection to PostgreSQL go silent as it withdraws. */
export function forgetWithdrawal({ api }: BreakableService): Promise<void> {
  return api.postgres.hears(WITHDRAWS).then(api.postgres.forgetConnected)
}

/** Has what Temporal says be lost from the moment on at which it is asked to begin the run. */
export function loseRunsBeginning({ api }: BreakableService): Promise<void> {
  return api.temporal.hears(BEGINS_RUN).then(api.temporal.loseAnswers)
}
