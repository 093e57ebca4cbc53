import { z } from 'zod'

import { problem } from '../../../domain/error/errors.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { VIDEO_EXAMPLES } from './examples.ts'
import { noVideo } from './no-video.ts'
import { VideoPath, VideoScript } from './schema.ts'

/** GET /videos/{id}/script: returns the words of a video. */
export const getVideoScript = endpoint({
  method: 'get',
  path: '/videos/:id/script',
  scopes: ['videos:read'],
  operationId: 'getVideoScript',
  tag: 'Videos',
  summary: 'Retrieve a script',
  description: 'Returns the script of the video, exactly as it was sent.',
  params: VideoPath,
  readsVideo: true,
  success: {
    status: 200,
    description: 'The script.',
    schema: VideoScript,
    example: { id: VIDEO_EXAMPLES.ready.id, script: 'Welcome! Here is what changed in this release.' },
  },
  errors: ['not_found'],
  async handle({ video, params }, { videos }) {
    const script = video && (await videos.script(video.id))
    if (!script) throw noVideo(params.id)
    return { body: { id: params.id, script: script.text } }
  },
})

/** GET /videos/{id}/file: leads to the file of a ready video. */
export const getVideoFile = endpoint({
  method: 'get',
  path: '/videos/:id/file',
  scopes: ['videos:read'],
  operationId: 'getVideoFile',
  tag: 'Videos',
  summary: 'Download a video',
  description:
    'Redirects to the MP4 file by a fresh signed link, as in `video_url`. Returns `not_found` until the video is `ready`.',
  params: VideoPath,
  query: z.object({
    download: z
      .literal('1', 'Send 1, or leave it out.')
      .optional()
      .meta({ description: 'With 1, browsers save the file instead of playing it.', example: '1' }),
  }),
  readsVideo: true,
  success: {
    status: 302,
    description: 'The file is at `Location` for one hour.',
    schema: z.null(),
    example: null,
    contentType: null,
    headers: {
      Location: z.url().describe('Signed link.').meta({ example: VIDEO_EXAMPLES.ready.video_url }),
    },
  },
  errors: ['not_found'],
  async handle({ video, params, query }, { mediaLinks }) {
    if (!video) throw noVideo(params.id)
    if (video.status === 'failed') {
      throw problem('not_found', {
        message: 'The video failed, so it has no file. GET /videos/{id} says why.',
        userMessage: 'This video could not be made, so there is nothing to download.',
      })
    }
    if (video.status !== 'ready') {
      throw problem('not_found', {
        message: `The video is ${video.status} and has no file yet. Wait with GET /videos/{id}?wait=60, then ask again.`,
        userMessage: 'This video is not ready yet. Please try again in a moment.',
      })
    }
    const { url } = mediaLinks.sign(video.id, 'video')
    return { body: null, headers: { Location: query.download === undefined ? url : `${url}&download=1` } }
  },
})
