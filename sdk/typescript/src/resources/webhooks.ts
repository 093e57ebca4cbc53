import type { CallOptions } from '../call.ts'
import type { components, operations } from '../description.ts'
import { listOf } from '../list.ts'
import type { Settings } from '../settings.ts'
import { unwrap } from '../webhooks.ts'
import { endpointsOf } from './endpoints.ts'
import { asking, once } from './requests.ts'
import type { OnceOptions } from './requests.ts'

type Schemas = components['schemas']
type EventFilter = NonNullable<operations['listWebhookEvents']['parameters']['query']>
type LedgerFilter = NonNullable<operations['listLedgerEntries']['parameters']['query']>

/** The account webhook, further endpoints, events, and receiving them. */
export function webhooksOf(settings: Settings) {
  const [ask, post] = [asking(settings), once(settings)]
  return {
    unwrap,
    endpoint: {
      get: (options: CallOptions = {}) => ask<Schemas['WebhookEndpoint']>('GET', ENDPOINT, options),
      set: (endpoint: Schemas['SetWebhookEndpoint'], options: CallOptions = {}) =>
        ask<Schemas['WebhookEndpoint']>('PUT', ENDPOINT, options, endpoint),
      delete: (options: CallOptions = {}) => ask<Schemas['WebhookEndpoint']>('DELETE', ENDPOINT, options),
      /** A new signing secret, shown once. Deliveries are signed with both for a day, where receivers check both. */
      rotateSecret: (body: Schemas['RotateWebhookSecret'] = {}, options: OnceOptions = {}) =>
        post<Schemas['RotatedWebhookSecret']>(`${ENDPOINT}/rotate-secret`, body, options),
    },
    endpoints: endpointsOf(settings),
    /** Sends an event about a fictitious video, and says what came back. */
    test: (body: Schemas['TestWebhook'] = {}, options: OnceOptions = {}) =>
      post<Schemas['WebhookTest']>('/webhooks/test', body, options),
    events: {
      list: (filter: EventFilter = {}, options: CallOptions = {}) =>
        listOf<Schemas['WebhookEvent']>(settings, '/webhooks/events', filter, options),
      get: (id: string, options: CallOptions = {}) =>
        ask<Schemas['WebhookEventDetails']>('GET', eventPath(id), options),
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

const ENDPOINT = '/webhooks/endpoint'

function eventPath(id: string): string {
  return `/webhooks/events/${encodeURIComponent(id)}`
}
