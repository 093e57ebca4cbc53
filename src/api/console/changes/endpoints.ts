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

/** GET /changes: changes of the account's videos from the beginning of the answer on, as server-sent events. */
export const followChanges = consoleStream({
  path: '/changes',
  event: 'video',
  data: VideoChangeView,
  async follow({ account, gone }, { videoChanges }) {
    const latest = createLatest<VideoChange>(gone)
    const { begun, stop } = videoChanges.watch(account.id, (change) => latest.put(change.videoId, change))
    gone.addEventListener('abort', stop, { once: true })
    // A page reads all anew when its stream is open. What happened between that and the first look would be lost.
    await begun
    // Who had gone before all this is not followed.
    if (gone.aborted) stop()
    return viewed(latest)
  },
})

async function* viewed(changes: AsyncIterable<VideoChange>): AsyncGenerator<z.infer<typeof VideoChangeView>> {
  for await (const { videoId: id, status, progress, isDeleted } of changes) {
    yield { id, status, progress, is_deleted: isDeleted }
  }
}
