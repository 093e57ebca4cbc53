import { z } from 'zod'
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi'

import { listOf } from '../../contract/list.ts'
import { limitParameter } from '../../contract/parameters.ts'
import { timestamp } from '../../contract/timestamp.ts'

const Day = z.strictObject({
  date: z.iso.date().describe('Day in UTC.'),
  video_seconds: z.int().min(0).describe('Charged for the videos that became ready on this day.'),
  videos: z.int().min(0).describe('Videos that became ready on this day, deleted ones included.'),
})

/** Answer of GET /usage. */
export const Usage = z
  .strictObject({
    period_started_at: timestamp(),
    period_ends_at: timestamp().describe('Then the plan’s seconds are granted afresh.'),
    used_video_seconds: z.int().min(0).describe('The sum of all days.'),
    reserved_video_seconds: z.int().min(0).describe('Held for videos that are being made.'),
    remaining_video_seconds: z.int().min(0).describe('Free to use.'),
    days: z.array(Day).describe('Every day from the first of the period to today, oldest first.'),
  })
  .meta({ id: 'Usage', description: 'Seconds of video used in the running period, by day.' })

/** One movement of the allowance. */
const LedgerEntry = z
  .strictObject({
    number: z.int().min(1).describe('Its place in the account’s ledger, from 1, without gaps.'),
    kind: z
      .enum(['grant', 'reserve', 'settle', 'release', 'expire'])
      .describe(
        '`grant`: a period or plan gives seconds. `reserve`: a video holds seconds. `settle`: a ready video ' +
          'gives back what it did not use. `release`: a failed or deleted one gives all back. `expire`: a ' +
          'period or plan takes the rest.',
      ),
    video_seconds: z.int().describe('Signed effect on the remaining seconds.'),
    balance_video_seconds: z.int().min(0).describe('Remaining seconds after it.'),
    video_id: z.string().nullable().describe('The video it is about; null for periods and plans.'),
    created_at: timestamp(),
  })
  .meta({ id: 'LedgerEntry', description: 'A movement of the remaining seconds. It is never changed.' })

/** One page of GET /allowance/ledger. */
export const LedgerPage = listOf('LedgerPage', LedgerEntry, 'One page of the ledger, newest first.')

/** Query of GET /allowance/ledger. */
export const LedgerQuery = z.object({
  limit: limitParameter,
  before: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'This is not a next_before of a page.')
    .transform(Number)
    .optional()
    .meta({
      description: '`next_before` of the page before: older movements follow.',
      example: '17',
      override({ jsonSchema }: ZodOpenApiOverrideMetaContext) {
        Object.assign(jsonSchema, { type: 'string' })
      },
    }),
})
