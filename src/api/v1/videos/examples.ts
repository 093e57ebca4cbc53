import type { z } from 'zod'

import { EXAMPLE_REQUEST_ID } from '../../contract/error/error-example.ts'
import { errorMembers } from '../../contract/error/error-view.ts'
import { EXAMPLE_SERVICE } from '../../contract/example-service.ts'
import type { Video } from './schema.ts'

const LINK = `${EXAMPLE_SERVICE}/media/videos/vid_01kam4pz6zfb0t3vn1w2k7c8xe`
const SIGNED = '?expires=1795258865&signature=q2vJ8mZr1T0cWb5nYx7Kd3Hs9Lf4Gp6Qe2Ua0iVoXyE'

type VideoExample = z.infer<typeof Video>

const CREATED: VideoExample = {
  id: 'vid_01kam4pz6zfb0t3vn1w2k7c8xe',
  status: 'rendering',
  progress: 0,
  presenter: 'Maya Lindqvist',
  duration_seconds: null,
  thumbnail_url: null,
  video_url: null,
  error: null,
  title: 'Welcome',
  presenter_id: 'maya',
  twin_id: null,
  voice_id: null,
  batch_id: null,
  script_characters: 46,
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  video_url_expires_at: null,
  captions: null,
  provenance_url: null,
  metadata: { order: '1042' },
  options: {
    resolution: '720p',
    aspect_ratio: '16:9',
    background: null,
    background_blur: 'none',
    captions: 'none',
    name_card: true,
    brand_colour: null,
    gestures: 'calm',
    camera: 'directed',
  },
  test: false,
  expires_at: null,
}

/** Example videos that are rendering, ready and failed. */
export const VIDEO_EXAMPLES = {
  rendering: CREATED,
  ready: {
    ...CREATED,
    status: 'ready',
    progress: 100,
    duration_seconds: 3.9,
    thumbnail_url: `${LINK}/poster${SIGNED}`,
    video_url: `${LINK}/video${SIGNED}`,
    completed_at: '2026-11-21T10:01:05.000Z',
    video_url_expires_at: '2026-11-21T11:01:05.000Z',
    captions: { srt_url: `${LINK}/captions.srt${SIGNED}`, vtt_url: `${LINK}/captions.vtt${SIGNED}` },
    provenance_url: `${LINK}/provenance.json${SIGNED}`,
  },
  failed: {
    ...CREATED,
    status: 'failed',
    progress: 42,
    completed_at: '2026-11-21T10:01:05.000Z',
    error: {
      ...errorMembers('render_failed', EXAMPLE_SERVICE),
      code: 'render_failed',
      request_id: EXAMPLE_REQUEST_ID,
      details: { stage: 'draw', reason: 'A frame could not be drawn.' },
    },
  },
} as const satisfies Record<string, VideoExample>
