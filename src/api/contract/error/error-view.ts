import type { z } from 'zod'

import { ERROR_CATALOGUE } from '../../../domain/error/errors.ts'
import type { ErrorCode, ErrorKind, Problem } from '../../../domain/error/errors.ts'
import type { ErrorBody } from './error-schema.ts'

/** The body of every error response (specification section 7). */
export function errorView(problem: Problem, requestId: string, publicUrl: string): z.infer<typeof ErrorBody> {
  const { message, details } = problem
  return {
    error: {
      ...errorMembers(problem.code, publicUrl),
      message,
      ...(details.userMessage !== undefined && { user_message: details.userMessage }),
      ...(details.fields && { fields: details.fields }),
      request_id: requestId,
    },
  }
}

/**
 * The fields of an error that follow from its code.
 *
 * @param kind differs from the catalogue where the code alone does not tell what to do.
 */
export function errorMembers(
  code: ErrorCode,
  publicUrl: string,
  kind: Omit<ErrorKind, 'status'> = ERROR_CATALOGUE[code],
) {
  return {
    code,
    message: kind.message,
    user_message: kind.userMessage,
    action: kind.action,
    retryable: kind.retryable,
    ...(kind.action === 'upgrade' && { upgrade_url: `${publicUrl}/plan` }),
    doc_url: `${publicUrl}/docs/errors#${code}`,
  }
}
