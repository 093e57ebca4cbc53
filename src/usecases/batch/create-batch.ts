import { createHash } from 'node:crypto'

import type { Account } from '../../domain/account/account.ts'
import type { LimitedCaller } from '../../domain/account/rate-limit.ts'
import { itemErrorOf, MOST_RUNNING_BATCHES } from '../../domain/batch/batch.ts'
import type { BatchWithItems } from '../../domain/batch/batch.ts'
import { refusalOf } from '../../domain/batch/refused-items.ts'
import { isPassing } from '../../domain/batch/item-start.ts'
import { problem } from '../../domain/error/errors.ts'
import type { Problem } from '../../domain/error/errors.ts'
import { reusedKey } from '../../domain/video/idempotency-key.ts'
import { askedError } from '../../domain/video/test-outcome.ts'
import type { VideoRequest } from '../../domain/video/video.ts'
import type { Batches, BatchKeyUse } from '../../ports/batch/batches.ts'
import type { BatchWorkflows } from '../../ports/batch/batch-workflows.ts'
import type { Log } from '../../ports/process/log.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { EstimateVideo } from '../video/estimate-video.ts'
import { fingerprintOf } from '../video/fingerprint.ts'

/** Stores, use case and workflows for creating a batch. */
export interface CreateBatchPorts {
  readonly batches: Pick<Batches, 'lookUp' | 'create' | 'find'>
  readonly batchWorkflows: Pick<BatchWorkflows, 'startBatch'>
  readonly estimateVideo: EstimateVideo
  readonly newId: NewId
  readonly log: Log
}

/** An item as it was sent: a validated request, or what was sent instead of one and what is wrong with it. */
export type SentItem =
  | { readonly request: VideoRequest }
  | { readonly problem: Problem; readonly sent: unknown }

/** The account, the items, and the idempotency key that makes them safe to repeat. */
export interface CreateBatchInput {
  readonly account: Account
  readonly idempotencyKey: string
  /** Id of the HTTP request, `req_…`. Kept with the batch and its videos. */
  readonly requestId: string
  /** Whose limit of creations the items count against when they start. */
  readonly caller: LimitedCaller
  readonly title: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  /** Whether one invalid item refuses the whole. */
  readonly atomic: boolean
  readonly items: readonly SentItem[]
}

/** The batch, and whether an earlier request created it. */
export interface CreatedBatch {
  readonly batch: BatchWithItems
  readonly replayed: boolean
}

/**
 * Creates a batch, or returns the one that the idempotency key already belongs to.
 *
 * @throws `invalid_request` for a key of another request and, where it is atomic, for an invalid item; `concurrency_limit`
 *   when the account has as many batches as may run.
 */
export type CreateBatch = (input: CreateBatchInput) => Promise<CreatedBatch>

/** Analysing a script keeps the process for up to 10 ms; more at a time would keep others waiting for longer. */
const CHECKED_AT_ONCE = 4

/** Nobody knows when a batch ends. */
const RETRY_AFTER_SECONDS = 60

/**
 * Builds the use case. Every item is checked and estimated as `POST /videos/estimate` does it; limits that pass by themselves
 * and the allowance are asked when the item starts. The batch is kept in one statement, and then its run is begun; one that
 * could not be begun is found by housekeeping.
 */
export function makeCreateBatch(ports: CreateBatchPorts): CreateBatch {
  const { batches, newId } = ports
  return async (input) => {
    const { account, idempotencyKey, requestId, caller, title, metadata } = input
    const requestHash = hashOf(input)
    const { use, running } = await batches.lookUp(account.id, idempotencyKey)
    if (use !== null) return answer(ports, input, { use, requestHash, replayed: true })
    if (running >= MOST_RUNNING_BATCHES) throw tooManyBatches()
    const checked = await checkAll(ports, input)
    const problems = checked.map(({ refused }) => refused)
    if (input.atomic && problems.some((refused) => refused !== null)) throw refusalOf(problems)
    const id = newId('bat')
    const made = await batches.create({
      id,
      accountId: account.id,
      idempotencyKey,
      requestHash,
      requestId,
      caller,
      title,
      metadata,
      estimatedSeconds: checked.reduce((sum, { seconds }) => sum + seconds, 0),
      items: checked.map(({ asked, refused }) =>
        refused === null && asked !== null ? { request: asked } : { error: itemErrorOf(refused!) },
      ),
    })
    return answer(ports, input, { use: made, requestHash, replayed: made.batchId !== id })
  }
}

interface CheckedItem {
  readonly asked: VideoRequest | null
  /** Why it cannot become a video, whatever the limits; null when it may. */
  readonly refused: Problem | null
  /** What it would hold of the allowance. */
  readonly seconds: number
}

async function checkAll(
  ports: CreateBatchPorts,
  { account, items }: CreateBatchInput,
): Promise<CheckedItem[]> {
  const checked: CheckedItem[] = []
  const waiting = items.entries()
  const workThrough = async () => {
    for (const [index, item] of waiting) checked[index] = await check(ports, account, item)
  }
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, workThrough))
  return checked
}

async function check(
  { estimateVideo }: CreateBatchPorts,
  account: Account,
  item: SentItem,
): Promise<CheckedItem> {
  if ('problem' in item) return { asked: null, refused: item.problem, seconds: 0 }
  const { request } = item
  const { seconds, problems } = await estimateVideo({ account, request })
  const forced = account.testOf === null ? null : askedError(request.script)
  const refused = [forced, ...problems].find((found) => found !== null && isOfRequest(found)) ?? null
  return { asked: request, refused, seconds: refused === null ? (seconds ?? 0) : 0 }
}

/** Whether a problem is one of the request, and not of a limit that may be another when the item starts. */
function isOfRequest({ code }: Problem): boolean {
  return !isPassing(code) && code !== 'allowance_exceeded'
}

/** The batch of a key, whoever has created it. Its run is begun if it is not there: whoever lost the answer asks again. */
async function answer(
  { batches, batchWorkflows, log }: CreateBatchPorts,
  { account }: CreateBatchInput,
  { use, requestHash, replayed }: { use: BatchKeyUse; requestHash: string; replayed: boolean },
): Promise<CreatedBatch> {
  if (use.requestHash !== requestHash) throw reusedKey()
  const { batchId } = use
  // No batch is ever removed.
  const batch = (await batches.find(account.id, batchId))!
  if (batch.status === 'running') {
    await batchWorkflows.startBatch({ accountId: account.id, batchId }).catch((error: unknown) => {
      log.warn(
        { batchId, error },
        'workflow of a batch could not be started; housekeeping starts it within minutes',
      )
    })
  }
  return { batch, replayed }
}

/** Equal for equal requests, as that of a video. An item that is invalid is equal to what was sent alike. */
function hashOf({ title, metadata, atomic, items }: CreateBatchInput): string {
  const sorted = metadata && Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const asked = items.map((item) => ('request' in item ? fingerprintOf(item.request) : [item.sent]))
  return createHash('sha256')
    .update(JSON.stringify([title, sorted, atomic, asked]))
    .digest('hex')
}

function tooManyBatches(): Problem {
  const message = `At most ${MOST_RUNNING_BATCHES} batches of an account run at a time. Wait for one to end, or cancel one.`
  return problem('concurrency_limit', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
