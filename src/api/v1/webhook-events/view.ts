import type { z } from 'zod'

import type { TestDelivery } from '../../../domain/webhook-delivery.ts'
import type { WebhookEndpoint, WebhookSecret } from '../../../domain/webhook-endpoint.ts'
import type { EventDetails, EventStanding, LoggedAttempt } from '../../../domain/webhook-event.ts'
import type { RotatedSecret } from '../../../usecases/rotate-webhook-secret.ts'
import type {
  RotatedWebhookSecret,
  WebhookEndpoint as WebhookEndpointSchema,
} from '../webhook-endpoint/schema.ts'
import type {
  WebhookEvent,
  WebhookEventDetails,
  WebhookEventList,
  WebhookTest,
} from './schema.ts'

/** The account's webhook, and what is told of its secret. */
export function webhookEndpointView(endpoint: WebhookEndpoint): z.infer<typeof WebhookEndpointSchema> {
  const { url, disabledAt } = endpoint
  return {
    url,
    status: url === null ? 'none' : disabledAt === null ? 'enabled' : 'disabled',
    failing_since: timeView(endpoint.failingSince),
    disabled_at: timeView(disabledAt),
    disabled_because: endpoint.disabledBecause,
    created_at: timeView(endpoint.createdAt),
    updated_at: timeView(endpoint.updatedAt),
    secret: secretView(endpoint.secret),
  }
}

/** A new secret, this once. */
export function rotatedSecretView(rotated: RotatedSecret): z.infer<typeof RotatedWebhookSecret> {
  return { secret: rotated.secret, ...secretView(rotated.endpoint.secret) }
}

function secretView({ hint, createdAt, previousValidUntil }: WebhookSecret) {
  return {
    hint,
    created_at: createdAt.toISOString(),
    previous_valid_until: timeView(previousValidUntil),
  }
}

/** An event and where its delivery stands. */
export function webhookEventView(event: EventStanding): z.infer<typeof WebhookEvent> {
  return {
    id: event.id,
    type: event.type,
    video_id: event.videoId,
    status: event.status,
    created_at: event.createdAt.toISOString(),
    completed_at: timeView(event.completedAt),
    delivery_count: event.delivery,
    attempt_count: event.attemptCount,
    last_response_status: event.lastResponseStatus,
    next_attempt_at: timeView(event.nextAttemptAt),
  }
}

/** One page of events: asked for was one more than is shown, to know whether there are more. */
export function webhookEventPageView(
  events: readonly EventStanding[],
  limit: number,
): z.infer<typeof WebhookEventList> {
  const shown = events.slice(0, limit)
  const hasMore = events.length > limit
  return {
    data: shown.map(webhookEventView),
    has_more: hasMore,
    next_before: hasMore ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** An event with its attempts. */
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
    next_attempt_at: timeView(attempt.nextAttemptAt),
  }
}

/** What the receiver said to a test event. */
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

function timeView(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
