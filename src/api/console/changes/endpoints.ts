import { z } from 'zod'

import type { VideoChange } from '../../../ports/video/video-changes.ts'
import { createLatest } from '../../lasting/latest.ts'
import { watchChanges } from '../../lasting/watch-changes.ts'
import { consoleStream } from '../stream.ts'

/** What has become of a video of the account. */
const VideoChangeView = z.strictObject({
  id: z.string(),
  status: z.enum(['queued', 'rendering', 'ready', 'failed']),
  progress: z.number(),
  is_deleted: z.boolean(),
})

/** GET /changes: changes of the account's videos from the beginning of the answer on, as server-sent events. */
export const followChanges = consoleStream({
  path: '/changes',
  event: 'video',
  data: VideoChangeView,
  async follow({ account, gone }, { videoChanges }) {
    const latest = createLatest<VideoChange>(gone)
    // A page reads all anew when its stream is open: nothing may be lost between that and the first look.
    await watchChanges(videoChanges, account.id, gone, (change) => latest.put(change.videoId, change))
    return viewed(latest)
  },
})

async function* viewed(changes: AsyncIterable<VideoChange>): AsyncGenerator<z.infer<typeof VideoChangeView>> {
  for await (const { videoId: id, status, progress, isDeleted } of changes) {
    yield { id, status, progress, is_deleted: isDeleted }
  }
}
