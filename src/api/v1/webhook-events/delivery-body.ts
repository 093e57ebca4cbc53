import type { z } from 'zod'

import type { Video } from '../../../domain/video/video.ts'
import type { EventContent } from '../../../ports/webhook/event-content.ts'
import type { EventType, WebhookEvent } from '../../../domain/webhook/webhook-event.ts'
import type { MediaLinks } from '../../../ports/video/media-links.ts'
import { allowanceView } from '../account/view.ts'
import { batchSummaryView } from '../batches/view.ts'
import { twinView } from '../twins/view.ts'
import type { Video as VideoSchema } from '../videos/schema.ts'
import { videoView } from '../videos/view.ts'

/** What a webhook carries: exactly the three members of specification section 6. */
export interface VideoEventBody {
  readonly event: string
  readonly data: z.infer<typeof VideoSchema>
  readonly sent_at: string
}

/** What links in a body need. */
interface Links {
  readonly mediaLinks: MediaLinks
  readonly publicUrl: string
}

/** Formats something that has happened to a video, with links that are signed anew. */
export function videoEventBody(
  event: string,
  video: Video,
  sentAt: Date,
  { mediaLinks, publicUrl }: Links,
): VideoEventBody {
  return { event, data: videoView(video, mediaLinks, publicUrl), sent_at: sentAt.toISOString() }
}

/** What is left of a video that was deleted. */
export function deletedView(id: string) {
  return { id, deleted: true as const }
}

/** Builds the function that writes the JSON body of a webhook. */
export function deliveryBody(mediaLinks: MediaLinks, publicUrl: string) {
  const links = { mediaLinks, publicUrl }
  return ({ type }: WebhookEvent, content: EventContent, sentAt: Date): string =>
    JSON.stringify({ event: type, data: contentView(type, content, links), sent_at: sentAt.toISOString() })
}

function contentView(type: EventType, content: EventContent, links: Links) {
  switch (content.kind) {
    case 'video':
      return videoView(content.video, links.mediaLinks, links.publicUrl)
    case 'gone':
      return type === 'twin.withdrawn'
        ? { id: content.id, withdrawn: true as const }
        : deletedView(content.id)
    case 'batch':
      return batchSummaryView(content.batch)
    case 'twin':
      return twinView(content.twin, 'ready', content.plan, links)
    case 'allowance':
      return allowanceView(content.allowance)
  }
}
