import { z } from 'zod'

import { timestamp } from '../../contract/timestamp.ts'

const seconds = () => z.int().min(0)

/** The account, its plan and what is left of it (decisions, "GET /me"). */
export const Me = z
  .strictObject({
    account: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
    plan: z.strictObject({
      id: z.string(),
      name: z.string(),
      video_seconds: seconds().describe('Seconds of video in a period of one month.'),
      concurrent_videos: z.int().min(1).describe('Videos that may render at once.'),
      daily_videos: z.int().min(1).describe('Videos that may be created in a day (UTC).'),
      max_script_characters: z.int().min(1).describe('Unicode code points of the longest script.'),
      max_video_seconds: z.int().min(1).describe('Seconds of the longest video.'),
    }),
    remaining_video_seconds: seconds().describe('Free to use: what is reserved is already taken off.'),
    reserved_video_seconds: seconds().describe('Held for videos that are being made.'),
    used_video_seconds: seconds().describe('Charged for videos that are ready.'),
    period_started_at: timestamp(),
    period_ends_at: timestamp().describe('Then the plan’s seconds are granted afresh.'),
  })
  .meta({ id: 'Me', description: 'Account, plan and remaining video seconds.' })
