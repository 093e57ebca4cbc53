import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { DEFAULT_PLANS, USUAL_TWIN_BUILDS_A_DAY, USUAL_TWIN_TAKES_A_DAY } from '../domain/account/plan.ts'
import type { Plan, Plans } from '../domain/account/plan.ts'

/** What a worker makes within a video's deadline of half an hour, with the neural voices and others beside it. */
const LONGEST_VIDEO_SECONDS = 900

/** A hundred years. */
const LONGEST_KEPT_DAYS = 36_500

const planSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  name: z.string().min(1).max(80),
  price_gbp_per_month: z.number().min(0),
  video_seconds: z.int().min(0).max(100_000_000),
  concurrent_videos: z.int().min(1).max(10_000),
  daily_videos: z.int().min(1).max(1_000_000),
  max_script_characters: z.int().min(1).max(20_000),
  max_video_seconds: z.int().min(1).max(LONGEST_VIDEO_SECONDS),
  twins_in_videos: z.boolean(),
  twin_takes_a_day: z.int().min(0).max(100_000).default(USUAL_TWIN_TAKES_A_DAY),
  twin_builds_a_day: z.int().min(0).max(100_000).default(USUAL_TWIN_BUILDS_A_DAY),
  keep_days: z.int().min(1).max(LONGEST_KEPT_DAYS).nullable().default(null),
})

const plansFile = z
  .array(planSchema)
  .min(1)
  .refine(
    (plans) => new Set(plans.map((plan) => plan.id)).size === plans.length,
    'two plans have the same id',
  )

/** The plans of a file, or the usual ones without. @throws Error that says what is wrong with the file. */
export function readPlans(file: string | undefined): Plans {
  const plans = file === undefined ? DEFAULT_PLANS : parsePlans(file)
  return new Map(plans.map((plan) => [plan.id, plan]))
}

function parsePlans(file: string): Plan[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`PLANS_FILE ${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  const parsed = plansFile.safeParse(content)
  if (!parsed.success) throw new Error(`PLANS_FILE ${file} is not valid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data.map((plan) => ({
    id: plan.id,
    name: plan.name,
    priceGbpPerMonth: plan.price_gbp_per_month,
    videoSeconds: plan.video_seconds,
    concurrentVideos: plan.concurrent_videos,
    dailyVideos: plan.daily_videos,
    maxScriptCharacters: plan.max_script_characters,
    maxVideoSeconds: plan.max_video_seconds,
    twinsInVideos: plan.twins_in_videos,
    twinTakesADay: plan.twin_takes_a_day,
    twinBuildsADay: plan.twin_builds_a_day,
    keepDays: plan.keep_days,
  }))
}
