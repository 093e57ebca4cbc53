import { invalidFields, problem } from '../../domain/errors.ts'
import { readIdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Video } from '../../domain/video.ts'
import { endpoint } from '../endpoint.ts'
import type { ApiPorts } from '../ports.ts'
import { CreateVideo, toVideoRequest } from '../schemas/create-video.ts'
import { VideoPage, VideoPath } from '../schemas/parameters.ts'
import { videoPageView, videoView } from '../views.ts'

const view = (video: Video, { mediaLinks, publicUrl }: ApiPorts) => videoView(video, mediaLinks, publicUrl)

/** POST /videos: accept a script, answer at once. */
export const createVideo = endpoint({
  method: 'post',
  path: '/videos',
  summary: 'Create a video',
  body: CreateVideo,
  successStatus: 202,
  errors: [
    'invalid_request',
    'script_too_long',
    'allowance_exceeded',
    'plan_required',
    'not_found',
    'twin_not_ready',
    'rate_limited',
    'concurrency_limit',
    'daily_limit',
    'service_unavailable',
  ],
  async handle({ account, body, headers }, ports) {
    const header = headers['idempotency-key']
    const idempotencyKey = readIdempotencyKey(header?.toString() ?? null, body.idempotency_key ?? null)
    const created = await ports.createVideo({ account, request: toVideoRequest(body), idempotencyKey })
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
  summary: 'List recent videos, newest first',
  query: VideoPage,
  successStatus: 200,
  errors: ['invalid_request'],
  async handle({ account, query }, ports) {
    const page = await ports.videos.page(account.id, query.limit + 1, query.before ?? null)
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
  summary: 'Get one video',
  params: VideoPath,
  successStatus: 200,
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
  summary: 'Delete a video',
  params: VideoPath,
  successStatus: 200,
  errors: ['not_found'],
  async handle({ account, params }, ports) {
    await ports.deleteVideo({ accountId: account.id, videoId: params.id })
    return { body: { id: params.id, deleted: true } }
  },
})
