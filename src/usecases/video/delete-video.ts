import { problem } from '../../domain/error/errors.ts'
import { mediaFolder } from '../../domain/video/media-asset.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { Videos } from '../../ports/video/videos.ts'

/** Stores and services for deleting a video. */
export interface DeleteVideoPorts {
  readonly videos: Pick<Videos, 'delete'>
  readonly orchestrator: Pick<Orchestrator, 'cancelVideo'>
  readonly media: Pick<MediaStore, 'removeAll'>
  readonly log: Log
}

/** Deletes a video permanently. @throws `not_found` when it does not exist or was already deleted. */
export type DeleteVideo = (input: { accountId: string; videoId: string }) => Promise<void>

/**
 * Builds the use case (decisions, "DELETE"). The video is inaccessible immediately. A video in progress is cancelled and
 * its whole reservation is returned; nothing is returned for a finished video.
 */
export function makeDeleteVideo({ videos, orchestrator, media, log }: DeleteVideoPorts): DeleteVideo {
  return async ({ accountId, videoId }) => {
    const deleted = await videos.delete(accountId, videoId)
    if (deleted === null) throw problem('not_found')
    if (!deleted.wasUnfinished) {
      await media.removeAll(mediaFolder(videoId)).catch((error: unknown) => {
        log.warn(
          { videoId, error: String(error) },
          'files of a deleted video could not be removed; housekeeping removes them within hours',
        )
      })
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
