import { z } from 'zod'

import { KEY_SCOPES } from '../../../domain/account/key-scope.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'

const seconds = () => z.int().min(0)

const MeKey = z
  .strictObject({
    scopes: z.array(openEnum(KEY_SCOPES)).describe('What it may do.'),
    expires_at: timestamp().nullable().describe('Null: when it is revoked.'),
    webhook_url: z
      .string()
      .nullable()
      .describe(
        'Where events of its videos are sent that have no `webhook_url`. Null: to the account webhook.',
      ),
  })
  .meta({
    id: 'KeyOfRequest',
    description: 'What an API key may do, until when, and where events of its videos are sent.',
  })

/** The account, its plan and the remaining allowance (decisions, "GET /me"). */
export const Me = z
  .strictObject({
    account: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
    plan: z.strictObject({
      id: z.string(),
      name: z.string(),
      video_seconds: seconds().describe('Video seconds included in each period of one month.'),
      concurrent_videos: z
        .int()
        .min(1)
        .describe('Maximum number of videos that can render at the same time.'),
      daily_videos: z.int().min(1).describe('Maximum number of videos that can be created per day (UTC).'),
      max_script_characters: z.int().min(1).describe('Maximum length of a script in Unicode code points.'),
      max_video_seconds: z.int().min(1).describe('Maximum length of a video in seconds.'),
      keep_days: z.int().min(1).nullable().describe('Days after which a video is deleted. Null: never.'),
    }),
    remaining_video_seconds: seconds().describe(
      'Video seconds available for new videos. Reserved seconds are already subtracted.',
    ),
    reserved_video_seconds: seconds().describe(
      'Video seconds reserved for videos that are still in progress.',
    ),
    used_video_seconds: seconds().describe('Video seconds charged for finished videos in this period.'),
    period_started_at: timestamp().describe('Start of the current period.'),
    period_ends_at: timestamp().describe(
      'End of the current period, when the plan’s video seconds are granted anew.',
    ),
    key: MeKey.nullable().describe('The key of this request.'),
  })
  .meta({ id: 'Me', description: 'The account, its plan and its remaining video seconds.' })
