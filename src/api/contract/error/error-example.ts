import type { z } from 'zod'

import { ERROR_CATALOGUE } from '../../../domain/error/errors.ts'
import type { ErrorCode, FieldProblems } from '../../../domain/error/errors.ts'
import type { ErrorBody } from './error-schema.ts'
import { errorMembers } from './error-view.ts'
import { EXAMPLE_SERVICE } from '../example-service.ts'

/** The id of an example request. */
export const EXAMPLE_REQUEST_ID = 'req_5f0c6f2e9d6b4e0f8a7b3c1d2e4f6a8b'

/** Example values of `fields`, for the codes that carry it. */
const FIELDS: Partial<Record<ErrorCode, FieldProblems>> = {
  invalid_request: { presenter_id: { code: 'required', message: 'Send presenter_id or twin_id.' } },
  script_too_long: { script: { code: 'too_long', message: 'At most 3000 characters.', limit: 3000 } },
}

/** An example error response with this code. */
export function errorExample(code: ErrorCode): z.infer<typeof ErrorBody> {
  const fields = FIELDS[code]
  const [path, first] = Object.entries(fields ?? {})[0] ?? []
  return {
    error: {
      ...errorMembers(code, EXAMPLE_SERVICE),
      message: first ? `${path}: ${first.message}` : ERROR_CATALOGUE[code].message,
      ...(fields && { fields }),
      request_id: EXAMPLE_REQUEST_ID,
    },
  }
}
