import type { z } from 'zod'

import type { RotatedWebhookSecret, WebhookEndpoint } from './schema.ts'

/** Where the account's events go. */
export const WEBHOOK_URL_EXAMPLE = 'https://hooks.example.com/videos'

/** A webhook that works, its secret rotated lately. */
export const WEBHOOK_ENDPOINT_EXAMPLE: z.infer<typeof WebhookEndpoint> = {
  url: WEBHOOK_URL_EXAMPLE,
  status: 'enabled',
  failing_since: null,
  disabled_at: null,
  disabled_because: null,
  created_at: '2026-11-01T09:31:00.000Z',
  updated_at: '2026-11-01T09:31:00.000Z',
  secret: {
    hint: 'a7Q=',
    created_at: '2026-11-21T09:00:00.000Z',
    previous_valid_until: '2026-11-22T09:00:00.000Z',
  },
}

/** No webhook: a secret is there all the same, for webhooks of single videos. */
export const NO_WEBHOOK_ENDPOINT_EXAMPLE: z.infer<typeof WebhookEndpoint> = {
  ...WEBHOOK_ENDPOINT_EXAMPLE,
  url: null,
  status: 'none',
  created_at: null,
  updated_at: null,
}

/** The secret that `WEBHOOK_ENDPOINT_EXAMPLE` hints at. */
export const ROTATED_SECRET_EXAMPLE: z.infer<typeof RotatedWebhookSecret> = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwExampleOa7Q=',
  ...WEBHOOK_ENDPOINT_EXAMPLE.secret,
}
