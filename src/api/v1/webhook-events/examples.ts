import type { z } from 'zod'

import { VIDEO_EXAMPLES } from '../videos/examples.ts'
import { WEBHOOK_URL_EXAMPLE } from '../webhook-endpoint/examples.ts'
import type { WebhookEvent, WebhookEventDetails, WebhookTest } from './schema.ts'

/** An event that was delivered at once. */
export const WEBHOOK_EVENT_EXAMPLE: z.infer<typeof WebhookEvent> = {
  id: 'evt_01kam4q2v3e8tbw9k2x7c5n0hd',
  event: 'video.ready',
  endpoint_id: null,
  video_id: VIDEO_EXAMPLES.ready.id,
  subject_id: VIDEO_EXAMPLES.ready.id,
  status: 'delivered',
  created_at: '2026-11-21T10:01:05.000Z',
  completed_at: '2026-11-21T10:01:06.100Z',
  delivery_count: 1,
  attempt_count: 1,
  last_response_status: 204,
  next_attempt_at: null,
}

/** The same event with its attempt. */
export const WEBHOOK_EVENT_DETAILS_EXAMPLE: z.infer<typeof WebhookEventDetails> = {
  ...WEBHOOK_EVENT_EXAMPLE,
  attempts: [
    {
      delivery: 1,
      attempt: 1,
      attempted_at: '2026-11-21T10:01:06.000Z',
      url: WEBHOOK_URL_EXAMPLE,
      request_headers: {
        'content-type': 'application/json',
        'user-agent': 'presenter-video-api/0.1.0',
        'webhook-id': WEBHOOK_EVENT_EXAMPLE.id,
        'webhook-signature': '[removed]',
      },
      request_body: '{"event":"video.ready","data":{"id":"vid_01kam4pz6zfb0t3vn1w2k7c8xe", …}, …}',
      delivered: true,
      response_status: 204,
      duration_ms: 61,
      response_excerpt: '',
      error: null,
      next_attempt_at: null,
    },
  ],
}

/** A test event whose signature the receiver rejected. */
export const WEBHOOK_TEST_EXAMPLE: z.infer<typeof WebhookTest> = {
  event_id: 'evt_01kam4r5w8e8tbw9k2x7c5n0hd',
  event: 'video.ready',
  url: WEBHOOK_URL_EXAMPLE,
  sent_at: '2026-11-21T10:05:00.000Z',
  delivered: false,
  response_status: 401,
  duration_ms: 58,
  response_excerpt: '{"message":"The signature does not match."}',
  error: null,
}
