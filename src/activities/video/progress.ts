import { noteProgress } from '../note-progress.ts'
import type { ProgressPorts } from '../note-progress.ts'

/** Progress of what others draw: their workers know of no video, so its run notes how far it is. */
export function createProgressActivities(ports: ProgressPorts) {
  return {
    /** As `noteProgress`. */
    async recordProgress({ videoId, progress }: { videoId: string; progress: number }): Promise<void> {
      await noteProgress(ports, videoId, progress)
    },
  }
}
