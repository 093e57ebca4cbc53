import { createHash } from 'node:crypto'

import { readIdempotencyKey } from '../domain/video/idempotency-key.ts'
import { isAbsent } from './contract/absent.ts'
import type { CheckedRequest, Endpoint, Reply } from './contract/endpoint.ts'
import type { ApiPorts } from './ports.ts'

/**
 * An endpoint that carries a request out once for its `Idempotency-Key`, and gives repeated ones its answer. The answer
 * is kept with its headers, and only when the request succeeds.
 */
export function keepingAnswers(endpoint: Endpoint): Endpoint {
  return { ...endpoint, handle: (request, ports) => answerOnce(endpoint, request, ports) }
}

async function answerOnce(
  { operationId, handle }: Endpoint,
  request: CheckedRequest<unknown, unknown, unknown>,
  ports: ApiPorts,
): Promise<Reply<unknown>> {
  const { account, params, query, body, headers, gone } = request
  const idempotencyKey = readIdempotencyKey(headers['idempotency-key']?.toString() ?? null, null)
  if (idempotencyKey === null) return handle(request, ports)
  const keyed = {
    accountId: account.id,
    operation: operationId,
    idempotencyKey,
    requestHash: hashOf([params, query, body]),
  }
  const carryOut = async () => JSON.stringify(await handle(request, ports))
  const { answer, replayed } = await ports.answerOnce(keyed, carryOut, gone)
  const reply = JSON.parse(answer) as Reply<unknown>
  return { ...reply, headers: { ...reply.headers, ...(replayed && { 'Idempotency-Replayed': 'true' }) } }
}

/** Equal for equal requests: schemas return members in their own order, and null means the same as absent. */
function hashOf(asked: unknown): string {
  const canonical = JSON.stringify(asked, (_, value: unknown) => (isAbsent(value) ? undefined : value))
  return createHash('sha256').update(canonical).digest('hex')
}
