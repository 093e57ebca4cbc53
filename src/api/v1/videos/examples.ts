import type { z } from 'zod'

import { ERROR_CATALOGUE } from '../../../domain/errors.ts'
import type { ErrorCode, FieldProblems } from '../../../domain/errors.ts'
import type { ErrorBody } from '../../contract/error-schema.ts'
import type { Estimate } from '../estimate/schema.ts'
import type { Me } from '../account/schema.ts'
import type { Presenter } from '../presenters/schema.ts'
import type { Pronunciation } from '../pronunciations/schema.ts'
import type { StudioSet } from '../sets/schema.ts'
import type { Twin } from '../twins/schema.ts'
import type { LedgerPage, Usage } from '../usage/schema.ts'
import type { Video } from './schema.ts'
import type { Voice } from '../voices/schema.ts'
import { errorMembers } from './view.ts'

/** What answers look like, for the API's description and its pages. */

const SERVICE = 'https://video.example.com'
const LINK = `${SERVICE}/media/videos/vid_01kam4pz6zfb0t3vn1w2k7c8xe`
const SIGNED = '?expires=1795258865&signature=q2vJ…'

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
  script_characters: 48,
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
    captions: 'none',
    name_card: true,
    brand_colour: null,
  },
}

/** A video on its way, ready and failed. */
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
      ...errorMembers('render_failed', SERVICE),
      code: 'render_failed',
      details: { stage: 'draw', reason: 'A picture could not be drawn.' },
    },
  },
} as const satisfies Record<string, VideoExample>

/** The account on the Growth plan. */
export const ME_EXAMPLE: z.infer<typeof Me> = {
  account: { id: 'acc_01kam3w8q5e8tbw9k2x7c5n0hd', name: 'Owner', email: 'owner@example.com' },
  plan: {
    id: 'growth',
    name: 'Growth',
    video_seconds: 14_400,
    concurrent_videos: 6,
    daily_videos: 200,
    max_script_characters: 3000,
    max_video_seconds: 900,
  },
  remaining_video_seconds: 14_217,
  reserved_video_seconds: 5,
  used_video_seconds: 178,
  period_started_at: '2026-11-01T09:30:00.000Z',
  period_ends_at: '2026-12-01T09:30:00.000Z',
}

/** A stock presenter. */
export const PRESENTER_EXAMPLE: z.infer<typeof Presenter> = {
  id: 'maya',
  name: 'Maya Lindqvist',
  gender: 'female',
  language: 'en-US',
  thumbnail_url: `${SERVICE}/media/presenters/maya/thumbnail.jpg`,
  preview_video_url: `${SERVICE}/media/presenters/maya/preview.mp4`,
}

/** A set. */
export const SET_EXAMPLE: z.infer<typeof StudioSet> = {
  id: 'library',
  name: 'Library',
  description: 'Dark shelves full of books, lit board by board.',
  thumbnail_url: `${SERVICE}/media/sets/library/thumbnail.jpg`,
}

/** Two days of the period that `ME_EXAMPLE` is in. */
export const USAGE_EXAMPLE: z.infer<typeof Usage> = {
  period_started_at: ME_EXAMPLE.period_started_at,
  period_ends_at: ME_EXAMPLE.period_ends_at,
  used_video_seconds: 178,
  reserved_video_seconds: 5,
  remaining_video_seconds: 14_217,
  days: [
    { date: '2026-11-01', video_seconds: 0, videos: 0 },
    { date: '2026-11-02', video_seconds: 178, videos: 3 },
  ],
}

/** A video that was made: held at most, charged what it was long. */
export const LEDGER_EXAMPLE: z.infer<typeof LedgerPage>['data'] = [
  {
    number: 18,
    kind: 'settle',
    video_seconds: 1,
    balance_video_seconds: 14_222,
    video_id: CREATED.id,
    created_at: '2026-11-21T10:01:05.000Z',
  },
  {
    number: 17,
    kind: 'reserve',
    video_seconds: -5,
    balance_video_seconds: 14_221,
    video_id: CREATED.id,
    created_at: '2026-11-21T10:00:00.000Z',
  },
]

/** A script that the account has the seconds for, while too many videos are being made. */
export const ESTIMATE_EXAMPLE: z.infer<typeof Estimate> = {
  video_seconds: 5,
  expected_duration_seconds: 3.8,
  remaining_video_seconds: 14_222,
  remaining_after_video_seconds: 14_217,
  would_be_refused: [
    {
      ...errorMembers('concurrency_limit', SERVICE),
      message: ERROR_CATALOGUE.concurrency_limit.message,
    },
  ],
}

/** A twin that is ready, on a plan with twins. */
export const TWIN_EXAMPLE: z.infer<typeof Twin> = {
  id: 'twn_01kam3z0m1f2r8p6v4d9s7k5ga',
  name: 'Anna Berg',
  status: 'ready',
  usable_in_videos: true,
  thumbnail_url: `${SERVICE}/media/presenters/maya/thumbnail.jpg`,
  preview_video_url: `${SERVICE}/media/presenters/maya/preview.mp4`,
  voice_name: 'Sarah',
}

/** A starred voice. */
export const VOICE_EXAMPLE: z.infer<typeof Voice> = {
  id: 'voc_01kam3w8q6f7x2c4n8t1b5m9je',
  name: 'Aria',
  gender: 'female',
  language: 'en-US',
  quality: 'neural',
  preview_audio_url: `${SERVICE}/media/voices/kokoro-aria/preview.m4a`,
}

/** A name that an English voice would get wrong. */
export const PRONUNCIATION_EXAMPLE: z.infer<typeof Pronunciation> = {
  word: 'Nguyen',
  say_as: 'nwin',
  updated_at: '2026-11-21T09:58:00.000Z',
}

/** What `fields` looks like with the codes that carry it. */
const FIELDS: Partial<Record<ErrorCode, FieldProblems>> = {
  invalid_request: { presenter_id: { code: 'required', message: 'Send presenter_id or twin_id.' } },
  script_too_long: { script: { code: 'too_long', message: 'At most 3000 characters.', limit: 3000 } },
}

/** The answer with an error of this code. */
export function errorExample(code: ErrorCode): z.infer<typeof ErrorBody> {
  const fields = FIELDS[code]
  return {
    error: {
      ...errorMembers(code, SERVICE),
      message: ERROR_CATALOGUE[code].message,
      ...(fields && { fields }),
      request_id: 'req_5f0c6f2e9d6b4e0f8a7b3c1d2e4f6a8b',
    },
  }
}
