import { problem } from '../domain/errors.ts'
import { mediaFolder } from '../domain/media-asset.ts'
import type { Log, MediaStore, Orchestrator, Videos } from '../ports.ts'

/** What deleting a video needs. */
export interface DeleteVideoPorts {
  readonly videos: Pick<Videos, 'delete'>
  readonly orchestrator: Pick<Orchestrator, 'cancelVideo'>
  readonly media: Pick<MediaStore, 'removeAll'>
  readonly log: Log
}

/** Deletes a video for good. @throws `not_found` when there is none, or not any more. */
export type DeleteVideo = (input: { accountId: string; videoId: string }) => Promise<void>

/**
 * Deleting a video (decisions, "DELETE"): gone for everyone at once; one that is being made is
 * stopped and gives everything back, one that is ready gives nothing back.
 */
export function makeDeleteVideo({ videos, orchestrator, media, log }: DeleteVideoPorts): DeleteVideo {
  return async ({ accountId, videoId }) => {
    const deleted = await videos.delete(accountId, videoId)
    if (deleted === null) throw problem('not_found')
    if (!deleted.wasUnfinished) {
      await media.removeAll(mediaFolder(videoId))
      return
    }
    try {
      await orchestrator.cancelVideo(deleted.workflowId)
    } catch (error) {
      // The run finds out by itself at its next step, and removes its files then.
      log.warn(
        { videoId, error: String(error) },
        'workflow of a deleted video could not be cancelled; it ends at its next step',
      )
    }
  }
}
