import type { BatchEnding } from '../../ports/batch/batch-endings.ts'
import type { VideoChange, VideoChanges } from '../../ports/video/video-changes.ts'

/**
 * Watches the videos of an account until a client has gone. What happens after this has resolved is reported.
 *
 * @param gone aborted when the client has gone.
 * @param ended hears of each batch of the account that ends, too.
 * @returns what ends the watch sooner. Safe to call again.
 */
export async function watchChanges(
  videoChanges: VideoChanges,
  accountId: string,
  gone: AbortSignal,
  changed: (change: VideoChange) => void,
  ended?: (ending: BatchEnding) => void,
): Promise<() => void> {
  const { begun, stop } = videoChanges.watch(accountId, changed, ended)
  gone.addEventListener('abort', stop, { once: true })
  await begun
  // A client that has gone before has no more to tell.
  if (gone.aborted) stop()
  return stop
}
