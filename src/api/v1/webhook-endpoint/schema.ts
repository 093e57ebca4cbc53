import { z } from 'zod'

import { SECRET_OVERLAP_SECONDS } from '../../../domain/webhook/webhook-endpoint.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { webhookUrl } from '../../contract/fields/webhook-url.ts'

/** Body of PUT /webhooks/endpoint. */
export const SetWebhookEndpoint = z
  .strictObject({ url: webhookUrl('Receives the events of all videos without their own `webhook_url`.') })
  .meta({ id: 'SetWebhookEndpoint', description: 'The URL to send events to.' })

const secretMembers = {
  hint: z.string().length(4).describe('The last four characters of the secret, to identify it.'),
  created_at: timestamp().describe('When the secret was created.'),
  previous_valid_until: timestamp()
    .nullable()
    .describe(
      'Until then, `webhook-signature` also carries a signature with the previous secret. Null when ' +
        'only one signs.',
    ),
}

/** What is seen of a signing secret. */
export const signingSecretSeen = z.strictObject(secretMembers).meta({
  id: 'WebhookSecret',
  description: 'The secret that signs events. Shown in full only when created.',
})

/** Whether deliveries to a webhook or an endpoint succeed. */
export const healthMembers = {
  failing_since: timestamp()
    .nullable()
    .describe('The first failed attempt since the last successful one. Null when that was the last.'),
  disabled_at: timestamp().nullable().describe('When it was disabled. Null while it is enabled.'),
  disabled_because: openEnum(['failing', 'gone'])
    .nullable()
    .describe(
      '`failing`: every attempt failed for five days. `gone`: the receiver returned 410. Null unless the status ' +
        'is `disabled`.',
    ),
}

/** The account's webhook and signing secret. The secret exists even when no URL is set. */
export const WebhookEndpoint = z
  .strictObject({
    url: z.string().nullable().describe('The URL that receives events. Null when none is set.'),
    status: openEnum(['none', 'enabled', 'disabled']).describe(
      '`disabled`: no more events are sent until you set the URL again or a test event succeeds. ' +
        '`none`: no URL is set.',
    ),
    ...healthMembers,
    created_at: timestamp().nullable().describe('When the webhook was created. Null when no URL is set.'),
    updated_at: timestamp().nullable().describe('When the URL was last set. Null when no URL is set.'),
    secret: signingSecretSeen,
  })
  .refine(
    ({ status, url, disabled_at, disabled_because, created_at }) =>
      (status === 'none') === (url === null) &&
      (status === 'disabled') === (disabled_at !== null) &&
      (disabled_at === null) === (disabled_because === null) &&
      (url === null) === (created_at === null),
    'The members do not fit the status.',
  )
  .meta({ id: 'WebhookEndpoint', description: 'The account’s webhook and its signing secret.' })

/** Body of POST /webhooks/endpoint/rotate-secret. */
export const RotateWebhookSecret = z
  .strictObject({
    overlap_seconds: z
      .int(`Send a whole number from 0 to ${SECRET_OVERLAP_SECONDS}.`)
      .min(0)
      .max(SECRET_OVERLAP_SECONDS)
      .nullish()
      .describe(
        'Number of seconds for which `webhook-signature` also carries a signature with the old secret. ' +
          `${SECRET_OVERLAP_SECONDS} by default.`,
      ),
  })
  .meta({ id: 'RotateWebhookSecret', description: 'How long the old and the new secret overlap.' })

/** A signing secret in full. */
export const signingSecret = () =>
  z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe('The new secret. Store it now, because it is not shown again.')

/** Response of POST /webhooks/endpoint/rotate-secret, the only one that contains a secret. */
export const RotatedWebhookSecret = z
  .strictObject({
    secret: signingSecret(),
    ...secretMembers,
  })
  .meta({ id: 'RotatedWebhookSecret', description: 'The new signing secret, shown only once.' })
