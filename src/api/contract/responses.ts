import { z } from 'zod'

import { ERROR_CATALOGUE } from '../../domain/error/errors.ts'
import type { ErrorCode } from '../../domain/error/errors.ts'
import { ERRORS_OF_EVERY_ENDPOINT } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { ETAG } from './entity-tag.ts'
import { ErrorBody } from './error/error-schema.ts'
import { ALLOW, RATE_LIMIT_HEADERS, REQUEST_ID, RETRY_AFTER, WWW_AUTHENTICATE } from './headers.ts'

/** One status that an endpoint can return, and what the response contains. */
export interface DeclaredResponse {
  readonly status: number
  /** Null: there is none. */
  readonly body: z.ZodType | null
  /** The documented headers, by name; a response may carry others as well. */
  readonly headers: z.ZodObject
  /** Error codes that this status can carry; empty for success. */
  readonly codes: readonly ErrorCode[]
}

/** Every response of an endpoint, success first. They are documented, and tests compare real responses with them. */
export function responsesOf({ success, isTagged, errors }: Endpoint): DeclaredResponse[] {
  const codes = [...new Set([...errors, ...ERRORS_OF_EVERY_ENDPOINT])]
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))]
  const headers = z.object({
    'X-Request-Id': REQUEST_ID,
    ...RATE_LIMIT_HEADERS,
    ...success.headers,
    ...(isTagged && { ETag: ETAG }),
  })
  const body = success.contentType === null ? null : success.schema
  return [
    { status: success.status, body, headers, codes: [] },
    ...(isTagged ? [{ status: 304, body: null, headers, codes: [] }] : []),
    ...statuses.map((status) => ({
      status,
      body: ErrorBody,
      headers: z.object({ 'X-Request-Id': REQUEST_ID, ...errorHeaders(status) }),
      codes: codes.filter((code) => ERROR_CATALOGUE[code].status === status),
    })),
  ]
}

/** The response to a method that a path does not support. It belongs to the API rather than to an endpoint. */
export const METHOD_NOT_ALLOWED: DeclaredResponse = {
  status: 405,
  body: ErrorBody,
  headers: z.object({ 'X-Request-Id': REQUEST_ID, Allow: ALLOW }),
  codes: ['invalid_request'],
}

/** Rate-limit headers need a known key: a 401 has none, and a 503 may come before the key could be looked up. */
function errorHeaders(status: number) {
  if (status === 401) return { 'WWW-Authenticate': WWW_AUTHENTICATE }
  if (status === 429) return { ...RATE_LIMIT_HEADERS, 'Retry-After': RETRY_AFTER }
  if (status === 503) return { 'Retry-After': RETRY_AFTER.optional() }
  return RATE_LIMIT_HEADERS
}
