import { problem } from '../../../domain/error/errors.ts'
import { WEBHOOK_EVENT_TYPES } from '../../../domain/webhook/webhook-event.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { listView } from '../../contract/list.ts'
import { KEPT_ANSWER_HEADERS, KeptAnswerHeaders } from '../../contract/kept-answer.ts'
import { CREATED_EVENT_ENDPOINT_EXAMPLE, EVENT_ENDPOINT_EXAMPLE } from './examples.ts'
import {
  CreateEventEndpoint,
  DeletedEventEndpoint,
  EndpointPath,
  EventEndpoint,
  EventEndpointList,
  UpdateEventEndpoint,
} from './schema.ts'
import { eventEndpointView } from './view.ts'

/** POST /webhooks/endpoints: creates an endpoint, whose secret is shown only in this response. */
export const createEventEndpoint = endpoint({
  method: 'post',
  path: '/webhooks/endpoints',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'createEventEndpoint',
  tag: 'Webhooks',
  summary: 'Create an endpoint',
  description:
    'An endpoint is sent the events that it asks for, in addition to the account webhook and those of videos. It has a ' +
    'signing secret of its own, which is only returned here.',
  headers: KeptAnswerHeaders,
  body: CreateEventEndpoint,
  bodyExamples: {
    'Ends of videos': { url: 'https://hooks.example.com/videos' },
    'Chosen events of one customer': {
      url: EVENT_ENDPOINT_EXAMPLE.url,
      description: EVENT_ENDPOINT_EXAMPLE.description,
      types: EVENT_ENDPOINT_EXAMPLE.types,
      metadata: EVENT_ENDPOINT_EXAMPLE.metadata,
    },
  },
  success: {
    status: 200,
    description: 'The endpoint with its signing secret.',
    schema: EventEndpoint,
    example: CREATED_EVENT_ENDPOINT_EXAMPLE,
    headers: KEPT_ANSWER_HEADERS,
    links: { getEventEndpoint: { id: '$response.body#/id' } },
  },
  keepsAnswers: true,
  errors: [],
  async handle({ account, body }, ports) {
    const { endpoint: created, secret } = await ports.createEventEndpoint({
      accountId: account.id,
      url: body.url,
      description: body.description ?? null,
      types: body.types ?? WEBHOOK_EVENT_TYPES,
      metadata: filterOf(body.metadata),
      paused: body.paused ?? false,
    })
    return { body: { ...eventEndpointView(created), signing_secret: secret } }
  },
})

/** GET /webhooks/endpoints: lists the account's endpoints. */
export const listEventEndpoints = endpoint({
  method: 'get',
  path: '/webhooks/endpoints',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'listEventEndpoints',
  tag: 'Webhooks',
  summary: 'List endpoints',
  description: 'Returns all endpoints, the oldest first. The account webhook is not among them.',
  success: {
    status: 200,
    description: 'The endpoints. The list may be empty.',
    schema: EventEndpointList,
    example: listView([EVENT_ENDPOINT_EXAMPLE]),
  },
  errors: [],
  handle: async ({ account }, { eventEndpoints }) => ({
    body: listView((await eventEndpoints.list(account.id)).map(eventEndpointView)),
  }),
})

/** GET /webhooks/endpoints/{id}: returns one endpoint. */
export const getEventEndpoint = endpoint({
  method: 'get',
  path: '/webhooks/endpoints/:id',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'getEventEndpoint',
  tag: 'Webhooks',
  summary: 'Retrieve an endpoint',
  description: 'Returns what the endpoint asks for, and whether deliveries succeed.',
  params: EndpointPath,
  success: {
    status: 200,
    description: 'The endpoint.',
    schema: EventEndpoint,
    example: EVENT_ENDPOINT_EXAMPLE,
  },
  errors: ['not_found'],
  async handle({ account, params }, { eventEndpoints }) {
    const found = await eventEndpoints.find(account.id, params.id)
    if (!found) throw problem('not_found')
    return { body: eventEndpointView(found) }
  },
})

/** PATCH /webhooks/endpoints/{id}: changes, pauses or resumes an endpoint. */
export const updateEventEndpoint = endpoint({
  method: 'patch',
  path: '/webhooks/endpoints/:id',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'updateEventEndpoint',
  tag: 'Webhooks',
  summary: 'Update an endpoint',
  description:
    'Other types or another filter apply to later events, and another URL also to deliveries in progress. Setting a URL, ' +
    'even the same one, or `"paused": false` enables a disabled endpoint, and held events are delivered.',
  params: EndpointPath,
  body: UpdateEventEndpoint,
  bodyExamples: { Pause: { paused: true }, 'Other types': { types: ['video.failed'] } },
  success: {
    status: 200,
    description: 'The updated endpoint.',
    schema: EventEndpoint,
    example: EVENT_ENDPOINT_EXAMPLE,
  },
  errors: ['not_found'],
  async handle({ account, params, body }, ports) {
    const { url, description, types, metadata, paused } = body
    const changes = {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(types !== undefined && { types }),
      ...(metadata !== undefined && { metadata: filterOf(metadata) }),
      ...(paused !== undefined && { paused }),
    }
    const changed = await ports.updateEventEndpoint({ accountId: account.id, endpointId: params.id, changes })
    return { body: eventEndpointView(changed) }
  },
})

/** DELETE /webhooks/endpoints/{id}: deletes an endpoint. */
export const deleteEventEndpoint = endpoint({
  method: 'delete',
  path: '/webhooks/endpoints/:id',
  hasTestData: true,
  scopes: ['webhooks'],
  operationId: 'deleteEventEndpoint',
  tag: 'Webhooks',
  summary: 'Delete an endpoint',
  description: 'Deliveries to it end. The log of its events can still be read.',
  params: EndpointPath,
  success: {
    status: 200,
    description: 'The endpoint is deleted.',
    schema: DeletedEventEndpoint,
    example: { id: EVENT_ENDPOINT_EXAMPLE.id, deleted: true },
  },
  errors: ['not_found'],
  async handle({ account, params: { id } }, { eventEndpoints }) {
    if (!(await eventEndpoints.delete(account.id, id))) throw problem('not_found')
    return { body: { id, deleted: true as const } }
  },
})

/** No pairs are no filter. */
function filterOf(metadata: Readonly<Record<string, string>> | null | undefined) {
  return metadata && Object.keys(metadata).length > 0 ? metadata : null
}
