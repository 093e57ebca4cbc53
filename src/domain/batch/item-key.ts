import { invalidFields } from '../error/errors.ts'
import { readIdempotencyKey } from '../video/idempotency-key.ts'

/** A key of 255 characters, less those that the keys of its items add. */
export const LONGEST_BATCH_KEY = 251

/** The idempotency key of an item's video: a client can repeat one item by itself with it. */
export function itemKey(batchKey: string, number: number): string {
  return `${batchKey}/${number}`
}

/**
 * Reads the idempotency key of a batch from the header or the body, as that of a video. A batch must have one.
 *
 * @throws invalid_request when there is none, when it is too long for those of its items, and as `readIdempotencyKey`.
 */
export function readBatchKey(header: string | null, member: string | null): string {
  const key = readIdempotencyKey(header, member)
  if (key === null) {
    const message =
      'Send the Idempotency-Key header or the idempotency_key field: those of the items are made of it.'
    throw invalidFields({ idempotency_key: { code: 'required', message } })
  }
  if (key.length <= LONGEST_BATCH_KEY) return key
  const message = `At most ${LONGEST_BATCH_KEY} characters: the keys of the items are longer.`
  throw invalidFields({ idempotency_key: { code: 'too_long', message, limit: LONGEST_BATCH_KEY } })
}
