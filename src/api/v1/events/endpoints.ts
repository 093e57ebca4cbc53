import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import { endpoint } from '../../contract/endpoint.ts'
import { noVideo } from '../videos/no-video.ts'
import { VideoPath } from '../videos/schema.ts'
import { STREAM_EXAMPLE } from './examples.ts'
import { followAccount, followVideo } from './follow.ts'

const LastEventIdHeader = z.object({
  'Last-Event-ID': z.string().optional().meta({
    description: 'The `id` of the last event that you received. What has ended since then is sent first.',
    example: 'evt_01kam4pz6zfb0t3vn1w2k7c8xf',
  }),
})

/** An id that no event can have is that of an unknown one. */
const lastEventIdOf = (headers: IncomingHttpHeaders) => headers['last-event-id']?.toString()

const FORM =
  'Server-sent events. `event:` is the type and `data:` the body that a webhook has; `video.queued`, `video.rendering`, ' +
  '`video.progress` and `video.deleted` have no `id:`. A comment is sent every 15 seconds. ' +
  'The stream ends after 10 minutes: open it again.'

const success = {
  status: 200,
  description: 'Events, until you close the connection.',
  contentType: 'text/event-stream',
  schema: z.string(),
  example: STREAM_EXAMPLE,
} as const

/** GET /events: what happens to the account's videos, as it happens. */
export const streamEvents = endpoint({
  method: 'get',
  path: '/events',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'streamEvents',
  tag: 'Videos',
  summary: 'Stream events',
  description:
    `Sends what happens to all videos of the account, within about a second, and \`batch.finished\` when a batch has ended. ${FORM} ` +
    'If you reconnect with `Last-Event-ID` within a day, nothing that has ended is missed; if that is not possible, ' +
    'the first event is `reset`. The same event can be sent twice.',
  headers: LastEventIdHeader,
  lasts: true,
  success,
  errors: [],
  async handle({ account, headers, gone }, ports) {
    return {
      body: '',
      events: await followAccount(account.id, { lastEventId: lastEventIdOf(headers), gone }, ports),
    }
  },
})

/** GET /videos/{id}/events: what happens to one video, as it happens. */
export const streamVideoEvents = endpoint({
  method: 'get',
  path: '/videos/:id/events',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'streamVideoEvents',
  tag: 'Videos',
  summary: 'Stream events of a video',
  description: `Sends how the video is, then what happens to it. The stream ends with the video. ${FORM}`,
  params: VideoPath,
  headers: LastEventIdHeader,
  readsVideo: true,
  lasts: true,
  success,
  errors: ['not_found'],
  async handle({ video, params, headers, gone }, ports) {
    if (!video) throw noVideo(params.id)
    return {
      body: '',
      events: await followVideo(video, { lastEventId: lastEventIdOf(headers), gone }, ports),
    }
  },
})
