import type {
  BatchKey,
  BatchWithItems,
  Batch,
  ItemError,
  ItemKey,
  ItemToStart,
  NewBatch,
} from '../../domain/batch/batch.ts'
import type { Page } from '../process/page.ts'

/** The batch that an idempotency key belongs to. */
export interface BatchKeyUse {
  readonly batchId: string
  /** SHA-256 of what was asked for, hex. */
  readonly requestHash: string
}

/** What a creation has to know of an account's batches. */
export interface BatchLookup {
  /** What its idempotency key was used for; null for an unused one. */
  readonly use: BatchKeyUse | null
  /** How many of the account's batches run. */
  readonly running: number
}

/** Where batches are kept. The account is asked for everywhere: nobody reads another's. */
export interface Batches {
  /** What the key was used for, and how many batches run. */
  lookUp(accountId: string, idempotencyKey: string): Promise<BatchLookup>
  /** Keeps a batch, unless its key is in use: then nothing is kept, and this is what it was used for. */
  create(batch: NewBatch): Promise<BatchKeyUse>
  /** Null when it never existed, or belongs to another account. */
  find(accountId: string, batchId: string): Promise<BatchWithItems | null>
  /** Newest first; `before` excludes that batch and all newer ones. Null when `before` is unknown. */
  page(accountId: string, limit: number, before: string | null): Promise<Page<Batch> | null>
  /** The numbers of the items that have not started, in order; null when there is no such batch. */
  waiting(batch: BatchKey): Promise<number[] | null>
  /** What an item that waits asks for. `decided`: it does not wait. `over`: its batch does not run, or there is none. */
  toStart(item: ItemKey): Promise<ItemToStart | 'decided' | 'over'>
  /** Notes the video of an item that waits. One that a batch started is noted with its acceptance. Safe to repeat. */
  started(item: ItemKey, videoId: string): Promise<void>
  /** Notes why an item that waits gets no video. Safe to repeat. */
  failed(item: ItemKey, error: ItemError): Promise<void>
  /**
   * Ends a batch whose items have all ended, and writes the event of it. Safe to repeat.
   *
   * @returns the number of items that have not ended; null when there is no such batch.
   */
  finish(batch: BatchKey, eventId: string): Promise<number | null>
  /**
   * Ends a batch that runs: items that wait never start, and its unfinished videos are deleted, whose seconds go back.
   * Safe to repeat, and for one that has ended.
   *
   * @returns the workflow ids of the videos that it has deleted.
   */
  cancel(batch: BatchKey, eventId: string): Promise<string[]>
  /** Ids of the account's batches that run. */
  running(accountId: string): Promise<string[]>
}
