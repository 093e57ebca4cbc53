import { z } from 'zod'

import { invalidFields } from '../../../domain/error/errors.ts'
import type { DeliveryStatus } from '../../../domain/webhook/webhook-event.ts'
import { EventPage, WebhookEventList } from '../../v1/webhook-events/schema.ts'
import type { WebhookEvent, WebhookEventDetails } from '../../v1/webhook-events/schema.ts'
import { webhookEventPageView } from '../../v1/webhook-events/view.ts'
import { consoleEndpoint } from '../endpoint.ts'

/** What people look for among deliveries, and the statuses that it means. */
const STATUSES_BY_OUTCOME = {
  delivered: ['delivered'],
  under_way: ['pending'],
  failed: ['exhausted', 'gone'],
  not_sent: ['endpoint_disabled', 'no_destination'],
} as const satisfies Record<string, readonly DeliveryStatus[]>

const OUTCOMES = ['delivered', 'under_way', 'failed', 'not_sent'] as const

const DeliveryPage = EventPage.extend({ outcome: z.enum(OUTCOMES).optional() })

/** How deliveries can be filtered. */
export type DeliveryOutcome = (typeof OUTCOMES)[number]

/** An event and where its delivery stands. */
export type DeliveryView = z.infer<typeof WebhookEvent>

/** An event with every attempt to deliver it. */
export type DeliveryDetailsView = z.infer<typeof WebhookEventDetails>

/** GET /deliveries: events of the account's videos by what became of their delivery, newest first. */
export const listDeliveries = consoleEndpoint({
  method: 'get',
  path: '/deliveries',
  hasTestData: true,
  query: DeliveryPage,
  answer: WebhookEventList,
  async handle({ account, query }, { webhookEvents }) {
    const { limit, before, outcome } = query
    const statuses = outcome && STATUSES_BY_OUTCOME[outcome]
    const page = await webhookEvents.page(account.id, limit + 1, before ?? null, statuses)
    if (page === null) {
      const message = 'This is neither a next_before of a page nor the id of one of your events.'
      throw invalidFields({ before: { code: 'invalid', message } })
    }
    return webhookEventPageView(page, limit)
  },
})
