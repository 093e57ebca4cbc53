import { call } from '../call.ts'
import type { CallOptions } from '../call.ts'
import type { components, operations } from '../description.ts'
import { underKey } from '../errors.ts'
import { listOf } from '../list.ts'
import type { List } from '../list.ts'
import { Reply } from '../reply.ts'
import type { Settings } from '../settings.ts'
import { waitUntil } from '../waits.ts'
import type { Waits } from '../waits.ts'
import type { CreateOptions } from './videos.ts'

type Schemas = components['schemas']
/** A batch with its items. */
export type Batch = Schemas['Batch']
/** A batch without its items, as lists have it. */
export type BatchSummary = Schemas['BatchSummary']
/** What a batch is made of. */
export type CreateBatch = Schemas['CreateBatch']
type BatchFilter = NonNullable<operations['listBatches']['parameters']['query']>

/** A day: a batch may have to wait for the next one, by UTC. */
const WAIT_MS = 24 * 60 * 60_000

/** Making up to 100 videos with one request. */
export class Batches {
  readonly #settings: Settings
  readonly #waits: Waits

  constructor(settings: Settings, waits: Waits) {
    this.#settings = settings
    this.#waits = waits
  }

  /** Has videos made one after another, as the limits permit. The batch has the key that it was created with. */
  create(batch: CreateBatch, options: CreateOptions = {}): Reply<Batch> {
    const { idempotencyKey = crypto.randomUUID(), ...rest } = options
    const request = { method: 'POST', path: '/batches', body: batch, idempotencyKey, ...rest } as const
    return Reply.of(call<Batch>(this.#settings, request))
  }

  /**
   * Has videos made and waits until all of them have ended. Those that failed reject nothing: each item has its status, and its
   * error where it failed.
   */
  async createAndWait(batch: CreateBatch, options: CreateOptions = {}): Promise<Batch> {
    const { id, idempotency_key } = await this.create(batch, options)
    return this.wait(id, options).catch((error: unknown) => {
      throw underKey(error, idempotency_key)
    })
  }

  /**
   * Waits until a batch is finished or cancelled, over the connection that the waits for videos share.
   *
   * @param options timeoutMs for the whole wait: a day by default.
   * @throws TimeoutError: the batch continues all the same.
   */
  async wait(id: string, { timeoutMs = WAIT_MS, ...options }: CallOptions = {}): Promise<Batch> {
    const what = `The batch ${id} had not ended`
    await waitUntil(this.#waits, id, { timeoutMs, ...options }, what)
    return this.get(id, options)
  }

  /** Retrieves a batch, with what became of each item. */
  get(id: string, options: CallOptions = {}): Reply<Batch> {
    return Reply.of(call<Batch>(this.#settings, { method: 'GET', path: batchPath(id), ...options }))
  }

  /** Lists batches without their items, newest first. */
  list(filter: BatchFilter = {}, options: CallOptions = {}): List<BatchSummary> {
    return listOf<BatchSummary>(this.#settings, '/batches', filter, options)
  }

  /** Cancels what has not ended. Finished videos stay, and so does the batch. */
  cancel(id: string, options: CallOptions = {}): Reply<Batch> {
    return Reply.of(call<Batch>(this.#settings, { method: 'DELETE', path: batchPath(id), ...options }))
  }
}

/** Where a batch is, below the base URL. */
export function batchPath(id: string): string {
  return `/batches/${encodeURIComponent(id)}`
}
