import { serveTasks } from '../../children/serve-tasks.ts'
import { loadFfmpeg } from '../../ffmpeg/load-ffmpeg.ts'
import { acceptSegments } from './accept-segments.ts'
import { assemble } from './assemble.ts'
import type { AcceptSegmentsJob, AssembleJob } from '../../domain/video/drawing-job.ts'

/** The process that joins what is drawn and checks what others drew. Its parent is the pool of `renderer.ts`. */

serveTasks({
  warm: async () => {
    await loadFfmpeg()
  },
  assemble: async (job: AssembleJob, report) => assemble(job, report),
  acceptSegments: async (job: AcceptSegmentsJob, report) => acceptSegments(job, report),
})
