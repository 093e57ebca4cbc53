import type { DeliveryKey } from '../../domain/webhook/webhook-delivery.ts'
import type { DeliveryStatus } from '../../domain/webhook/webhook-event.ts'

/** Which of the events for an endpoint are recovered. */
export interface Recovery {
  readonly accountId: string
  readonly endpointId: string
  /** Events since then, and those of the moment itself. */
  readonly since: Date
  /** By the status of the latest delivery; one that is pending counts from its first attempt on. */
  readonly statuses: readonly DeliveryStatus[]
  readonly limit: number
}

/** What a recovery began, the oldest events first. */
export interface Recovered {
  readonly events: number
  /** When the last of them happened, if there may be more. */
  readonly more: Date | null
}

/** Events and deliveries for endpoints, which worker processes begin. */
export interface EndpointDeliveries {
  /** Notes a new delivery of events that an endpoint may have missed. Safe to repeat: one of which nothing was sent yet stays. */
  recover(recovery: Recovery): Promise<Recovered>
  /** Writes the events of videos that will soon be deleted, at most so many; their number. Safe to repeat. */
  tellOfExpiring(withinSeconds: number, limit: number): Promise<number>
  /** Deliveries to begin now. What is not said to have begun comes again after `againAfterSeconds`. */
  takeDue(limit: number, againAfterSeconds: number): Promise<DeliveryKey[]>
  /** Notes that deliveries have begun. */
  begun(deliveries: readonly DeliveryKey[]): Promise<void>
}
