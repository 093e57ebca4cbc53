import { invalidFields, problem } from '../../../domain/errors.ts'
import { readIdempotencyKey } from '../../../domain/idempotency-key.ts'
import type { Video } from '../../../domain/video.ts'
import { endpoint } from '../../contract/endpoint.ts'
import type { ApiPorts } from '../../ports.ts'
import { CreateVideo, toVideoRequest } from './creation-schema.ts'
import { VIDEO_EXAMPLES } from './examples.ts'
import { CREATED_VIDEO_HEADERS, CreateVideoHeaders } from './headers.ts'
import { DeletedVideo, Video as VideoSchema, VideoList, VideoPage, VideoPath } from './schema.ts'
import { lengthGoesFirst } from './script-length.ts'
import { videoPageView, videoView } from './view.ts'

const view = (video: Video, { mediaLinks, publicUrl }: ApiPorts) => videoView(video, mediaLinks, publicUrl)

/** POST /videos: accept a script, answer at once. */
export const createVideo = endpoint({
  method: 'post',
  path: '/videos',
  operationId: 'createVideo',
  tag: 'Videos',
  summary: 'Create a video',
  description:
    'Accepts a script and answers at once; the video is made meanwhile, typically in minutes. Then poll ' +
    '`GET /videos/{id}` every 10 to 15 seconds, or wait for the webhook.\n\n' +
    'Send an `Idempotency-Key`: repeating a request with the same key returns the same video, in its ' +
    'current state, and never charges twice. Only an accepted video uses a key up; the same key with ' +
    'another body is refused.\n\n' +
    'An error means that this request has charged nothing and never will. A connection that ends without ' +
    'an answer means that the outcome is unknown: repeat the request with the same key.',
  headers: CreateVideoHeaders,
  body: CreateVideo,
  bodyExamples: {
    'A stock presenter': { script: 'Welcome! Here is what changed in this release.', presenter_id: 'maya' },
    'All there is': {
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
    description: 'Accepted, or accepted before with the same idempotency key.',
    schema: VideoSchema,
    example: VIDEO_EXAMPLES.rendering,
    headers: CREATED_VIDEO_HEADERS,
    links: { getVideo: { id: '$response.body#/id' }, deleteVideo: { id: '$response.body#/id' } },
  },
  countsAs: 'creates',
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
  async handle({ account, caller, body, headers }, ports) {
    const header = headers['idempotency-key']
    const idempotencyKey = readIdempotencyKey(header?.toString() ?? null, body.idempotency_key ?? null)
    const origin = caller.kind === 'person' ? 'application' : 'api'
    const created = await ports.createVideo({
      account,
      request: toVideoRequest(body),
      idempotencyKey,
      origin,
    })
    return {
      body: view(created.video, ports),
      headers: {
        Location: `${ports.publicUrl}/api/v1/videos/${created.video.id}`,
        ...(created.replayed && { 'Idempotency-Replayed': 'true' }),
      },
    }
  },
})

/** GET /videos: the account's videos, newest first. */
export const listVideos = endpoint({
  method: 'get',
  path: '/videos',
  operationId: 'listVideos',
  tag: 'Videos',
  summary: 'List recent videos, newest first',
  description: 'The account’s videos made through the API. Page back with `next_before`.',
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
  errors: ['invalid_request'],
  async handle({ account, query }, ports) {
    const page = await ports.videos.page(account.id, query.limit + 1, query.before ?? null, {
      origin: 'api',
    })
    if (page === null) {
      const message = 'This is neither a next_before of a page nor the id of one of your videos.'
      throw invalidFields({ before: { code: 'invalid', message } })
    }
    return { body: videoPageView(page, query.limit, (video) => view(video, ports)) }
  },
})

/** GET /videos/{id}: one video, with fresh links. */
export const getVideo = endpoint({
  method: 'get',
  path: '/videos/:id',
  operationId: 'getVideo',
  tag: 'Videos',
  summary: 'Get one video',
  description:
    'Status, progress, and fresh links when ready. Do not keep links: keep the id and ask again. ' +
    'While a video is made, ask every 10 to 15 seconds.',
  params: VideoPath,
  success: { status: 200, description: 'The video.', schema: VideoSchema, example: VIDEO_EXAMPLES.ready },
  errors: ['not_found'],
  async handle({ account, params }, ports) {
    const video = await ports.videos.find(account.id, params.id)
    if (!video) throw problem('not_found')
    return { body: view(video, ports) }
  },
})

/** DELETE /videos/{id}: gone for everyone, at once. */
export const deleteVideo = endpoint({
  method: 'delete',
  path: '/videos/:id',
  operationId: 'deleteVideo',
  tag: 'Videos',
  summary: 'Delete a video',
  description:
    'The video, its files and its links are gone at once. One that is still being made is stopped and ' +
    'gives all its reserved seconds back; no webhook is sent.',
  params: VideoPath,
  success: {
    status: 200,
    description: 'The video is deleted.',
    schema: DeletedVideo,
    example: { id: VIDEO_EXAMPLES.ready.id, deleted: true },
  },
  errors: ['not_found'],
  async handle({ account, params }, ports) {
    await ports.deleteVideo({ accountId: account.id, videoId: params.id })
    return { body: { id: params.id, deleted: true as const } }
  },
})
