import type {
  AttemptKey,
  AttemptResult,
  DeliveryKey,
  DueAttempt,
  NewAttempt,
} from '../../domain/webhook/webhook-delivery.ts'
import type {
  EndedDelivery,
  EventDetails,
  EventFilter,
  EventWithStatus,
} from '../../domain/webhook/webhook-event.ts'
import type { Page } from '../process/page.ts'

/** Where events and the tries to deliver them are kept. */
export interface WebhookEvents {
  /** Newest first; `before` and all newer are left out. Null when it is unknown. */
  page(
    accountId: string,
    limit: number,
    before: string | null,
    filter?: EventFilter,
  ): Promise<Page<EventWithStatus> | null>
  details(accountId: string, eventId: string): Promise<EventDetails | null>
  due(key: AttemptKey): Promise<DueAttempt | null>
  /** Logs that an attempt is about to be made; its id, or null when the video was deleted. */
  beginAttempt(attempt: NewAttempt): Promise<string | null>
  /** Logs what came of it; ends the event's delivery when it did. */
  finishAttempt(attemptId: string, result: AttemptResult): Promise<void>
  /** Ends a delivery without an attempt, unless a newer one has begun. Safe to repeat. */
  end(key: DeliveryKey, status: EndedDelivery): Promise<void>
  /** Begins the next delivery; one that nothing was sent of yet stays. Null: no such event, or no video. */
  redeliver(accountId: string, eventId: string): Promise<DeliveryKey | null>
  /** Begins the delivery of events that waited for their account's webhook, if it is on; the oldest first. */
  releaseHeld(limit: number, accountId?: string): Promise<DeliveryKey[]>
}
