import type { oas31, ZodOpenApiPathItemObject, ZodOpenApiResponsesObject } from 'zod-openapi'

import { BATCH_FINISHED } from '../../../domain/webhook/webhook-event.ts'
import type { EventType, WebhookEventType } from '../../../domain/webhook/webhook-event.ts'

/** A type of event that only endpoints get. */
type EndpointEventType = Exclude<EventType, WebhookEventType>

/** A part of a body, by name or as it is. */
type BodySchema = oas31.SchemaObject | oas31.ReferenceObject

/** What an event tells. */
interface Told {
  readonly operationId: string
  readonly summary: string
  /** When it is sent. */
  readonly when: string
  readonly data: BodySchema
}

/** By name: as schemas of zod they would count as input here, and get a second name for that. */
const VIDEO: BodySchema = { $ref: '#/components/schemas/Video' }
const DELETED_VIDEO: BodySchema = { $ref: '#/components/schemas/DeletedVideo' }
const BATCH: BodySchema = { $ref: '#/components/schemas/BatchSummary' }
const TWIN: BodySchema = { $ref: '#/components/schemas/Twin' }

const WITHDRAWN_TWIN: BodySchema = {
  type: 'object',
  properties: { id: { type: 'string' }, withdrawn: { type: 'boolean' } },
  required: ['id', 'withdrawn'],
}

const SECONDS = { type: 'integer', minimum: 0 } as const
const TIME = { type: 'string', format: 'date-time' } as const
const ALLOWANCE_MEMBERS = {
  remaining_video_seconds: SECONDS,
  reserved_video_seconds: SECONDS,
  used_video_seconds: SECONDS,
  period_started_at: TIME,
  period_ends_at: TIME,
}
const ALLOWANCE: BodySchema = {
  type: 'object',
  description: 'The members of `GET /me` with these names.',
  properties: ALLOWANCE_MEMBERS,
  required: Object.keys(ALLOWANCE_MEMBERS),
}

const TOLD: Readonly<Record<EndpointEventType, Told>> = {
  'video.queued': {
    operationId: 'onVideoQueued',
    summary: 'A video waits in the queue',
    when: 'A video was accepted and waits until another one has ended.',
    data: VIDEO,
  },
  'video.rendering': {
    operationId: 'onVideoRendering',
    summary: 'A video is being made',
    when: 'Work on a video begins.',
    data: VIDEO,
  },
  'video.progress': {
    operationId: 'onVideoProgress',
    summary: 'A video has made progress',
    when: 'A quarter of a video is done, half of it, or three quarters. A failed attempt is not repeated.',
    data: VIDEO,
  },
  'video.expiring': {
    operationId: 'onVideoExpiring',
    summary: 'A video will be deleted',
    when: 'A ready video will be deleted within a week; if it is kept for less than two weeks, when half of its time is over.',
    data: VIDEO,
  },
  'video.deleted': {
    operationId: 'onVideoDeleted',
    summary: 'A video was deleted',
    when: 'A video was deleted by a request, at its expiry, with its batch, or because its twin was withdrawn.',
    data: DELETED_VIDEO,
  },
  [BATCH_FINISHED]: {
    operationId: 'onBatchFinished',
    summary: 'A batch has ended',
    when: 'All videos of a batch have ended, or it was canceled.',
    data: BATCH,
  },
  'twin.ready': {
    operationId: 'onTwinReady',
    summary: 'A twin can be used',
    when: 'A twin can be used in videos.',
    data: TWIN,
  },
  'twin.withdrawn': {
    operationId: 'onTwinWithdrawn',
    summary: 'A twin was withdrawn',
    when: 'A twin was withdrawn or deleted.',
    data: WITHDRAWN_TWIN,
  },
  'allowance.low': {
    operationId: 'onAllowanceLow',
    summary: 'Few seconds are left',
    when: 'Less than a fifth of the video seconds of a period is left. Sent once a period.',
    data: ALLOWANCE,
  },
}

/**
 * What endpoints get beside the events of every webhook, as the OpenAPI document describes it. The bodies have no names:
 * generators such as oapi-codegen leave out components that only webhooks use, and would refer to them all the same.
 *
 * @param responses those of every webhook.
 */
export function endpointEventWebhooks(
  responses: ZodOpenApiResponsesObject,
): Record<EndpointEventType, ZodOpenApiPathItemObject> {
  const described = Object.entries(TOLD).map(([event, told]) => [event, webhookOf(event, told, responses)])
  return Object.fromEntries(described) as Record<EndpointEventType, ZodOpenApiPathItemObject>
}

function webhookOf(
  event: string,
  { operationId, summary, when, data }: Told,
  responses: ZodOpenApiResponsesObject,
): ZodOpenApiPathItemObject {
  return {
    post: {
      operationId,
      summary,
      description: `${when} Sent to endpoints that ask for it, with the headers of \`video.ready\`.`,
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: bodyOf(event, data) } } },
      responses,
    },
  }
}

function bodyOf(event: string, data: BodySchema): oas31.SchemaObject {
  return {
    type: 'object',
    properties: { event: { type: 'string', 'x-extensible-enum': [event] }, data, sent_at: TIME },
    required: ['event', 'data', 'sent_at'],
  }
}
