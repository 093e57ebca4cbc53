import type { Plans } from '../../domain/account/plan.ts'
import type { Orchestrator } from '../../ports/video/orchestrator.ts'
import type { Videos } from '../../ports/video/videos.ts'
import { videoDeleted } from '../video-deleted.ts'

/** Stores and orchestrator for starting queued videos. */
export interface StartQueuedPorts {
  readonly videos: Pick<Videos, 'startQueued'>
  readonly orchestrator: Pick<Orchestrator, 'startRendering'>
  readonly plans: Plans
}

/** Stores for a queued video's workflow. */
export interface QueuePorts extends StartQueuedPorts {
  readonly videos: Pick<Videos, 'find' | 'startQueued'>
}

/** Gives the account's free slots to its videos that wait longest, and tells their runs. Safe to repeat. */
export async function startQueued(
  { videos, orchestrator, plans }: StartQueuedPorts,
  accountId: string,
): Promise<void> {
  for (const workflowId of await videos.startQueued(accountId, plans)) {
    await orchestrator.startRendering(workflowId)
  }
}

/** Queue: videos that wait for a slot of their account. */
export function createQueueActivities(ports: QueuePorts) {
  return {
    /** Whether it is the video's turn; also starts whoever else may start. Fails when it was deleted. */
    async takeTurn({ accountId, videoId }: { accountId: string; videoId: string }): Promise<boolean> {
      await startQueued(ports, accountId)
      const video = await ports.videos.find(accountId, videoId)
      if (!video) throw videoDeleted(videoId)
      return video.status !== 'queued'
    },
  }
}
