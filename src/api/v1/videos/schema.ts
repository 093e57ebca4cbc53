import { z } from 'zod'

import { alwaysTrue } from '../../contract/fields/always-true.ts'
import { VideoError } from '../../contract/error/error-schema.ts'
import { listOf } from '../../contract/list.ts'
import { idParameter, limitParameter } from '../../contract/parameters.ts'
import { timestamp } from '../../contract/fields/timestamp.ts'
import { VideoOptions } from './options-schema.ts'

const Captions = z
  .strictObject({
    srt_url: z.url().describe('SubRip. Signed link, valid 1 hour.'),
    vtt_url: z.url().describe('WebVTT. Signed link, valid 1 hour.'),
  })
  .meta({ id: 'Captions', description: 'The script as caption files.' })

/** Metadata in a response. */
export const Metadata = z
  .record(z.string(), z.string())
  .meta({ id: 'Metadata', description: 'Your own key-value pairs.' })

/** A video (specification section 2; decisions, "Video extras"). */
export const Video = z
  .strictObject({
    id: z.string().describe('Video identifier. Store this, not the URL.'),
    // Closed: clients wait for the final ones. A status that version 1 does not know would only be sent on request.
    status: z.enum(['queued', 'rendering', 'ready', 'failed']).describe('`ready` and `failed` are final.'),
    progress: z.int().min(0).max(100).describe('Never decreases; 100 only when ready.'),
    presenter: z.string().nullable().describe('Name of the presenter or twin.'),
    duration_seconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Length of the video in seconds. Null until ready.'),
    thumbnail_url: z.url().nullable().describe('A still image. Signed link, valid 1 hour. Null until ready.'),
    video_url: z
      .url()
      .nullable()
      .describe(
        'Signed link, valid 1 hour. Null until ready. With `&download=1`, browsers save instead of ' +
          'playing.',
      ),
    error: VideoError.nullable().describe('Why the video failed. Null unless the status is `failed`.'),
    title: z.string().nullable().describe("Shown in the user's Projects."),
    presenter_id: z.string().nullable().describe('As given at creation.'),
    twin_id: z.string().nullable().describe('As given at creation.'),
    voice_id: z.string().nullable().describe('As given at creation.'),
    batch_id: z.string().nullable().describe('The batch that started it, if one did.'),
    script_characters: z.int().min(1).describe('Length of the script in Unicode code points.'),
    created_at: timestamp().describe('When the video was accepted.'),
    completed_at: timestamp().nullable().describe('When the video became ready or failed. Null before that.'),
    video_url_expires_at: timestamp()
      .nullable()
      .describe('When `video_url` expires. Null when there is no link.'),
    captions: Captions.nullable().describe('The script as caption files. Null until ready.'),
    provenance_url: z
      .url()
      .nullable()
      .describe(
        'How the video was made, and when each word is spoken. Signed link, valid 1 hour. Null until ' +
          'ready.',
      ),
    metadata: Metadata.nullable().describe('Your own key-value pairs.'),
    options: VideoOptions,
    test: z.boolean().describe('Whether it was made with a test key: nothing is charged.'),
    expires_at: timestamp().nullable().describe('When the video is deleted. Null: never.'),
  })
  .refine(
    ({ status, video_url, error, progress }) =>
      (status === 'ready') === (video_url !== null) &&
      (status === 'ready') === (progress === 100) &&
      (status === 'failed') === (error !== null),
    'The members do not fit the status.',
  )
  .meta({ id: 'Video', description: 'A presenter video. It exists from the moment it is accepted.' })

/** One page of GET /videos. */
export const VideoList = listOf('VideoList', Video, 'One page of videos, newest first.')

/** Response of DELETE /videos/{id} (decisions, "DELETE"). */
export const DeletedVideo = z
  .strictObject({ id: z.string().describe('Video identifier.'), deleted: alwaysTrue() })
  .meta({ id: 'DeletedVideo', description: 'Confirmation that a video was deleted.' })

/** Response of GET /videos/{id}/script. */
export const VideoScript = z
  .strictObject({ id: z.string().describe('Video identifier.'), script: z.string() })
  .meta({ id: 'VideoScript', description: 'What the presenter says.' })

/** An id of a video, for the OpenAPI document. */
export const VIDEO_ID_EXAMPLE = 'vid_01kam4pz6zfb0t3vn1w2k7c8xe'

/** Path of one video. */
export const VideoPath = z.object({
  id: idParameter.meta({ description: 'Video identifier.', example: VIDEO_ID_EXAMPLE }),
})

/** Which page of videos (specification section 4; decisions, "GET /videos"). */
export const VideoPage = z.object({
  limit: limitParameter,
  before: idParameter.optional().meta({
    description:
      'The `next_before` of the previous page; without a filter, also the id of a video. Only older ones are returned.',
    example: VIDEO_ID_EXAMPLE,
  }),
})
