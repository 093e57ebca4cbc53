import { isNotFound } from '../../domain/error/errors.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { TwinRemoval, TwinRemovals } from '../../ports/twin/twin-removals.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import { heartbeating } from '../heartbeating.ts'
import { stepFailure } from '../step-failure.ts'
import type { TwinRef } from './twin-files.ts'

/** Stores for removing a twin. */
export interface RemovalPorts {
  readonly twinRemovals: Pick<TwinRemovals, 'pending' | 'destroyKey' | 'removed'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'signalTwinWithdrawn'>
  readonly media: Pick<MediaStore, 'removeAll'>
  /** Deletes a video as its owner would. */
  readonly deleteVideo: (input: { accountId: string; videoId: string }) => Promise<void>
}

/** Videos of a twin that is to be removed. */
export type TwinVideos = Pick<TwinRemoval, 'unfinishedVideos' | 'videoIds'>

/** Removal: what is left of a twin that was withdrawn, or whose consent has ended. */
export function createRemovalActivities({ twinRemovals, twinWorkflows, media, deleteVideo }: RemovalPorts) {
  /** Fails for good when the twin was recorded again meanwhile: then it is not to be removed any more. */
  async function pendingOf(twinId: string): Promise<TwinRemoval> {
    const pending = await twinRemovals.pending(twinId)
    if (pending === null) throw stepFailure('TwinRecordedAgain', `${twinId} is not to be removed.`)
    return pending
  }

  return {
    /** The twin's videos that have to end, and the finished ones that are to be deleted. */
    async findTwinVideos({ twinId }: TwinRef): Promise<TwinVideos> {
      const { unfinishedVideos, videoIds } = await pendingOf(twinId)
      return { unfinishedVideos, videoIds }
    },

    /** Tells a run, of a video or a build, that the twin is withdrawn; false when there is none. */
    async notifyTwinWithdrawn({ workflowId }: { workflowId: string }): Promise<boolean> {
      return twinWorkflows.signalTwinWithdrawn(workflowId)
    },

    /** Destroys the key of everything that was recorded and learned, and then removes it. */
    async removeTwinFiles(input: TwinRef): Promise<void> {
      const { folder } = await pendingOf(input.twinId)
      await twinRemovals.destroyKey(input.twinId)
      if (folder !== null) await heartbeating(input, () => media.removeAll(folder))
    },

    /** Deletes finished videos of the twin. */
    async deleteTwinVideos(input: TwinRef): Promise<number> {
      const { accountId, videoIds } = await pendingOf(input.twinId)
      await heartbeating(input, async () => {
        for (const videoId of videoIds) {
          await deleteVideo({ accountId, videoId }).catch((error: unknown) => {
            // Its owner was faster.
            if (!isNotFound(error)) throw error
          })
        }
      })
      return videoIds.length
    },

    /** Notes that nothing is left. */
    async noteTwinRemoved({ twinId }: TwinRef): Promise<void> {
      await twinRemovals.removed(twinId)
    },
  }
}
