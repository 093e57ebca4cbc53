import type { Video } from '../../../domain/video/video.ts'
import type { WebhookEvent } from '../../../domain/webhook/webhook-event.ts'
import type { MediaLinks } from '../../../ports/video/media-links.ts'
import { videoView } from '../videos/view.ts'

/** Builds the function that writes the JSON body of a webhook: exactly the three members of specification section 6. */
export function deliveryBody(mediaLinks: MediaLinks, publicUrl: string) {
  return ({ type }: WebhookEvent, video: Video, sentAt: Date): string =>
    JSON.stringify({
      event: type,
      data: videoView(video, mediaLinks, publicUrl),
      sent_at: sentAt.toISOString(),
    })
}
