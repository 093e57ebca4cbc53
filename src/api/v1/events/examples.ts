import { VIDEO_EXAMPLES } from '../videos/examples.ts'
import { WEBHOOK_EVENT_EXAMPLE } from '../webhook-events/examples.ts'

/** Only some members of the video: it is shown whole elsewhere. */
const event = (
  name: string,
  { id, status, progress, video_url }: (typeof VIDEO_EXAMPLES)['ready' | 'rendering'],
) =>
  `event: ${name}\ndata: ${JSON.stringify({
    event: name,
    data: { id, status, progress, video_url },
    sent_at: '2026-11-21T10:01:06.000Z',
  })}\n\n`

/** What a stream looks like on the wire. */
export const STREAM_EXAMPLE =
  'retry: 2000\n\n' +
  event('video.rendering', VIDEO_EXAMPLES.rendering) +
  `id: ${WEBHOOK_EVENT_EXAMPLE.id}\n${event('video.ready', VIDEO_EXAMPLES.ready)}`
