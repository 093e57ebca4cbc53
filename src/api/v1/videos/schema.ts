import { z } from 'zod'

import { VideoError } from '../../contract/error-schema.ts'
import { listOf } from '../../contract/list.ts'
import { idParameter, limitParameter } from '../../contract/parameters.ts'
import { timestamp } from '../../contract/timestamp.ts'
import { VideoOptions } from './options-schema.ts'

const Captions = z.strictObject({
  srt_url: z.url().describe('SubRip. Signed link, valid 1 hour.'),
  vtt_url: z.url().describe('WebVTT. Signed link, valid 1 hour.'),
})

/** A video (specification section 2; decisions, "Video extras"). */
export const Video = z
  .strictObject({
    id: z.string().describe('Video identifier. Store this, not the URL.'),
    status: z
      .enum(['queued', 'rendering', 'ready', 'failed'])
      .describe('Ends as `ready` or `failed`; then it changes no more.'),
    progress: z.int().min(0).max(100).describe('0 to 100; never goes down; 100 exactly when ready.'),
    presenter: z.string().nullable().describe('Name of the presenter or twin.'),
    duration_seconds: z
      .number()
      .min(0)
      .nullable()
      .describe('Length of the video in seconds; null until ready.'),
    thumbnail_url: z.url().nullable().describe('Signed link to a picture, valid 1 hour; null until ready.'),
    video_url: z
      .url()
      .nullable()
      .describe('Signed link, valid 1 hour; null until ready. Fetch the video again for a fresh one.'),
    error: VideoError.nullable().describe('Why the video failed; null unless it did.'),
    title: z.string().nullable().describe("As given at creation; shown in the user's Projects."),
    presenter_id: z.string().nullable().describe('As given at creation.'),
    twin_id: z.string().nullable().describe('As given at creation.'),
    voice_id: z.string().nullable().describe('As given at creation.'),
    script_characters: z.int().min(1).describe('Length of the script in Unicode code points.'),
    created_at: timestamp().describe('When the video was accepted.'),
    completed_at: timestamp().nullable().describe('When the video became ready or failed.'),
    video_url_expires_at: timestamp().nullable().describe('When `video_url` stops working.'),
    captions: Captions.nullable().describe('The script as captions; null until ready.'),
    provenance_url: z
      .url()
      .nullable()
      .describe(
        'How the video was made and when each word is heard (docs/provenance.md). Signed link, valid 1 hour; null until ready.',
      ),
    metadata: z.record(z.string(), z.string()).nullable().describe('Your own names and values.'),
    options: VideoOptions,
  })
  .refine(
    ({ status, video_url, error, progress }) =>
      (status === 'ready') === (video_url !== null) &&
      (status === 'ready') === (progress === 100) &&
      (status === 'failed') === (error !== null),
    'The members do not fit the status.',
  )
  .meta({ id: 'Video', description: 'A presenter video, from its acceptance to its end.' })

/** One page of GET /videos. */
export const VideoList = listOf('VideoList', Video, 'One page of videos, newest first.')

/** What is left of a deleted video (decisions, "DELETE"). */
export const DeletedVideo = z
  .strictObject({ id: z.string().describe('Video identifier.'), deleted: z.literal(true) })
  .meta({ id: 'DeletedVideo', description: 'The video is gone; its links work no more.' })

const VIDEO_ID_EXAMPLE = 'vid_01kam4pz6zfb0t3vn1w2k7c8xe'

/** Path of one video. */
export const VideoPath = z.object({
  id: idParameter.meta({ description: 'Video identifier.', example: VIDEO_ID_EXAMPLE }),
})

/** Query of GET /videos (specification section 4; decisions, "GET /videos"). */
export const VideoPage = z.object({
  limit: limitParameter,
  before: idParameter.optional().meta({
    description: '`next_before` of the page before, or the id of one of your videos: older ones follow.',
    example: VIDEO_ID_EXAMPLE,
  }),
})
