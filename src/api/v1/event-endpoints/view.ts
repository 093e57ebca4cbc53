import type { z } from 'zod'

import type { EventEndpoint } from '../../../domain/webhook/event-endpoint.ts'
import { healthView, secretView } from '../webhook-endpoint/view.ts'
import type { EventEndpoint as EventEndpointSchema } from './schema.ts'

/** Formats an endpoint as JSON, with a hint of its secret. */
export function eventEndpointView(endpoint: EventEndpoint): z.infer<typeof EventEndpointSchema> {
  const { paused, disabledAt } = endpoint
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    types: [...endpoint.types],
    metadata: endpoint.metadata,
    status: paused ? 'paused' : disabledAt === null ? 'enabled' : 'disabled',
    ...healthView(endpoint),
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
    secret: secretView(endpoint.secret),
  }
}
