import type { z } from 'zod'

import { ROTATED_SECRET_EXAMPLE, WEBHOOK_ENDPOINT_EXAMPLE } from '../webhook-endpoint/examples.ts'
import { ENDPOINT_ID_EXAMPLE } from './schema.ts'
import type { EventEndpoint } from './schema.ts'

const { failing_since, disabled_at, disabled_because, secret } = WEBHOOK_ENDPOINT_EXAMPLE

/** An endpoint for what one customer has deleted, or is about to lose. */
export const EVENT_ENDPOINT_EXAMPLE: z.infer<typeof EventEndpoint> = {
  id: ENDPOINT_ID_EXAMPLE,
  url: 'https://archive.example.com/hook',
  description: 'Archive',
  types: ['video.ready', 'video.expiring', 'video.deleted'],
  metadata: { customer: '1042' },
  status: 'enabled',
  failing_since,
  disabled_at,
  disabled_because,
  created_at: '2026-11-20T09:31:00.000Z',
  updated_at: '2026-11-20T09:31:00.000Z',
  secret,
}

/** The same endpoint as it was created. */
export const CREATED_EVENT_ENDPOINT_EXAMPLE: z.infer<typeof EventEndpoint> = {
  ...EVENT_ENDPOINT_EXAMPLE,
  signing_secret: ROTATED_SECRET_EXAMPLE.secret,
}
