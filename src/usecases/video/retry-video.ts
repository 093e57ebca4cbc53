import type { Account } from '../../domain/account/account.ts'
import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { Video } from '../../domain/video/video.ts'
import { retriedVideo, retryKey, retryMayHelp } from '../../domain/video/video-retry.ts'
import type { Videos } from '../../ports/video/videos.ts'
import type { CreateVideo } from './create-video.ts'

/** Stores and use case for retrying a failed video. */
export interface RetryVideoPorts {
  readonly videos: Pick<Videos, 'find' | 'findByKey' | 'requestOf'>
  readonly createVideo: CreateVideo
}

/** Makes a failed video anew. Safe to repeat: the video that was made in its place is the answer every time. */
export type RetryVideo = (input: { account: Account; videoId: string; requestId: string }) => Promise<Video>

/**
 * Trying a failed video again, once: what fails twice fails again (specification section 7, `retry_once`). The key
 * of the new request says which video it repeats, so that there is never a second one.
 */
export function makeRetryVideo({ videos, createVideo }: RetryVideoPorts): RetryVideo {
  return async ({ account, videoId, requestId }) => {
    const [failed, asked] = await Promise.all([
      videos.find(account.id, videoId),
      videos.requestOf(account.id, videoId),
    ])
    if (failed === null || asked === null) throw problem('not_found')
    if (failed.failure === null) throw notRetryable('Only a video that failed can be tried again.')
    if (!retryMayHelp(failed.failure)) {
      throw notRetryable('The same request would fail again. Change it, and create a new video.')
    }
    if (retriedVideo(asked.idempotencyKey) !== null) {
      throw notRetryable('This was the second try already. Contact support and name the id of the video.')
    }
    // Asked before it is created: the title or the metadata of the failed one may have changed since.
    const made = await videos.findByKey(account.id, retryKey(videoId))
    const retried = made && (await videos.find(account.id, made.videoId))
    if (retried) return retried
    const { video } = await createVideo({
      account,
      // A person who asks again would rather wait for a slot than be told to ask once more.
      request: { ...asked.request, queue: true },
      idempotencyKey: retryKey(videoId),
      origin: 'application',
      requestId,
    })
    return video
  }
}

function notRetryable(message: string) {
  return invalidFields({ id: { code: 'invalid', message } })
}
