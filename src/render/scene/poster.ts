import { JPEG_QUALITY } from '../paint/jpeg-quality.ts'
import { writeFile } from 'node:fs/promises'
import { REST } from '../motion/mouth-shape.ts'
import { performanceOf } from '../motion/performance.ts'
import { roundPose } from './round-pose.ts'
import { readTimeline } from './timeline-file.ts'
import type { DrawPosterJob } from '../../domain/studio-job.ts'
import type { StagedPresenter } from './frame.ts'

/** The moment shown: the name card is fully there. A shorter video shows its middle. */
const POSTER_SECONDS = 2.4

/** Writes a still with open eyes, a smile and the eyes on the viewer into `job.outFile`. */
export async function drawPoster(staged: StagedPresenter, job: DrawPosterJob): Promise<void> {
  const timeline = await readTimeline(job.timelineFile)
  const seconds = Math.min(POSTER_SECONDS, timeline.durationSeconds / 2)
  const puppet = staged.puppet('wide')
  const pose = {
    ...performanceOf(timeline, job.seed)(seconds),
    mouth: REST,
    smile: 1,
    lids: 0,
    gazeX: 0,
    gazeY: 0,
    brows: 0.15,
  }
  const rounded = roundPose(pose, puppet.stage, seconds, timeline.durationSeconds)
  const still = staged.still(puppet.arrange(rounded))
  await writeFile(job.outFile, await still.encode('jpeg', JPEG_QUALITY))
}
