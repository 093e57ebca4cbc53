import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { limitParameter } from '../../contract/parameters.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'

const Day = z.strictObject({
  date: z.iso.date().describe('The day, in UTC.'),
  video_seconds: z.int().min(0).describe('Charged for videos that became ready on this day.'),
  videos: z.int().min(0).describe('Videos that became ready on this day, including those deleted later.'),
})

/** Response of GET /usage. */
export const Usage = z
  .strictObject({
    period_started_at: timestamp().describe('Start of the current period.'),
    period_ends_at: timestamp().describe(
      'End of the current period, when the plan’s video seconds are granted anew.',
    ),
    used_video_seconds: z.int().min(0).describe('Video seconds charged in this period: the sum of all days.'),
    reserved_video_seconds: z
      .int()
      .min(0)
      .describe('Video seconds reserved for videos that are still in progress.'),
    remaining_video_seconds: z.int().min(0).describe('Video seconds available for new videos.'),
    days: z.array(Day).describe('Every day from the first day of the period to today, oldest first.'),
  })
  .meta({ id: 'Usage', description: 'Video seconds used in the current period, by day.' })

/** One change of the allowance. */
const LedgerEntry = z
  .strictObject({
    number: z.int().min(1).describe('Position in the account’s ledger, starting at 1 without gaps.'),
    kind: openEnum(['grant', 'reserve', 'settle', 'release', 'expire']).describe(
      '`grant`: a period starts or the plan changes. `reserve`: a video is accepted. `settle`: the ' +
        'reserved seconds that a finished video did not use are returned. `release`: those of a failed ' +
        'or deleted video are returned. `expire`: a period ends or the plan changes.',
    ),
    video_seconds: z.int().describe('Signed change of the remaining video seconds.'),
    balance_video_seconds: z.int().min(0).describe('Remaining video seconds after the change.'),
    video_id: z
      .string()
      .nullable()
      .describe('The video that caused the change. Null for changes by a period or a plan.'),
    created_at: timestamp().describe('When the change took effect.'),
  })
  .meta({
    id: 'LedgerEntry',
    description: 'A change of the remaining video seconds. Entries are never modified.',
  })

/** One page of GET /allowance/ledger. */
export const LedgerPage = listOf('LedgerPage', LedgerEntry, 'One page of the ledger, newest first.')

/** Query of GET /allowance/ledger. */
export const LedgerQuery = z.object({
  limit: limitParameter,
  before: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Send the next_before of an earlier page.')
    .transform(Number)
    .optional()
    .meta({
      description: 'The `next_before` of the previous page: only older ones are returned.',
      example: '17',
      override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
        Object.assign(jsonSchema, { type: 'string' })
      },
    }),
})
