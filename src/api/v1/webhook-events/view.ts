import type { z } from 'zod'

import type { TestDelivery } from '../../../domain/webhook/webhook-delivery.ts'
import type { EventDetails, EventWithStatus, LoggedAttempt } from '../../../domain/webhook/webhook-event.ts'
import { timestampView } from '../../contract/fields/timestamp.ts'
import type { WebhookEvent, WebhookEventDetails, WebhookTest } from './schema.ts'

/** Formats an event and the status of its delivery as JSON. */
export function webhookEventView(event: EventWithStatus): z.infer<typeof WebhookEvent> {
  return {
    id: event.id,
    event: event.type,
    endpoint_id: event.endpointId,
    video_id: event.subject.type === 'video' ? event.subject.id : null,
    subject_id: event.subject.id,
    status: event.status,
    created_at: event.createdAt.toISOString(),
    completed_at: timestampView(event.completedAt),
    delivery_count: event.delivery,
    attempt_count: event.attemptCount,
    last_response_status: event.lastResponseStatus,
    next_attempt_at: timestampView(event.nextAttemptAt),
  }
}

/** Formats an event with its delivery attempts as JSON. */
export function webhookEventDetailsView(event: EventDetails): z.infer<typeof WebhookEventDetails> {
  return { ...webhookEventView(event), attempts: event.attempts.map(attemptView) }
}

function attemptView(attempt: LoggedAttempt): z.infer<typeof WebhookEventDetails>['attempts'][number] {
  return {
    delivery: attempt.delivery,
    attempt: attempt.attempt,
    attempted_at: attempt.attemptedAt.toISOString(),
    url: attempt.url,
    request_headers: attempt.requestHeaders,
    request_body: attempt.requestBody,
    delivered: attempt.delivered,
    response_status: attempt.responseStatus,
    duration_ms: attempt.durationMs,
    response_excerpt: attempt.responseExcerpt,
    error: attempt.error,
    next_attempt_at: timestampView(attempt.nextAttemptAt),
  }
}

/** Formats the outcome of a test event as JSON. */
export function webhookTestView(test: TestDelivery): z.infer<typeof WebhookTest> {
  const { outcome } = test
  return {
    event_id: test.eventId,
    event: test.type,
    url: test.url,
    sent_at: test.sentAt.toISOString(),
    delivered: outcome.delivered,
    response_status: outcome.status,
    duration_ms: outcome.durationMs,
    response_excerpt: outcome.responseExcerpt,
    error: outcome.error,
  }
}
