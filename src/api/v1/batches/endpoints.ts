import { z } from 'zod'

import type { LimitedCaller } from '../../../domain/account/rate-limit.ts'
import { readBatchKey } from '../../../domain/batch/item-key.ts'
import { problem } from '../../../domain/error/errors.ts'
import { IDEMPOTENCY_KEY, KEY_IS_READABLE } from '../../../domain/video/idempotency-key.ts'
import { endpoint } from '../../contract/endpoint.ts'
import type { CheckedRequest } from '../../contract/endpoint.ts'
import { pageView } from '../../contract/list.ts'
import { requireScopes } from '../../contract/required-scopes.ts'
import { BATCH_EXAMPLES, BATCH_SUMMARY_EXAMPLE } from './examples.ts'
import { readItems } from './read-items.ts'
import { Batch, BatchList, BatchPage, BatchPath, CreateBatch } from './schema.ts'
import { batchSummaryView, batchView } from './view.ts'

/** A hundred of the longest scripts in any alphabet, with room for options and metadata. */
const BATCH_BYTES = 2 * 1024 * 1024

const CreateBatchHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description: `Required here or as the field \`idempotency_key\`. ${KEY_IS_READABLE}`,
      example: 'release-notes-2026-11',
      override: { pattern: IDEMPOTENCY_KEY.source },
    }),
})

/** POST /batches: accepts many requests for videos, which are started one after another. */
export const createBatch = endpoint({
  method: 'post',
  path: '/batches',
  hasTestData: true,
  scopes: ['videos:write'],
  operationId: 'createBatch',
  tag: 'Batches',
  summary: 'Create a batch',
  description:
    'Accepts up to 100 videos with one request. They start in their order, each when the limits of the plan and of the ' +
    'key permit, and reserve their seconds then. An item fails with an error that does not pass by itself.\n\n' +
    'Invalid items have an `error` in the response, and the others are made. Repeating the request with its key returns ' +
    'the same batch.',
  headers: CreateBatchHeaders,
  body: CreateBatch,
  bodyBytes: BATCH_BYTES,
  bodyExamples: {
    'Two videos': {
      idempotency_key: BATCH_EXAMPLES.running.idempotency_key,
      items: [
        { script: 'Welcome! Here is what changed in this release.', presenter_id: 'maya' },
        { script: 'And here is what comes next.', presenter_id: 'maya', title: 'Outlook' },
      ],
      title: 'Release notes',
      metadata: { release: '42' },
    },
  },
  success: {
    status: 202,
    description: 'The batch was accepted, now or by an earlier request with the same idempotency key.',
    schema: Batch,
    example: BATCH_EXAMPLES.running,
    headers: {
      Location: z
        .url()
        .meta({ example: `https://video.example.com/api/v1/batches/${BATCH_EXAMPLES.running.id}` }),
      'Idempotency-Replayed': z
        .literal('true')
        .optional()
        .describe('Present when the key was used before: this request created nothing.'),
    },
    links: { getBatch: { id: '$response.body#/id' }, cancelBatch: { id: '$response.body#/id' } },
  },
  bound: 'batch',
  countsAs: 'estimates',
  errors: ['invalid_request', 'concurrency_limit'],
  async handle({ account, requestId, caller, headers, body, place }, ports) {
    const idempotencyKey = readBatchKey(
      headers['idempotency-key']?.toString() ?? null,
      body.idempotency_key ?? null,
    )
    const items = readItems(body.items, account, ports)
    if (items.some((item) => 'request' in item && item.request.twinId !== null))
      requireScopes(caller, ['twins:use'])
    // A limit of people in the application; a key has none.
    await place?.take()
    const { batch, replayed } = await ports.createBatch({
      account,
      idempotencyKey,
      requestId,
      caller: limitedCaller(caller, account.id),
      title: body.title ?? null,
      metadata: body.metadata ?? null,
      atomic: body.atomic ?? false,
      items,
    })
    return {
      body: batchView(batch, ports.publicUrl),
      headers: {
        Location: `${ports.publicUrl}/api/v1/batches/${batch.id}`,
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      },
    }
  },
})

/** Whose limit of creations the items count against when they start. */
function limitedCaller(
  caller: CheckedRequest<unknown, unknown, unknown>['caller'],
  accountId: string,
): LimitedCaller {
  if (caller.kind === 'key') return { kind: 'key', keyId: caller.keyId, accountId }
  // Whoever is nobody has no account to make videos for.
  if (caller.kind === 'nobody') throw problem('invalid_api_key')
  return { kind: 'person', personId: caller.person.id, accountId }
}

/** GET /batches: lists the account's batches, newest first. */
export const listBatches = endpoint({
  method: 'get',
  path: '/batches',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'listBatches',
  tag: 'Batches',
  summary: 'List batches',
  description: 'Returns the batches of the account without their items, newest first.',
  query: BatchPage,
  success: {
    status: 200,
    description: 'One page of batches.',
    schema: BatchList,
    example: { data: [BATCH_SUMMARY_EXAMPLE], has_more: true, next_before: BATCH_SUMMARY_EXAMPLE.id },
  },
  errors: [],
  async handle({ account, query: { limit, before } }, { batches }) {
    const rule = 'Send the next_before of an earlier page, or the id of one of your batches.'
    const body = await pageView(
      { before, filter: {}, rule },
      (after) => batches.page(account.id, limit, after),
      batchSummaryView,
    )
    return { body }
  },
})

/** GET /batches/{id}: returns one batch with its items. */
export const getBatch = endpoint({
  method: 'get',
  path: '/batches/:id',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'getBatch',
  tag: 'Batches',
  summary: 'Retrieve a batch',
  description: 'Returns the batch, with what became of each item.',
  params: BatchPath,
  success: { status: 200, description: 'The batch.', schema: Batch, example: BATCH_EXAMPLES.running },
  errors: ['not_found'],
  async handle({ account, params }, { batches, publicUrl }) {
    const batch = await batches.find(account.id, params.id)
    if (batch === null) throw noBatch(params.id)
    return { body: batchView(batch, publicUrl) }
  },
})

/** DELETE /batches/{id}: cancels what has not ended of a batch. */
export const cancelBatch = endpoint({
  method: 'delete',
  path: '/batches/:id',
  hasTestData: true,
  scopes: ['videos:write'],
  operationId: 'cancelBatch',
  tag: 'Batches',
  summary: 'Cancel a batch',
  description:
    'Cancels every item that has not ended: it never starts, or its video is deleted and its reserved seconds are ' +
    'returned. Finished videos stay.',
  params: BatchPath,
  success: {
    status: 200,
    description: 'The batch as it is now.',
    schema: Batch,
    example: BATCH_EXAMPLES.cancelled,
  },
  errors: ['not_found'],
  async handle({ account, params }, ports) {
    await ports.cancelBatch({ accountId: account.id, batchId: params.id })
    const batch = await ports.batches.find(account.id, params.id)
    if (batch === null) throw noBatch(params.id)
    return { body: batchView(batch, ports.publicUrl) }
  },
})

/** What is no id is not repeated: it may be a key that was put in the wrong place. */
function noBatch(id: string) {
  if (!/^bat_[0-9a-z]{26}$/.test(id)) return problem('not_found')
  return problem('not_found', { message: `There is no batch "${id}".` })
}
