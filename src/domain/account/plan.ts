import { invalidFields } from '../error/errors.ts'
import type { Account } from './account.ts'

/** The price and the limits of a plan (specification section 8; decisions, "Plans"). */
export interface Plan {
  readonly id: string
  readonly name: string
  readonly priceGbpPerMonth: number
  /** Seconds of finished video in a period of one month. */
  readonly videoSeconds: number
  readonly concurrentVideos: number
  readonly dailyVideos: number
  /** Unicode code points. */
  readonly maxScriptCharacters: number
  /** Seconds of the longest video, by the upper estimate of its speech. */
  readonly maxVideoSeconds: number
  readonly twinsInVideos: boolean
  /** Parts of recordings that are sent in a day, and twins that are built in one: neither is charged for. */
  readonly twinTakesADay: number
  readonly twinBuildsADay: number
  /** Videos are deleted so many days after they were accepted; null: never. */
  readonly keepDays: number | null
}

/** Takes and builds a day where a plan does not say: some people, who record each part more than once. */
export const USUAL_TWIN_TAKES_A_DAY = 60
export const USUAL_TWIN_BUILDS_A_DAY = 5

/** The plans by id, in the order of their price. */
export type Plans = ReadonlyMap<string, Plan>

/** Default script limit in Unicode code points (specification section 8). */
export const USUAL_SCRIPT_CHARACTERS = 3000

function plan(
  id: string,
  name: string,
  priceGbpPerMonth: number,
  minutes: number,
  concurrentVideos: number,
  dailyVideos: number,
  maxVideoSeconds: number,
  twinsInVideos: boolean,
): Plan {
  return {
    id,
    name,
    priceGbpPerMonth,
    videoSeconds: minutes * 60,
    concurrentVideos,
    dailyVideos,
    maxScriptCharacters: USUAL_SCRIPT_CHARACTERS,
    maxVideoSeconds,
    twinsInVideos,
    // A build takes minutes of a processor: as many as the videos that the plan makes beside them.
    twinTakesADay: concurrentVideos * USUAL_TWIN_TAKES_A_DAY,
    twinBuildsADay: concurrentVideos * USUAL_TWIN_BUILDS_A_DAY,
    keepDays: null,
  }
}

/** The plans that apply unless `PLANS_FILE` replaces them. */
export const DEFAULT_PLANS: readonly Plan[] = [
  plan('free', 'Free', 0, 3, 1, 5, 300, false),
  plan('starter', 'Starter', 49, 60, 3, 50, 900, true),
  plan('growth', 'Growth', 149, 240, 6, 200, 900, true),
  plan('scale', 'Scale', 499, 1000, 12, 1000, 900, true),
]

/** Test videos of an account in a day, whatever its plan. */
export const TEST_VIDEOS_A_DAY = 1_000

/** Test videos are deleted so many days after they were accepted, whatever the plan. */
export const KEEP_TEST_VIDEOS_DAYS = 1

/** The plan whose limits apply to an account: its own, but for what is said of test videos. @throws Error as below. */
export function planFor(plans: Plans, { planId, testOf }: Pick<Account, 'planId' | 'testOf'>): Plan {
  const plan = planOf(plans, planId)
  return testOf === null ? plan : { ...plan, dailyVideos: TEST_VIDEOS_A_DAY, keepDays: KEEP_TEST_VIDEOS_DAYS }
}

/** The plan by its id. @throws Error when an account names a plan that is no longer configured. */
export function planOf(plans: Plans, id: string): Plan {
  const found = plans.get(id)
  if (!found) throw new Error(`No plan "${id}" is configured. Plans: ${[...plans.keys()].join(', ')}.`)
  return found
}

/** Finds the plan that a person named. @throws `invalid_request` when it is not configured. */
export function requirePlan(plans: Plans, id: string): Plan {
  const found = plans.get(id)
  if (found) return found
  const message = `There is no plan "${id}". Plans: ${[...plans.keys()].join(', ')}.`
  throw invalidFields({ plan: { code: 'invalid', message } })
}

/** The plan with the most video seconds. */
export function largestPlan(plans: Plans): Plan {
  const [largest] = [...plans.values()].toSorted((a, b) => b.videoSeconds - a.videoSeconds)
  if (!largest) throw new Error('No plan is configured.')
  return largest
}
