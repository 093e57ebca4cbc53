import { z } from 'zod'

import { SECRET_OVERLAP_SECONDS } from '../../../domain/webhook-endpoint.ts'
import { timestamp } from '../../contract/timestamp.ts'
import { webhookUrl } from '../../contract/webhook-url.ts'

/** Body of PUT /webhooks/endpoint. */
export const SetWebhookEndpoint = z
  .strictObject({ url: webhookUrl('Where events of all videos go that name no `webhook_url` of their own.') })
  .meta({ id: 'SetWebhookEndpoint', description: 'Where events are to be sent.' })

const secretMembers = {
  hint: z.string().length(4).describe('The secret’s last four characters, to tell which one it is.'),
  created_at: timestamp().describe('When this secret was made.'),
  previous_valid_until: timestamp()
    .nullable()
    .describe(
      'Until then `webhook-signature` carries a signature of the secret before as well; null when that one ' +
        'signs no more, or there was none.',
    ),
}

/** The account's webhook, also when there is none. */
export const WebhookEndpoint = z
  .strictObject({
    url: z.string().nullable().describe('Where events are sent; null when none is set.'),
    status: z
      .enum(['none', 'enabled', 'disabled'])
      .describe(
        '`none`: no URL is set. `disabled`: nothing is sent there any more; set the URL again, or have a ' +
          'test event taken, to switch it on.',
      ),
    failing_since: timestamp()
      .nullable()
      .describe('The first failed attempt since the last one that was taken; null when the last was taken.'),
    disabled_at: timestamp().nullable().describe('When it was switched off; null unless it is.'),
    disabled_because: z
      .enum(['failing', 'gone'])
      .nullable()
      .describe(
        '`failing`: five days of nothing but failures. `gone`: it answered 410. Null unless disabled.',
      ),
    created_at: timestamp().nullable().describe('When a URL was set where there was none; null without one.'),
    updated_at: timestamp().nullable().describe('When the URL was last set; null without one.'),
    secret: z
      .strictObject(secretMembers)
      .describe('What signs the account’s events. It is shown only when it is made.'),
  })
  .refine(
    ({ status, url, disabled_at, disabled_because, created_at }) =>
      (status === 'none') === (url === null) &&
      (status === 'disabled') === (disabled_at !== null) &&
      (disabled_at === null) === (disabled_because === null) &&
      (url === null) === (created_at === null),
    'The members do not fit the status.',
  )
  .meta({ id: 'WebhookEndpoint', description: 'The account’s webhook and what signs its events.' })

/** Body of POST /webhooks/endpoint/rotate-secret. */
export const RotateWebhookSecret = z
  .strictObject({
    overlap_seconds: z
      .int(`Send a whole number from 0 to ${SECRET_OVERLAP_SECONDS}.`)
      .min(0)
      .max(SECRET_OVERLAP_SECONDS)
      .default(SECRET_OVERLAP_SECONDS)
      .describe('For how long the secret before still signs `webhook-signature`, beside the new one.'),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'How the new secret takes over.' })

/** Answer of POST /webhooks/endpoint/rotate-secret: the only one that shows a secret. */
export const RotatedWebhookSecret = z
  .strictObject({
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .describe('The new secret. Store it now: it is not shown again.'),
    ...secretMembers,
  })
  .meta({ id: 'RotatedWebhookSecret', description: 'The new secret, this once.' })
