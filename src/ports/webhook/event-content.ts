import type { Allowance } from '../../domain/account/account.ts'
import type { Plan } from '../../domain/account/plan.ts'
import type { Batch } from '../../domain/batch/batch.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { Video } from '../../domain/video/video.ts'
import type { WebhookEvent } from '../../domain/webhook/webhook-event.ts'

/** What an event tells, as it is when it is sent. */
export type EventContent =
  | { readonly kind: 'video'; readonly video: Video }
  /** The subject is gone, and that is the event: only its id is left. */
  | { readonly kind: 'gone'; readonly id: string }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'twin'; readonly twin: Twin; readonly plan: Plan }
  | { readonly kind: 'allowance'; readonly allowance: Allowance }

/** Reads what an event tells. Null when there is nothing left to tell of: its video or its twin was deleted. */
export type ReadEventContent = (event: WebhookEvent) => Promise<EventContent | null>
