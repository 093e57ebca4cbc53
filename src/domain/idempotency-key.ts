import { invalidFields } from './errors.ts'

/** 1 to 255 visible ASCII characters (decisions, "Idempotency key"). */
export const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/

/** Part of every description of a key: operators find a run by its key, as the key is in the run's id (`workflow-id.ts`). */
export const KEY_IS_READABLE =
  'Operators can read it: use a UUID or a number of your own, never personal data such as an e-mail address.'

/** A structured-field string (RFC 8941, section 3.3.3): quotes around, `\"` and `\\` inside. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/

/** What is said about a text that is none. */
export const NOT_A_KEY =
  'This is not an idempotency key. Use 1 to 255 visible ASCII characters, such as a UUID.'

/**
 * The idempotency key of a request: from the header, bare or quoted, or from the body.
 *
 * @param header as sent, or null.
 * @param member `idempotency_key` of the body, or null.
 * @throws invalid_request when a key is malformed, or when both are there and differ.
 */
export function readIdempotencyKey(header: string | null, member: string | null): string | null {
  const fromHeader = header === null ? null : unquote(header.trim())
  if (fromHeader !== null && !IDEMPOTENCY_KEY.test(fromHeader)) throw malformed('Idempotency-Key')
  if (member !== null && !IDEMPOTENCY_KEY.test(member)) throw malformed('idempotency_key')
  if (fromHeader !== null && member !== null && fromHeader !== member) {
    const message = 'The header Idempotency-Key and the body member idempotency_key differ. Send one of them.'
    throw invalidFields({
      idempotency_key: { code: 'conflict', message },
      'Idempotency-Key': { code: 'conflict', message },
    })
  }
  return fromHeader ?? member
}

function unquote(header: string): string {
  const quoted = QUOTED.exec(header)?.[1]
  return quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, '$1')
}

function malformed(name: string) {
  return invalidFields({ [name]: { code: 'invalid', message: NOT_A_KEY } })
}
