import { invalidFields, problem } from '../error/errors.ts'
import type { Problem } from '../error/errors.ts'

/** 1 to 255 visible ASCII characters (decisions, "Idempotency key"). */
export const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/

/** The warning in every description of a key: the key is part of the workflow id (`workflow-id.ts`), which operators see. */
export const KEY_IS_READABLE =
  'Operators can read the key: use a UUID or a number of your own, never personal data such as an email address.'

/** A structured-field string (RFC 8941, section 3.3.3): quotes around, `\"` and `\\` inside. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/

/** The message about a malformed key. */
export const NOT_A_KEY =
  'This is not a valid idempotency key. Use 1 to 255 visible ASCII characters, such as a UUID.'

/**
 * Reads the idempotency key of a request from the header, bare or quoted, or from the body.
 *
 * @param header the `Idempotency-Key` header as sent, or null.
 * @param member the `idempotency_key` of the body, or null.
 * @returns the key, or null when the request has none.
 * @throws invalid_request when a key is malformed, or when both are present and differ.
 */
export function readIdempotencyKey(header: string | null, member: string | null): string | null {
  const fromHeader = header === null ? null : unquote(header.trim())
  if (fromHeader !== null && !IDEMPOTENCY_KEY.test(fromHeader)) throw malformed('Idempotency-Key')
  if (member !== null && !IDEMPOTENCY_KEY.test(member)) throw malformed('idempotency_key')
  if (fromHeader !== null && member !== null && fromHeader !== member) {
    const message = 'The Idempotency-Key header and the idempotency_key field differ. Send only one of them.'
    throw invalidFields({
      idempotency_key: { code: 'conflict', message },
      'Idempotency-Key': { code: 'conflict', message },
    })
  }
  return fromHeader ?? member
}

/** The refusal of a key that was used for another request. The caller throws it. */
export function reusedKey(): Problem {
  const message = 'This idempotency key was used for a different request. Use a new key for a new request.'
  return problem('invalid_request', { message, fields: { idempotency_key: { code: 'reused', message } } })
}

function unquote(header: string): string {
  const quoted = QUOTED.exec(header)?.[1]
  return quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, '$1')
}

function malformed(name: string) {
  return invalidFields({ [name]: { code: 'invalid', message: NOT_A_KEY } })
}
