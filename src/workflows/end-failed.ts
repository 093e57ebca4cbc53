import { proxyActivities } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { KnownFailure } from '../domain/video/failure-cause.ts'
import type { VideoFailure } from '../domain/video/video.ts'
import { RESULTS } from './activity-options.ts'

const { failVideo, announceEvent, discardMedia } = proxyActivities<Activities>(RESULTS)

/** The video that fails, and its account. */
interface VideoRef {
  readonly accountId: string
  readonly videoId: string
}

/** Why a video fails, for its owner and for operators. */
interface EndingFailure {
  readonly failure: VideoFailure
  readonly known: KnownFailure
}

/**
 * Ends a video that comes to nothing: its seconds go back, its event is sent if a webhook takes it, and its files are removed.
 *
 * @param shown called once it has failed, before anybody is told.
 * @returns false when its owner deleted it meanwhile: then everything has been returned already, and nothing is told.
 */
export async function endFailed(
  { accountId, videoId }: VideoRef,
  { failure, known }: EndingFailure,
  shown: () => void = () => undefined,
): Promise<boolean> {
  const event = await failVideo({ accountId, videoId, failure, known })
  if (event !== null) {
    shown()
    if (event.isPending) await announceEvent({ eventId: event.eventId })
  }
  await discardMedia({ videoId, keepFinished: false })
  return event !== null
}
