import { z } from 'zod'

import { ERROR_CATALOGUE } from '../../domain/errors.ts'
import type { ErrorAction, ErrorCode } from '../../domain/errors.ts'

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
const ACTIONS = [...new Set(Object.values(ERROR_CATALOGUE).map(({ action }): ErrorAction => action))]

const FieldProblem = z
  .strictObject({
    code: z.enum(['required', 'too_long', 'invalid', 'conflict', 'unknown', 'reused']),
    message: z.string().min(1).describe('What to mend, for the developer.'),
    limit: z.int().min(0).optional().describe('The largest length or number allowed, with `too_long`.'),
  })
  .meta({ id: 'FieldProblem', description: 'What is wrong with one member of the request.' })

/** Members that an error of an answer and the `error` of a failed video share. */
const errorMembers = {
  code: z.enum(CODES).describe('What went wrong, for programs. See `doc_url`.'),
  message: z.string().min(1).describe('What went wrong, for the developer.'),
  user_message: z.string().min(1).describe('Written for the end user; to be shown as is.'),
  action: z.enum(ACTIONS).describe('Tells the user interface what to do.'),
  retryable: z.boolean().describe('Retry only when true.'),
  upgrade_url: z.url().optional().describe('Present when a plan upgrade is needed.'),
  doc_url: z.url().describe('What this code means and what to do about it.'),
}

/** What is wrong, by member of the request. */
const fields = z
  .record(z.string(), FieldProblem)
  .optional()
  .describe('What is wrong, by member of the request. Present for `invalid_request` and `script_too_long`.')

/** Why a request would be refused: an error that has not happened (POST /videos/estimate). */
export const Refusal = z
  .strictObject({ ...errorMembers, fields })
  .meta({ id: 'Refusal', description: 'The error that creating this video would be answered with.' })

/** Body of every error answer (specification section 7; decisions, "Extra error members"). */
export const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      ...errorMembers,
      fields,
      request_id: z.string().min(1).describe('Also the header `X-Request-Id`; tell it to support.'),
    }),
  })
  .meta({ id: 'Error', description: 'Every error has this body and no other.' })

/** Why a video failed (decisions, "video.error"): the same object as an API error, with details. */
export const VideoError = z
  .strictObject({
    ...errorMembers,
    code: z.literal('render_failed'),
    details: z
      .strictObject({
        stage: z.enum(['reserve', 'speak', 'draw', 'assemble', 'publish']),
        reason: z.string().min(1),
      })
      .describe('The step that failed and why, for support.'),
  })
  .meta({ id: 'VideoError', description: 'Why the video could not be made; nothing was charged.' })
