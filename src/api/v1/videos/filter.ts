import type { z } from 'zod'

import type { VideoFilter } from '../../../domain/video/video.ts'
import { AS_COMMA_LIST, AS_NESTED, idsParameter, timeParameter } from '../../contract/parameters.ts'
import { text } from '../../contract/text.ts'
import { metadataOf, metadataValue } from './metadata-schema.ts'
import { Video, VideoPage } from './schema.ts'

const named = () => text(1, 100).optional()

/** Query of GET /videos: which videos, and which page of them. */
export const VideoQuery = VideoPage.extend({
  status: Video.shape.status.optional(),
  presenter_id: named(),
  twin_id: named(),
  voice_id: named(),
  metadata: metadataOf(metadataValue).optional().meta({
    description: '`metadata[order]=1042`: exactly this pair. Of several, all must match.',
    param: AS_NESTED,
  }),
  q: text(1, 200).optional().describe('A text in the title, in upper or lower case.'),
  ids: idsParameter.optional().meta({ description: 'Video ids, separated by commas.', param: AS_COMMA_LIST }),
  created_after: timeParameter.optional().describe('Only videos created after this time.'),
  created_before: timeParameter.optional().describe('Only videos created before this time.'),
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
    metadata: sent.metadata,
    createdAfter: sent.created_after,
    createdBefore: sent.created_before,
    inTitle: q,
  }
}
