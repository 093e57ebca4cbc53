import { createHash, createHmac } from 'node:crypto'

import type { WorkflowKey } from '../ports/video/orchestrator.ts'

/** Longer keys are hashed: Temporal's PostgreSQL schema holds 255 characters of workflow id. */
const LONGEST_PLAIN_KEY = 128

/**
 * How idempotency keys stand in workflow ids: as they are, so that operators find a run by the key of a client, or hidden.
 *
 * @param hidingKey null: as they are. Otherwise 32 bytes; without them nobody can tell which keys stand for which runs, not
 * even by trying all email addresses that they know. Keys of different accounts never look alike.
 */
export function createWorkflowKey(hidingKey: Buffer | null): WorkflowKey {
  if (hidingKey !== null)
    return (accountId, key) =>
      `hmac:${createHmac('sha256', hidingKey).update(`${accountId}\n${key}`).digest('hex')}`
  return (_, key) =>
    key.length <= LONGEST_PLAIN_KEY ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}
