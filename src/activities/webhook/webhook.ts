import {
  destinationOf,
  FIRST_DELIVERY,
  withoutLinkSignatures,
} from '../../domain/webhook/webhook-delivery.ts'
import type {
  AttemptKey,
  DueAttempt,
  SigningSecrets,
  WebhookOutcome,
} from '../../domain/webhook/webhook-delivery.ts'
import { isRetried } from '../../domain/webhook/webhook-event.ts'
import type { EndedDelivery, WebhookEvent } from '../../domain/webhook/webhook-event.ts'
import { waitAfterAttempt } from '../../domain/webhook/webhook-schedule.ts'
import { isRedelivered } from '../../domain/video/test-outcome.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { EventContent, ReadEventContent } from '../../ports/webhook/event-content.ts'
import type { EventEndpoints } from '../../ports/webhook/event-endpoints.ts'
import type { WebhookEndpoints } from '../../ports/webhook/webhook-endpoints.ts'
import type { WebhookEvents } from '../../ports/webhook/webhook-events.ts'
import type { WebhookSender } from '../../ports/webhook/webhook-sender.ts'
import { heartbeating } from '../heartbeating.ts'
import { createReceiverSlots } from './receiver-slots.ts'
import type { ReceiverSlots } from './receiver-slots.ts'

/** Stores and services for delivering webhooks. */
export interface WebhookPorts {
  readonly readEventContent: ReadEventContent
  readonly eventEndpoints: Pick<EventEndpoints, 'signingSecrets' | 'recordSuccess' | 'recordFailure'>
  readonly webhookEndpoints: Pick<WebhookEndpoints, 'signingSecrets' | 'recordSuccess' | 'recordFailure'>
  readonly webhookEvents: Pick<WebhookEvents, 'due' | 'beginAttempt' | 'finishAttempt' | 'end'>
  readonly orchestrator: Pick<Orchestrator, 'deliverWebhook'>
  readonly sender: WebhookSender
  /** The JSON body of an event: its subject as the API shows it, with fresh links. */
  readonly eventBody: (event: WebhookEvent, content: EventContent, sentAt: Date) => string
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** What came of an attempt: failed and to be tried again, not made for want of a place, or the end. */
export type AttemptReport =
  | FailedAttempt
  | { readonly result: 'busy' }
  /** `superseded`: a newer delivery of the event has begun. */
  | { readonly result: EndedDelivery | 'superseded' }

interface FailedAttempt {
  readonly result: 'failed'
  readonly waitSeconds: number
  /** What the receiver did, in words for an operator; not told of an attempt that was logged before. */
  readonly why?: string
}

/** An attempt for which everything is there. */
interface ReadyAttempt {
  readonly key: AttemptKey
  readonly event: WebhookEvent
  readonly content: EventContent
  readonly url: string
  readonly isEndpoint: boolean
}

/** Webhooks: telling the outside that a video has ended, and endpoints whatever they ask for. */
export function createWebhookActivities(ports: WebhookPorts) {
  const { orchestrator } = ports
  const slots = createReceiverSlots()
  return {
    /** Starts the delivery of an event, as a workflow of its own. */
    async announceEvent({ eventId }: { eventId: string }): Promise<void> {
      await orchestrator.deliverWebhook({ eventId, delivery: FIRST_DELIVERY })
    },

    /**
     * Sends an event once, freshly stamped, signed and linked, and logs what came of it. Called again
     * after it was logged, it sends nothing.
     */
    attemptDelivery: (key: AttemptKey) => heartbeating({}, () => attemptWhenDue(ports, slots, key)),
  }
}

async function attemptWhenDue(
  ports: WebhookPorts,
  slots: ReceiverSlots,
  key: AttemptKey,
): Promise<AttemptReport> {
  const { readEventContent, webhookEvents, clock } = ports
  const due = await webhookEvents.due(key)
  if (due === null) return { result: 'gone' }
  const known = knownReport(key, due, clock())
  if (known !== null) return known

  const end = async (result: EndedDelivery): Promise<AttemptReport> => {
    await webhookEvents.end(key, result)
    return { result }
  }
  const { event } = due
  const content = await readEventContent(event)
  // Deleted since: its owner knows, and the body would lead nowhere.
  if (!content) return end('gone')
  const destination = destinationOf(due)
  if (destination.kind === 'none') return end('no_destination')
  if (destination.kind === 'disabled') return end(isRetried(event.type) ? 'endpoint_disabled' : 'exhausted')

  const release = slots.take(event.accountId, destination.url)
  if (release === null) return { result: 'busy' }
  try {
    const report = await attempt(ports, { key, event, content, ...destination })
    return typeof report === 'string' ? await end(report) : report
  } finally {
    release()
  }
}

/** What is known without an attempt: this one was made before, or its delivery is over. */
function knownReport(
  { delivery }: AttemptKey,
  { newest, made }: DueAttempt,
  now: Date,
): AttemptReport | null {
  if (newest.delivery !== delivery) return { result: 'superseded' }
  if (newest.status !== 'pending') return { result: newest.status }
  if (made === null || made.nextAt === null) return null
  return { result: 'failed', waitSeconds: Math.max(0, (made.nextAt.getTime() - now.getTime()) / 1_000) }
}

/** How the delivery has ended when its video, or the endpoint, was deleted at the last moment. */
async function attempt(ports: WebhookPorts, ready: ReadyAttempt): Promise<AttemptReport | EndedDelivery> {
  const { webhookEvents, sender, eventBody, clock, log, metrics } = ports
  const { key, event, content, url, isEndpoint } = ready
  const secrets = await secretsFor(ports, event)
  if (secrets === null) return 'no_destination'
  const sentAt = clock()
  const body = eventBody(event, content, sentAt)
  const requestBody = withoutLinkSignatures(body)
  const attemptId = await webhookEvents.beginAttempt({ ...key, url, attemptedAt: sentAt, requestBody })
  if (attemptId === null) return 'gone'

  const sent = await sender.send({ eventId: event.id, url, secrets, body, sentAt })
  const outcome = comesTwice(event, content) && isFirst(key) ? unconfirmed(sent) : sent
  const isOn = !isEndpoint || (await noteHealth(ports, event, { url, sentAt, outcome }))
  const report = reportOn(outcome, isOn, isRetried(event.type) ? key.attempt : null)
  const nextAttemptAt =
    report.result === 'failed' ? new Date(clock().getTime() + report.waitSeconds * 1_000) : null
  const responseExcerpt = withoutLinkSignatures(outcome.responseExcerpt)
  await webhookEvents.finishAttempt(attemptId, {
    outcome: { ...outcome, responseExcerpt },
    nextAttemptAt,
    ended: report.result === 'failed' ? null : report.result,
  })
  metrics.count('presenter_webhook_attempts_total', { outcome: report.result })
  const { status, error } = outcome
  log.info({ ...aboutOf(event, content), ...key, status, error, result: report.result }, 'webhook attempt')
  return report
}

/** What an event is about, for the log: what began its delivery may not have known. */
function aboutOf({ accountId, type, subject }: WebhookEvent, content: EventContent): object {
  return {
    accountId,
    type,
    [`${subject.type}Id`]: subject.id,
    ...(content.kind === 'video' && { requestId: content.video.requestId }),
  }
}

/** Null for an endpoint that was deleted. */
function secretsFor(
  { webhookEndpoints, eventEndpoints }: WebhookPorts,
  { accountId, endpointId }: WebhookEvent,
): Promise<SigningSecrets | null> {
  return endpointId === null
    ? webhookEndpoints.signingSecrets(accountId)
    : eventEndpoints.signingSecrets(endpointId)
}

/** Whether a test video asks for its end to be told twice. */
function comesTwice({ type }: WebhookEvent, content: EventContent): boolean {
  const isEnd = type === 'video.ready' || type === 'video.failed'
  return isEnd && content.kind === 'video' && isRedelivered(content.video.testOutcome)
}

function isFirst({ delivery, attempt: number }: AttemptKey): boolean {
  return delivery === FIRST_DELIVERY && number === 1
}

/** As if the receiver's answer had been lost, which is why real events can come twice. */
function unconfirmed(outcome: WebhookOutcome): WebhookOutcome {
  return outcome.delivered
    ? { ...outcome, delivered: false, error: 'The test video asks for a second delivery.' }
    : outcome
}

/** Whether the account's webhook, or the endpoint, is still on after an attempt. */
async function noteHealth(
  { webhookEndpoints, eventEndpoints, log }: WebhookPorts,
  { accountId, endpointId }: WebhookEvent,
  { url, sentAt, outcome }: { url: string; sentAt: Date; outcome: WebhookOutcome },
): Promise<boolean> {
  const { delivered, gone } = outcome
  const health = endpointId === null ? webhookEndpoints : eventEndpoints
  const id = endpointId ?? accountId
  if (delivered) {
    await health.recordSuccess(id, url)
    return true
  }
  const isOn = await health.recordFailure(id, url, { at: sentAt, gone })
  if (!isOn) log.warn({ accountId, endpointId, gone }, 'webhook disabled')
  return isOn
}

/**
 * What was not the last attempt of a webhook that was switched off waits with all the others.
 *
 * @param attemptNumber null when a failed attempt is not repeated.
 */
function reportOn(
  outcome: WebhookOutcome,
  isOn: boolean,
  attemptNumber: number | null,
): FailedAttempt | { result: EndedDelivery } {
  if (outcome.delivered) return { result: 'delivered' }
  if (outcome.gone) return { result: 'gone' }
  if (attemptNumber === null) return { result: 'exhausted' }
  if (!isOn) return { result: 'endpoint_disabled' }
  const waitSeconds = waitAfterAttempt(attemptNumber, Math.random(), outcome.retryAfterSeconds)
  if (waitSeconds === null) return { result: 'exhausted' }
  return { result: 'failed', waitSeconds, why: outcome.error ?? `it was answered with ${outcome.status}` }
}
