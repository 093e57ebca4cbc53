import { call } from '../call.ts'
import type { CallOptions } from '../call.ts'
import type { components, operations } from '../description.ts'
import { List } from '../list.ts'
import type { PageOnWire } from '../list.ts'
import { Reply } from '../reply.ts'
import type { Settings } from '../settings.ts'
import { unwrap } from '../webhooks.ts'
import { endpointsOf } from './endpoints.ts'
import { once } from './once.ts'
import type { OnceOptions } from './once.ts'

type Schemas = components['schemas']
type EventFilter = NonNullable<operations['listWebhookEvents']['parameters']['query']>
type LedgerFilter = NonNullable<operations['listLedgerEntries']['parameters']['query']>

/** The account webhook, further endpoints, events, and receiving them. */
export function webhooksOf(settings: Settings) {
  const post = once(settings)
  return {
    unwrap,
    endpoint: {
      get: (options: CallOptions = {}): Reply<Schemas['WebhookEndpoint']> =>
        Reply.of(call(settings, { method: 'GET', path: '/webhooks/endpoint', ...options })),
      set: (
        endpoint: Schemas['SetWebhookEndpoint'],
        options: CallOptions = {},
      ): Reply<Schemas['WebhookEndpoint']> =>
        Reply.of(call(settings, { method: 'PUT', path: '/webhooks/endpoint', body: endpoint, ...options })),
      delete: (options: CallOptions = {}): Reply<Schemas['WebhookEndpoint']> =>
        Reply.of(call(settings, { method: 'DELETE', path: '/webhooks/endpoint', ...options })),
      /** A new signing secret, shown once. Deliveries are signed with both for a day, where receivers check both. */
      rotateSecret: (body: Schemas['RotateWebhookSecret'] = {}, options: OnceOptions = {}) =>
        post<Schemas['RotatedWebhookSecret']>('/webhooks/endpoint/rotate-secret', body, options),
    },
    endpoints: endpointsOf(settings),
    /** Sends an event about a fictitious video, and says what came back. */
    test: (body: Schemas['TestWebhook'] = {}, options: OnceOptions = {}) =>
      post<Schemas['WebhookTest']>('/webhooks/test', body, options),
    events: {
      list: (filter: EventFilter = {}, options: CallOptions = {}) =>
        listOf<Schemas['WebhookEvent']>(settings, '/webhooks/events', filter, options),
      get: (id: string, options: CallOptions = {}): Reply<Schemas['WebhookEventDetails']> =>
        Reply.of(call(settings, { method: 'GET', path: eventPath(id), ...options })),
      redeliver: (id: string, options: OnceOptions = {}) =>
        post<Schemas['WebhookEvent']>(`${eventPath(id)}/redeliver`, undefined, options),
    },
  }
}

/** Every change of the remaining seconds, newest first. */
export function ledgerOf(settings: Settings) {
  return {
    list: (filter: LedgerFilter = {}, options: CallOptions = {}) =>
      listOf<Schemas['LedgerEntry']>(settings, '/allowance/ledger', filter, options),
  }
}

function listOf<Item>(
  settings: Settings,
  path: string,
  { before, ...filter }: { readonly before?: string },
  options: CallOptions,
): List<Item> {
  return new List<Item>(async (cursor) => {
    const query = { ...filter, before: cursor }
    const answer = await call<PageOnWire<Item>>(settings, {
      method: 'GET',
      path,
      query,
      ...options,
    })
    return answer.data
  }, before)
}

function eventPath(id: string): string {
  return `/webhooks/events/${encodeURIComponent(id)}`
}
