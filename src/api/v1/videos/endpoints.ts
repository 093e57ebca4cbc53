import { invalidFields } from '../../../domain/error/errors.ts'
import { readIdempotencyKey } from '../../../domain/video/idempotency-key.ts'
import type { Video } from '../../../domain/video/video.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { CreateVideo, toVideoRequest } from './creation-schema.ts'
import { VIDEO_EXAMPLES } from './examples.ts'
import { VIDEO_CALLBACKS } from '../webhook-events/delivery-description.ts'
import { CREATED_VIDEO_HEADERS, CreateVideoHeaders, WAITING_HEADERS } from './headers.ts'
import { DeletedVideo, Video as VideoSchema, VideoList, VideoPage, VideoPath } from './schema.ts'
import { noVideo } from './no-video.ts'
import { lengthGoesFirst } from './script-length.ts'
import { videoReply, waitingReply } from './reply.ts'
import { untilEnded } from './until-ended.ts'
import { videoPageView, videoView } from './view.ts'
import { Wait, wantedWait } from './wait.ts'

/** POST /videos: accepts a script and returns before the video is made. */
export const createVideo = endpoint({
  method: 'post',
  path: '/videos',
  hasTestData: true,
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
    const header = headers['idempotency-key']
    const idempotencyKey = readIdempotencyKey(header?.toString() ?? null, body.idempotency_key ?? null)
    const origin = caller.kind === 'person' ? 'application' : 'api'
    const created = await ports.createVideo({
      account,
      request: toVideoRequest(body),
      idempotencyKey,
      origin,
      requestId,
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
  operationId: 'listVideos',
  tag: 'Videos',
  summary: 'List videos',
  description: 'Returns the videos that were created through the API, newest first.',
  query: VideoPage,
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
  async handle({ account, query }, ports) {
    const page = await ports.videos.page(account.id, query.limit + 1, query.before ?? null, {
      origin: 'api',
    })
    if (page === null) {
      const message = 'Send the next_before of an earlier page, or the id of one of your videos.'
      throw invalidFields({ before: { code: 'invalid', message } })
    }
    return {
      body: videoPageView(page, query.limit, (video) => videoView(video, ports.mediaLinks, ports.publicUrl)),
    }
  },
})

/** GET /videos/{id}: returns one video, with fresh links. */
export const getVideo = endpoint({
  method: 'get',
  path: '/videos/:id',
  hasTestData: true,
  operationId: 'getVideo',
  tag: 'Videos',
  summary: 'Retrieve a video',
  description:
    'Returns the video, with fresh signed links when it is ready. Do not store links: store the id ' +
    'and retrieve the video again.',
  params: VideoPath,
  query: Wait,
  readsVideo: true,
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

/** DELETE /videos/{id}: deletes a video, its files and its links. */
export const deleteVideo = endpoint({
  method: 'delete',
  path: '/videos/:id',
  hasTestData: true,
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
