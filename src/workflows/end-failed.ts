import { proxyActivities } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { VideoFailure } from '../domain/video/video.ts'
import { RESULTS } from './activity-options.ts'

const { failVideo, announceEvent, discardMedia } = proxyActivities<Activities>(RESULTS)

/** The video that fails, and its account. */
interface VideoRef {
  readonly accountId: string
  readonly videoId: string
}

/**
 * Ends a video that comes to nothing: its seconds go back, its event is sent, and its files are removed.
 *
 * @param shown called once it has failed, before anybody is told.
 * @returns false when its owner deleted it meanwhile: then everything has been returned already, and nothing is told.
 */
export async function endFailed(
  { accountId, videoId }: VideoRef,
  failure: VideoFailure,
  shown: () => void = () => undefined,
): Promise<boolean> {
  const eventId = await failVideo({ accountId, videoId, failure })
  if (eventId !== null) {
    shown()
    await announceEvent({ eventId })
  }
  await discardMedia({ videoId, keepFinished: false })
  return eventId !== null
}
