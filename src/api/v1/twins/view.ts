import type { z } from 'zod'

import type { Plan } from '../../../domain/plan.ts'
import { isUsable } from '../../../domain/twin.ts'
import type { Twin } from '../../../domain/twin.ts'
import { presenterMedia } from '../presenters/view.ts'
import type { Twin as TwinSchema } from './schema.ts'

/** Formats a twin as JSON (specification section 2). Whether it can be used depends on the account's plan. */
export function twinView(twin: Twin, plan: Plan, publicUrl: string): z.infer<typeof TwinSchema> {
  const media = twin.status === 'ready' && twin.look ? presenterMedia(twin.look.presenterId, publicUrl) : null
  return {
    id: twin.id,
    name: twin.name,
    status: twin.status,
    usable_in_videos: isUsable(twin, plan),
    thumbnail_url: media?.thumbnail_url ?? null,
    preview_video_url: media?.preview_video_url ?? null,
    voice_name: twin.voice?.name ?? null,
  }
}
