import { invalidFields } from '../../../domain/error/errors.ts'
import { readIdempotencyKey } from '../../../domain/video/idempotency-key.ts'
import type { Video } from '../../../domain/video/video.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pageView } from '../../contract/list.ts'
import { requireScopes } from '../../contract/required-scopes.ts'
import { CreateVideo, toVideoRequest } from './creation-schema.ts'
import { UpdateVideo } from './edit-schema.ts'
import { VIDEO_EXAMPLES } from './examples.ts'
import { toVideoFilter, VideoQuery } from './filter.ts'
import { VIDEO_CALLBACKS } from '../webhook-events/delivery-description.ts'
import { CREATED_VIDEO_HEADERS, CreateVideoHeaders, WAITING_HEADERS } from './headers.ts'
import { TOO_MANY_PAIRS } from './metadata-schema.ts'
import { DeletedVideo, Video as VideoSchema, VideoList, VideoPath } from './schema.ts'
import { noVideo } from './no-video.ts'
import { lengthGoesFirst } from './script-length.ts'
import { videoReply, waitingReply } from './reply.ts'
import { untilEnded } from './until-ended.ts'
import { videoView } from './view.ts'
import { Wait, wantedWait } from './wait.ts'

/** POST /videos: accepts a script and returns before the video is made. */
export const createVideo = endpoint({
  method: 'post',
  path: '/videos',
  hasTestData: true,
  scopes: ['videos:write'],
  operationId: 'createVideo',
  tag: 'Videos',
  summary: 'Create a video',
  description:
    'Accepts a script and returns immediately. The video is then made in the background, which takes ' +
    'seconds for a short script.\n\n' +
    'Send an `Idempotency-Key`. Repeating a request with the same key returns the same video in its ' +
    'current state and never charges twice. Only an accepted video uses a key, and only for the same ' +
    'body.\n\n' +
    'A request that returns an error is never charged. If the connection closes without a response, ' +
    'repeat it with the same key.',
  headers: CreateVideoHeaders,
  query: Wait,
  body: CreateVideo,
  bodyExamples: {
    'A stock presenter': {
      script: 'Welcome! Here is what changed in this release.',
      presenter_id: 'maya',
      title: 'Welcome',
      metadata: { order: '1042' },
    },
    'All fields': {
      script: 'Welcome! Here is what changed in this release.',
      presenter_id: 'maya',
      title: 'Welcome',
      webhook_url: 'https://hooks.example.com/videos',
      idempotency_key: '2f1d6f0e-6c1b-4e8a-9d55-0f6f1f6a7c11',
      metadata: { order: '1042' },
      options: {
        resolution: '1080p',
        aspect_ratio: '9:16',
        background: { set: 'library' },
        captions: 'burned',
        name_card: { title: 'Ada Kern', subtitle: 'Release notes' },
        brand_colour: '#0f62fe',
      },
    },
  },
  success: {
    status: 202,
    description: 'The video was accepted, now or by an earlier request with the same idempotency key.',
    schema: VideoSchema,
    example: VIDEO_EXAMPLES.rendering,
    headers: CREATED_VIDEO_HEADERS,
    links: { getVideo: { id: '$response.body#/id' }, deleteVideo: { id: '$response.body#/id' } },
  },
  countsAs: 'creates',
  bound: 'creation',
  callbacks: VIDEO_CALLBACKS,
  goesFirst: lengthGoesFirst,
  errors: [
    'invalid_request',
    'script_too_long',
    'allowance_exceeded',
    'plan_required',
    'not_found',
    'twin_not_ready',
    'concurrency_limit',
    'daily_limit',
    'render_failed',
  ],
  async handle({ account, requestId, caller, query, body, headers, place, gone }, ports) {
    if (body.twin_id) requireScopes(caller, ['twins:use'])
    const header = headers['idempotency-key']
    const idempotencyKey = readIdempotencyKey(header?.toString() ?? null, body.idempotency_key ?? null)
    const origin = caller.kind === 'person' ? 'application' : 'api'
    const created = await ports.createVideo({
      account,
      request: toVideoRequest(body),
      idempotencyKey,
      origin,
      requestId,
      usualWebhookUrl: caller.kind === 'key' ? caller.webhookUrl : null,
      place: place ?? undefined,
    })
    const { video, replayed } = created
    const headersOfCreation = {
      Location: `${ports.publicUrl}/api/v1/videos/${video.id}`,
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    }
    const reply = (now: Video) => videoReply(now, ports, headersOfCreation)
    const wanted = wantedWait(query, headers)
    return waitingReply(video, wanted, reply, async () =>
      reply((await untilEnded(video, wanted.seconds, gone, ports)) ?? video),
    )
  },
})

/** GET /videos: lists the account's videos, newest first. */
export const listVideos = endpoint({
  method: 'get',
  path: '/videos',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'listVideos',
  tag: 'Videos',
  summary: 'List videos',
  description:
    'Returns the videos that were created through the API, newest first. With a filter, those that pass all of it; a page ' +
    'may then be short, or even empty, although `has_more` is true. `metadata[order]=1042` filters by a pair of metadata.',
  query: VideoQuery,
  success: {
    status: 200,
    description: 'One page of videos.',
    schema: VideoList,
    example: {
      data: [VIDEO_EXAMPLES.ready],
      has_more: true,
      next_before: VIDEO_EXAMPLES.ready.id,
    },
  },
  errors: [],
  async handle({ account, query: { limit, before, ...filter } }, { videos, mediaLinks, publicUrl }) {
    const rule = 'Send the next_before of an earlier page, or the id of one of your videos.'
    const body = await pageView(
      { before, filter, rule },
      (after) => videos.page(account.id, limit, after, { ...toVideoFilter(filter), origin: 'api' }),
      (video) => videoView(video, mediaLinks, publicUrl),
    )
    return { body }
  },
})

/** GET /videos/{id}: returns one video, with fresh links. */
export const getVideo = endpoint({
  method: 'get',
  path: '/videos/:id',
  hasTestData: true,
  scopes: ['videos:read'],
  operationId: 'getVideo',
  tag: 'Videos',
  summary: 'Retrieve a video',
  description:
    'Returns the video, with fresh signed links when it is ready. Do not store links: store the id ' +
    'and retrieve the video again. If nothing has changed since the response whose `ETag` you send as `If-None-Match`, ' +
    'the response is 304, without a body.',
  params: VideoPath,
  query: Wait,
  readsVideo: true,
  isTagged: true,
  success: {
    status: 200,
    description: 'The video.',
    schema: VideoSchema,
    example: VIDEO_EXAMPLES.ready,
    headers: WAITING_HEADERS,
  },
  errors: ['not_found'],
  async handle({ video, params, query, headers, gone }, ports) {
    if (!video) throw noVideo(params.id)
    const reply = (now: Video) => videoReply(now, ports)
    const wanted = wantedWait(query, headers)
    return waitingReply(video, wanted, reply, async () => {
      const now = await untilEnded(video, wanted.seconds, gone, ports)
      if (now === null) throw noVideo(params.id)
      return reply(now)
    })
  },
})

/** PATCH /videos/{id}: changes what is only shown of a video. */
export const updateVideo = endpoint({
  method: 'patch',
  path: '/videos/:id',
  scopes: ['videos:write', 'videos:read'],
  operationId: 'updateVideo',
  tag: 'Videos',
  summary: 'Update a video',
  description:
    'Changes the title and the metadata, whatever the status. Metadata is merged: other pairs stay. Repeating the creation with ' +
    'its idempotency key and its body still returns this video.',
  params: VideoPath,
  body: UpdateVideo,
  bodyExamples: {
    'A new title, and one pair more': { title: 'Welcome back', metadata: { reviewed: 'yes' } },
    'One pair less, and no title': { title: null, metadata: { order: null } },
  },
  success: {
    status: 200,
    description: 'The video as it is now.',
    schema: VideoSchema,
    example: {
      ...VIDEO_EXAMPLES.ready,
      title: 'Welcome back',
      metadata: { order: '1042', reviewed: 'yes' },
    },
  },
  errors: ['not_found'],
  async handle({ account, params, body }, { videos, mediaLinks, publicUrl }) {
    const edited = await videos.edit(account.id, params.id, body)
    if (edited === null) throw noVideo(params.id)
    if (edited === 'too_many_pairs') throw invalidFields({ metadata: TOO_MANY_PAIRS })
    return { body: videoView(edited, mediaLinks, publicUrl) }
  },
})

/** DELETE /videos/{id}: deletes a video, its files and its links. */
export const deleteVideo = endpoint({
  method: 'delete',
  path: '/videos/:id',
  hasTestData: true,
  scopes: ['videos:write'],
  operationId: 'deleteVideo',
  tag: 'Videos',
  summary: 'Delete a video',
  description:
    'Deletes the video and its files. A video in progress is cancelled, and its reserved seconds are ' +
    'returned. No webhook is sent.',
  params: VideoPath,
  success: {
    status: 200,
    description: 'The video was deleted.',
    schema: DeletedVideo,
    example: { id: VIDEO_EXAMPLES.ready.id, deleted: true },
  },
  errors: ['not_found'],
  async handle({ account, params }, ports) {
    await ports.deleteVideo({ accountId: account.id, videoId: params.id })
    return { body: { id: params.id, deleted: true as const } }
  },
})
