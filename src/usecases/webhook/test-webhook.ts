import type { Account } from '../../domain/account/account.ts'
import { planOf } from '../../domain/account/plan.ts'
import type { Plans } from '../../domain/account/plan.ts'
import { withoutLinkSignatures } from '../../domain/webhook/webhook-delivery.ts'
import type { SigningSecrets, TestDelivery } from '../../domain/webhook/webhook-delivery.ts'
import type { EventContent } from '../../ports/webhook/event-content.ts'
import type { EventType, WebhookEvent } from '../../domain/webhook/webhook-event.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { WebhookSender } from '../../ports/webhook/webhook-sender.ts'
import { sampleContent } from './sample-content.ts'

/** What sends test events. */
export interface TestWebhookPorts {
  readonly sender: WebhookSender
  /** The JSON body of an event. */
  readonly eventBody: (event: WebhookEvent, content: EventContent, sentAt: Date) => string
  readonly plans: Plans
  readonly newId: NewId
  readonly clock: Clock
}

/** Where a test event goes, and which one. */
export interface TestedWebhook {
  readonly account: Pick<Account, 'id' | 'planId'>
  readonly type: EventType
  readonly url: string
  readonly secrets: SigningSecrets
}

/** Sends a test event once, immediately, signed like any other, and returns the outcome. It is not logged. */
export async function testWebhook(
  { sender, eventBody, plans, newId, clock }: TestWebhookPorts,
  { account, type, url, secrets }: TestedWebhook,
): Promise<TestDelivery> {
  const sentAt = clock()
  const plan = planOf(plans, account.planId)
  const content = sampleContent(type, { accountId: account.id, plan, newId, now: sentAt })
  const id = newId('evt')
  // Only its id and its type are told of it; what it tells is the content.
  const subject = { type: 'video', id } as const
  const event = { id, accountId: account.id, endpointId: null, subject, type, createdAt: sentAt }
  const body = eventBody(event, content, sentAt)
  const outcome = await sender.send({ eventId: id, url, secrets, body, sentAt })
  const responseExcerpt = withoutLinkSignatures(outcome.responseExcerpt)
  return { eventId: id, type, url, sentAt, outcome: { ...outcome, responseExcerpt } }
}
