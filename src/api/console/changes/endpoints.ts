import { z } from 'zod'

import type { VideoChange } from '../../../ports/video/video-changes.ts'
import { createLatest } from '../../lasting/latest.ts'
import { consoleStream } from '../stream.ts'

/** What has become of a video of the account. */
const VideoChangeView = z.strictObject({
  id: z.string(),
  status: z.enum(['queued', 'rendering', 'ready', 'failed']),
  progress: z.number(),
  is_deleted: z.boolean(),
})

/** GET /changes: changes of the account's videos from now on, as server-sent events. */
export const followChanges = consoleStream({
  path: '/changes',
  event: 'video',
  data: VideoChangeView,
  async *follow({ account, gone }, { videoChanges }) {
    const latest = createLatest<VideoChange>(gone)
    const { stop } = videoChanges.watch(account.id, (change) => latest.put(change.videoId, change))
    try {
      for await (const { videoId: id, status, progress, isDeleted } of latest) {
        yield { id, status, progress, is_deleted: isDeleted }
      }
    } finally {
      stop()
    }
  },
})
