import { randomUUID } from 'node:crypto'

import type { ApiAnswer, TestClient } from './client.ts'
import { createTestClient } from './client.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** A client that makes batches. */
export interface BatchClient extends TestClient {
  readonly accountId: string
  /** POST /batches with a new key, unless it has one. */
  createBatch(body: object): Promise<ApiAnswer>
  /** Polls until the batch has ended. */
  untilEnded(id: string, patienceMs?: number): Promise<ApiAnswer['body']>
}

/** A request that any account can make. */
export const ITEM = { script: 'Hello there.', presenter_id: 'maya' }

/** A key that nobody has used. */
export const newKey = () => randomUUID()

/** @param url of an API of its own. Default: that of the account's client. */
export function createBatchClient(account: TestClient & { accountId: string }, url?: string): BatchClient {
  const client = url === undefined ? account : { ...account, ...createTestClient(url, account.key) }
  return {
    ...client,
    createBatch: (body) =>
      client.request('POST', '/batches', { body: { idempotency_key: newKey(), ...body } }),
    async untilEnded(id, patienceMs = PATIENTLY.timeout) {
      const startedAt = Date.now()
      for (;;) {
        const { body } = await client.request('GET', `/batches/${id}`)
        if (body.status !== 'running') return body
        if (Date.now() - startedAt > patienceMs) throw new Error(`${id} still runs: ${JSON.stringify(body)}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}
