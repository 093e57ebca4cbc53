import type { z } from 'zod'

import type { RotatedWebhookSecret, WebhookEndpoint } from './schema.ts'

/** URL of the account webhook in examples. */
export const WEBHOOK_URL_EXAMPLE = 'https://hooks.example.com/videos'

/** A working account webhook whose secret was rotated recently. */
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

/** An account without a webhook. It still has a signing secret, for the webhooks of individual videos. */
export const NO_WEBHOOK_ENDPOINT_EXAMPLE: z.infer<typeof WebhookEndpoint> = {
  ...WEBHOOK_ENDPOINT_EXAMPLE,
  url: null,
  status: 'none',
  created_at: null,
  updated_at: null,
}

/** The secret whose hint `WEBHOOK_ENDPOINT_EXAMPLE` shows. */
export const ROTATED_SECRET_EXAMPLE: z.infer<typeof RotatedWebhookSecret> = {
  secret: 'whsec_ExampleExampleExampleExampleExampleExample0=',
  ...WEBHOOK_ENDPOINT_EXAMPLE.secret,
}
