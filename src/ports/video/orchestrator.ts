import type { Reservation } from '../../domain/video/reservation.ts'
import type { ProductionStart } from '../../domain/video/video-request.ts'
import type { DeliveryKey } from '../../domain/webhook/webhook-delivery.ts'

/** How an idempotency key of an account stands in the id of its workflow. */
export type WorkflowKey = (accountId: string, idempotencyKey: string) => string

/** Runs workflows. Everything may throw the problem `service_unavailable`: it may or may not have happened. */
export interface Orchestrator {
  /** Starts making a requested video, or joins the run that already does; waits for the decision. */
  createVideo(start: ProductionStart): Promise<Reservation>
  /** Stops making a video. Safe to repeat and when it has ended. */
  cancelVideo(workflowId: string): Promise<void>
  /** Tells a queued video's run that it has a slot. Safe to repeat and when it has ended. */
  startRendering(workflowId: string): Promise<void>
  /** Whether something is making the video of this run. */
  isRunning(workflowId: string): Promise<boolean>
  /** Starts a delivery; false when it is under way or done. Safe to repeat. */
  deliverWebhook(delivery: DeliveryKey): Promise<boolean>
}
