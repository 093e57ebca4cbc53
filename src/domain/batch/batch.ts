import type { LimitedCaller } from '../account/rate-limit.ts'
import type { Problem, ProblemDetails } from '../error/errors.ts'
import type { VideoFailure, VideoRequest, VideoStatus } from '../video/video.ts'

/** Most items of a batch. The table `batch_items` has the same. */
export const MOST_ITEMS = 100

/** Batches of an account that run at a time: each holds its scripts, and asks for the slots that become free. */
export const MOST_RUNNING_BATCHES = 10

/** The status of a batch. It runs until all its items have ended. */
export type BatchStatus = 'running' | 'finished' | 'cancelled'

/** What becomes of an item, in order: it waits, then it is as its video is. `failed` also when it was refused a video. */
export const ITEM_STATUSES = [
  'waiting',
  'queued',
  'rendering',
  'ready',
  'failed',
  'deleted',
  'cancelled',
] as const satisfies readonly (VideoStatus | 'waiting' | 'deleted' | 'cancelled')[]

/** The status of an item. `deleted`: its video was. `cancelled`: with its batch, before it had ended. */
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Why an item got no video: the error that creating the video by itself returned, or would have. */
export type ItemError = Pick<Problem, 'code' | 'message'> & Pick<ProblemDetails, 'userMessage' | 'fields'>

/** Requests for videos that are started one after another. */
export interface Batch {
  readonly id: string
  readonly accountId: string
  /** Id of the HTTP request that created it, `req_…`. */
  readonly requestId: string
  readonly idempotencyKey: string
  readonly title: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  /** What its items were expected to hold of the allowance, all together, when it was accepted. */
  readonly estimatedSeconds: number
  readonly status: BatchStatus
  /** The number of its items in each status. */
  readonly counts: Readonly<Record<ItemStatus, number>>
  readonly createdAt: Date
  /** Null while it runs. */
  readonly endedAt: Date | null
}

/** One request of a batch, and what became of it. */
export interface BatchItem {
  /** From 1. */
  readonly number: number
  readonly status: ItemStatus
  /** Null when it has none, not yet or never. */
  readonly videoId: string | null
  /** Null unless it was refused a video. */
  readonly error: ItemError | null
  /** Why its video failed, and the request that the video names; null unless it did. */
  readonly failure: (VideoFailure & { readonly requestId: string }) | null
}

/** A batch with its items, in their order. */
export interface BatchWithItems extends Batch {
  readonly items: readonly BatchItem[]
}

/** The data for creating a batch. */
export interface NewBatch {
  readonly id: string
  readonly accountId: string
  readonly idempotencyKey: string
  /** SHA-256 of what was asked for, hex. */
  readonly requestHash: string
  readonly requestId: string
  /** Whose limit of creations its items count against when they start. */
  readonly caller: LimitedCaller
  readonly title: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly estimatedSeconds: number
  /** In order: what an item asks for, or why it is refused. */
  readonly items: readonly ({ readonly request: VideoRequest } | { readonly error: ItemError })[]
}

/** A batch that its workflow is about. */
export interface BatchKey {
  readonly accountId: string
  readonly batchId: string
}

/** An item that its workflow starts. */
export interface ItemKey extends BatchKey {
  /** From 1. */
  readonly number: number
}

/** An item that is to start, with what its batch knows. */
export interface ItemToStart {
  readonly request: VideoRequest
  readonly idempotencyKey: string
  readonly requestId: string
  readonly caller: LimitedCaller
  /** The webhook of the key that the batch was sent with. */
  readonly usualWebhookUrl: string | null
}

/** The item that a problem is the end of. */
export function itemErrorOf({ code, message, details: { userMessage, fields } }: Problem): ItemError {
  return { code, message, ...(userMessage !== undefined && { userMessage }), ...(fields && { fields }) }
}
