import type { z } from 'zod'

import type { Video } from '../../../domain/video/video.ts'
import type { WebhookEvent } from '../../../domain/webhook/webhook-event.ts'
import type { MediaLinks } from '../../../ports/video/media-links.ts'
import type { Video as VideoSchema } from '../videos/schema.ts'
import { videoView } from '../videos/view.ts'

/** What a webhook carries: exactly the three members of specification section 6. */
export interface VideoEventBody {
  readonly event: string
  readonly data: z.infer<typeof VideoSchema>
  readonly sent_at: string
}

/** Formats something that has happened to a video, with links that are signed anew. */
export function videoEventBody(
  event: string,
  video: Video,
  sentAt: Date,
  { mediaLinks, publicUrl }: { readonly mediaLinks: MediaLinks; readonly publicUrl: string },
): VideoEventBody {
  return { event, data: videoView(video, mediaLinks, publicUrl), sent_at: sentAt.toISOString() }
}

/** Builds the function that writes the JSON body of a webhook. */
export function deliveryBody(mediaLinks: MediaLinks, publicUrl: string) {
  return ({ type }: WebhookEvent, video: Video, sentAt: Date): string =>
    JSON.stringify(videoEventBody(type, video, sentAt, { mediaLinks, publicUrl }))
}
