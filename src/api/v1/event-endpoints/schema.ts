import { z } from 'zod'

import {
  LONGEST_ENDPOINT_DESCRIPTION,
  MOST_EVENT_ENDPOINTS,
  MOST_RECOVERED,
  RECOVERABLE_STATUSES,
  RECOVERED_FOR_SECONDS,
} from '../../../domain/webhook/event-endpoint.ts'
import { EVENT_TYPES } from '../../../domain/webhook/webhook-event.ts'
import { alwaysTrue } from '../../contract/fields/always-true.ts'
import { listOf } from '../../contract/list.ts'
import { openEnum } from '../../contract/fields/open-enum.ts'
import { idParameter, timeText } from '../../contract/parameters.ts'
import { text } from '../../contract/fields/text.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { webhookUrl } from '../../contract/fields/webhook-url.ts'
import { METADATA_BOUNDS, metadataOf, metadataValue } from '../videos/metadata-schema.ts'
import { healthMembers, signingSecret, signingSecretSeen } from '../webhook-endpoint/schema.ts'
import { sentEventType } from '../webhook-events/schema.ts'

/** The id of the endpoint in examples. */
export const ENDPOINT_ID_EXAMPLE = 'whe_01kam3zq9ve8tbw9k2x7c5n0hd'

/** Path of one endpoint. */
export const EndpointPath = z.object({
  id: idParameter.meta({ description: 'Endpoint identifier.', example: ENDPOINT_ID_EXAMPLE }),
})

const eventType = z.enum(EVENT_TYPES).meta({ id: 'EventType', description: 'A type of event.' })

const types = z
  .array(eventType)
  .min(1)
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Name each type once.')
  .meta({ override: { uniqueItems: true, maxItems: EVENT_TYPES.length } })

const metadata = metadataOf(metadataValue).meta({
  id: 'MetadataFilter',
  description:
    'Only events of videos and batches whose metadata have all of these pairs. Events about anything else are not sent ' +
    `then. ${METADATA_BOUNDS}`,
})

const settings = {
  url: webhookUrl('Receives the events.'),
  description: text(1, LONGEST_ENDPOINT_DESCRIPTION).nullable().optional().describe('For your own use.'),
  types: types.optional().describe('Types of events to send. `video.ready` and `video.failed` by default.'),
  metadata: metadata.nullable().optional(),
  paused: z.boolean().optional().describe('Whether events are held back until you set it to false.'),
}

/** Body of POST /webhooks/endpoints. */
export const CreateEventEndpoint = z
  .strictObject(settings)
  .meta({ id: 'CreateEventEndpoint', description: 'Where to send events, and which.' })

/** Body of PATCH /webhooks/endpoints/{id}: a member that is absent stays as it is. */
export const UpdateEventEndpoint = z
  .strictObject({ ...settings, url: settings.url.optional() })
  .meta({ id: 'UpdateEventEndpoint', description: 'What to change. Omitted fields stay as they are.' })

/** An endpoint of the account. */
export const EventEndpoint = z
  .strictObject({
    id: z.string().describe('Endpoint identifier.'),
    url: z.string().describe('The URL that receives the events.'),
    description: z.string().nullable(),
    types: z.array(sentEventType).describe('The types of events that are sent.'),
    metadata: z
      .record(z.string(), z.string())
      .meta({ id: 'FilteredMetadata', description: 'Pairs that the metadata of a video or batch must have.' })
      .nullable(),
    status: openEnum(['enabled', 'paused', 'disabled']).describe(
      '`paused`: you hold its events back. `disabled`: deliveries failed. In both cases, events are held for 30 days.',
    ),
    ...healthMembers,
    created_at: timestamp().describe('When the endpoint was created.'),
    updated_at: timestamp().describe('When it was last changed.'),
    secret: signingSecretSeen,
    signing_secret: signingSecret()
      .optional()
      .describe('The secret in full, only in the response that creates the endpoint. Store it then.'),
  })
  .meta({ id: 'EventEndpoint', description: 'A URL that is sent the events that it asks for.' })

/** Response of GET /webhooks/endpoints. */
export const EventEndpointList = listOf(
  'EventEndpointList',
  EventEndpoint,
  `The endpoints, at most ${MOST_EVENT_ENDPOINTS}, in a single page.`,
)

/** Response of DELETE /webhooks/endpoints/{id}. */
export const DeletedEventEndpoint = z
  .strictObject({ id: z.string(), deleted: alwaysTrue() })
  .meta({ id: 'DeletedEventEndpoint', description: 'The endpoint is deleted.' })

/** Body of POST /webhooks/endpoints/{id}/test. */
export const TestEventEndpoint = z
  .strictObject({
    event: eventType
      .nullish()
      .describe('Type of the event to send. By default the first one that the endpoint asks for.'),
  })
  .meta({ id: 'TestEventEndpoint', description: 'The test event to send.' })

const RECOVERED_DAYS = RECOVERED_FOR_SECONDS / 86_400

/** Body of POST /webhooks/endpoints/{id}/recover. */
export const RecoverEvents = z
  .strictObject({
    since: timeText.describe(`Events that happened since then, at most ${RECOVERED_DAYS} days ago.`),
    status: z
      .enum(RECOVERABLE_STATUSES)
      .nullish()
      .describe(
        'Only events whose latest delivery has this status. By default all that were not delivered: `pending` after a ' +
          'failed attempt, `exhausted` and `gone`.',
      ),
  })
  .meta({ id: 'RecoverEvents', description: 'Which events to redeliver.' })

/** Response of POST /webhooks/endpoints/{id}/recover. */
export const RecoveredEvents = z
  .strictObject({
    id: z.string().describe('Endpoint identifier.'),
    recovered: z
      .int()
      .min(0)
      .max(MOST_RECOVERED)
      .describe(`Number of events whose new delivery has started, at most ${MOST_RECOVERED}.`),
    continue_since: timestamp()
      .nullable()
      .describe('Send it as `since` in another request to recover the rest. Null when that was all.'),
  })
  .meta({ id: 'RecoveredEvents', description: 'What is being redelivered.' })
