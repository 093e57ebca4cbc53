import type { z } from 'zod'

import type { Plan } from '../../../domain/account/plan.ts'
import { isUsable, voiceLabel } from '../../../domain/twin/twin.ts'
import type { Twin, TwinStatus } from '../../../domain/twin/twin.ts'
import type { MediaLinks } from '../../../ports/video/media-links.ts'
import { presenterMedia } from '../presenters/view.ts'
import type { Twin as TwinSchema } from './schema.ts'

/** Where pictures of twins are. */
interface TwinMedia {
  /** What links start with, without a slash at the end. */
  readonly publicUrl: string
  readonly mediaLinks: Pick<MediaLinks, 'signTwin'>
}

/** Formats a twin as JSON (specification section 2). Whether it can be used depends on the account's plan. */
export function twinView(
  twin: Twin,
  status: TwinStatus,
  plan: Plan,
  media: TwinMedia,
): z.infer<typeof TwinSchema> {
  return {
    id: twin.id,
    name: twin.name,
    status,
    usable_in_videos: isUsable(twin, plan),
    ...(status === 'ready' ? twinMedia(twin, media) : { thumbnail_url: null, preview_video_url: null }),
    voice_name: twin.voice && voiceLabel(twin.voice),
  }
}

/** Links to a twin's picture and preview video; those of a recorded person are good for an hour. */
export function twinMedia({ id, look }: Pick<Twin, 'id' | 'look'>, { publicUrl, mediaLinks }: TwinMedia) {
  if (look === null) return { thumbnail_url: null, preview_video_url: null }
  if (look.kind === 'presenter') return presenterMedia(look.presenterId, publicUrl)
  return {
    thumbnail_url: mediaLinks.signTwin(id, 'thumbnail').url,
    preview_video_url: mediaLinks.signTwin(id, 'preview').url,
  }
}
