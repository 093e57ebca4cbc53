import type { z } from 'zod'

import type { VideoFilter } from '../../../domain/video/video.ts'
import { AS_COMMA_LIST, idsParameter, timeParameter } from '../../contract/parameters.ts'
import { text } from '../../contract/fields/text.ts'
import { metadataOf, metadataValue } from './metadata-schema.ts'
import { Video, VIDEO_ID_EXAMPLE, VideoPage } from './schema.ts'

const named = (example: string) => text(1, 100).optional().meta({ example })

/** Query of GET /videos: which videos, and which page of them. */
export const VideoQuery = VideoPage.extend({
  status: Video.shape.status.optional().meta({ example: 'ready' }),
  presenter_id: named('maya'),
  twin_id: named('twn_01kam3w8q5e8tbw9k2x7c5n0hd'),
  voice_id: named('voc_01kam3w8q5e8tbw9k2x7c5n0hd'),
  /** `metadata[order]=1042`: exactly this pair. Of several, all must match. */
  metadata: metadataOf(metadataValue).optional(),
  q: text(1, 200)
    .optional()
    .meta({ description: 'A text in the title, in upper or lower case.', example: 'welcome' }),
  ids: idsParameter.optional().meta({
    description: 'Video ids, separated by commas.',
    example: [VIDEO_ID_EXAMPLE],
    param: AS_COMMA_LIST,
  }),
  created_after: timeParameter.optional().describe('Only videos created after this time.'),
  created_before: timeParameter.optional().describe('Only videos created before this time.'),
  batch_id: named('bat_01kam4q8v3e8tbw9k2x7c5n0hd'),
})

type Sent = Omit<z.infer<typeof VideoQuery>, 'limit' | 'before'>

/** The filter that a query stands for. */
export function toVideoFilter({ q, ...sent }: Sent): VideoFilter {
  return {
    ids: sent.ids,
    status: sent.status,
    presenterId: sent.presenter_id,
    twinId: sent.twin_id,
    voiceId: sent.voice_id,
    batchId: sent.batch_id,
    metadata: sent.metadata,
    createdAfter: sent.created_after,
    createdBefore: sent.created_before,
    inTitle: q,
  }
}
