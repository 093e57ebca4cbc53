import type { CallOptions } from '../call.ts'
import type { components } from '../description.ts'
import type { Settings } from '../settings.ts'
import { asking, once } from './requests.ts'
import type { OnceOptions } from './requests.ts'

type Schemas = components['schemas']

/** Endpoints, each of which is sent the events that it asks for. */
export function endpointsOf(settings: Settings) {
  const post = once(settings)
  const ask = asking(settings)
  return {
    /** Creates an endpoint. Its `signing_secret` is in this answer alone. */
    create: (endpoint: Schemas['CreateEventEndpoint'], options: OnceOptions = {}) =>
      post<Schemas['EventEndpoint']>(ENDPOINTS, endpoint, options),
    list: (options: CallOptions = {}) => ask<Schemas['EventEndpointList']>('GET', ENDPOINTS, options),
    get: (id: string, options: CallOptions = {}) =>
      ask<Schemas['EventEndpoint']>('GET', endpointPath(id), options),
    /** Changes, pauses or resumes an endpoint. What is not named stays. */
    update: (id: string, changes: Schemas['UpdateEventEndpoint'], options: CallOptions = {}) =>
      ask<Schemas['EventEndpoint']>('PATCH', endpointPath(id), options, changes),
    delete: (id: string, options: CallOptions = {}) =>
      ask<Schemas['DeletedEventEndpoint']>('DELETE', endpointPath(id), options),
    /** Sends an event about something fictitious, and says what came back. */
    test: (id: string, body: Schemas['TestEventEndpoint'] = {}, options: OnceOptions = {}) =>
      post<Schemas['WebhookTest']>(`${endpointPath(id)}/test`, body, options),
    /** A new signing secret, shown once. */
    rotateSecret: (id: string, body: Schemas['RotateWebhookSecret'] = {}, options: OnceOptions = {}) =>
      post<Schemas['RotatedWebhookSecret']>(`${endpointPath(id)}/rotate-secret`, body, options),
    /** Delivers again what the endpoint has missed since a time. */
    recover: (id: string, body: Schemas['RecoverEvents'], options: OnceOptions = {}) =>
      post<Schemas['RecoveredEvents']>(`${endpointPath(id)}/recover`, body, options),
  }
}

const ENDPOINTS = '/webhooks/endpoints'

function endpointPath(id: string): string {
  return `${ENDPOINTS}/${encodeURIComponent(id)}`
}
