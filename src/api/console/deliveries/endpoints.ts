import { z } from 'zod'

import type { DeliveryStatus } from '../../../domain/webhook/webhook-event.ts'
import { pageView } from '../../contract/list.ts'
import { EventPage, WebhookEventList } from '../../v1/webhook-events/schema.ts'
import type { WebhookEvent, WebhookEventDetails } from '../../v1/webhook-events/schema.ts'
import { webhookEventView } from '../../v1/webhook-events/view.ts'
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
  handle({ account, query: { limit, before, ...filter } }, { webhookEvents }) {
    const statuses = filter.outcome && STATUSES_BY_OUTCOME[filter.outcome]
    const rule = 'This is neither a next_before of a page nor the id of one of your events.'
    return pageView(
      { before, filter, rule },
      (after) => webhookEvents.page(account.id, limit, after, { statuses }),
      webhookEventView,
    )
  },
})
