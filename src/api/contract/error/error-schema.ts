import { z } from 'zod'

import { ERROR_CATALOGUE } from '../../../domain/error/errors.ts'
import type { ErrorAction, ErrorCode } from '../../../domain/error/errors.ts'
import { openEnum } from '../fields/open-enum.ts'

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
const ACTIONS = [...new Set(Object.values(ERROR_CATALOGUE).map(({ action }): ErrorAction => action))]

const FieldProblem = z
  .strictObject({
    code: openEnum(['required', 'too_long', 'invalid', 'conflict', 'unknown', 'reused', 'not_allowed']),
    message: z.string().min(1).describe('How to fix the field, written for the developer.'),
    limit: z
      .int()
      .min(0)
      .optional()
      .describe('The largest length or number allowed. Present with `too_long`.'),
  })
  .meta({ id: 'FieldProblem', description: 'A problem with one field of the request.' })

/** Fields that an error response and the `error` of a failed video share. */
const errorMembers = {
  code: openEnum(CODES).describe('Explained at `doc_url`.'),
  message: z.string().min(1).describe('What went wrong, written for the developer.'),
  user_message: z.string().min(1).describe('Written for the end user. Show it as is.'),
  action: openEnum(ACTIONS).describe('Tells the user interface what to do.'),
  retryable: z.boolean().describe('Retry only when true.'),
  upgrade_url: z.url().optional().describe('Present when a plan upgrade is needed.'),
  doc_url: z.url().describe('What the code means and how to handle it.'),
}

/** Problems with the request, keyed by field. */
const fields = z
  .record(z.string(), FieldProblem)
  .optional()
  .describe(
    'Problems by request field, with `invalid_request`, `script_too_long`, and `not_found` of what a ' +
      'field names.',
  )

/** An error that creating the video would return; it has not happened (POST /videos/estimate). */
export const Refusal = z
  .strictObject({ ...errorMembers, fields })
  .meta({ id: 'Refusal', description: 'An error that creating this video would return.' })

/** Body of every error response (specification section 7; decisions, "Extra error members"). */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      ...errorMembers,
      fields,
      request_id: z
        .string()
        .min(1)
        .describe('Also in the `X-Request-Id` header. Include it when you contact support.'),
    }),
  })
  .meta({ id: 'Error', description: 'The body of every error response.' })

const details = z
  .strictObject({
    stage: openEnum(['reserve', 'speak', 'draw', 'assemble', 'publish']),
    reason: z.string().min(1),
  })
  .describe('The step that failed and the reason. Include them when you contact support.')

/** Why an item of a batch has failed: the error that creating its video returned, or that of the video. */
export const ItemError = z
  .strictObject({ ...errorMembers, fields, request_id: z.string().min(1), details: details.optional() })
  .meta({ id: 'ItemError', description: 'The error of creating the video of an item, or of the video.' })

/** Why a video failed (decisions, "video.error"): the same object as an API error, with details. */
export const VideoError = z
  .strictObject({
    ...errorMembers,
    code: openEnum(['render_failed']),
    request_id: z
      .string()
      .min(1)
      .describe('The request that created the video. Include it when you contact support.'),
    details,
  })
  .meta({ id: 'VideoError', description: 'Why the video could not be made. Nothing was charged.' })
