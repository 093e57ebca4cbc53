import { REST } from '../motion/mouth-shape.ts'
import { performanceOf } from '../motion/performance.ts'
import { roundPose } from './round-pose.ts'
import { readTimeline } from './timeline-file.ts'
import { writePoster } from '../paint/write-poster.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { DrawPosterJob } from '../../domain/video/drawing-job.ts'
import type { Piece } from '../paint/piece.ts'
import type { Arms, ArmState } from '../motion/arms.ts'
import type { StagedPresenter } from './frame.ts'

/** The moment shown: the name card is fully there. A shorter video shows its middle. */
const POSTER_SECONDS = 2.4

/** Writes a still with open eyes, a smile and the eyes on the viewer into the files of the job. */
export async function drawPoster(staged: StagedPresenter, job: DrawPosterJob): Promise<void> {
  const timeline = await readTimeline(job.timelineFile)
  await writePoster(staged.still(posterPieces(staged, timeline, job.seed)), job)
}

/** The moment of a video that its poster shows, in seconds. */
export function posterMoment({ durationSeconds }: SpeechTimeline): number {
  return Math.min(POSTER_SECONDS, durationSeconds / 2)
}

/** What is seen in that moment, but for captions. */
export function posterPieces(staged: StagedPresenter, timeline: SpeechTimeline, seed: string): Piece[] {
  const seconds = posterMoment(timeline)
  const puppet = staged.puppet('wide')
  const pose = performanceOf(timeline, seed, staged.setting)(seconds)
  const posed = {
    ...pose,
    arms: arrived(pose.arms),
    mouth: REST,
    smile: 1,
    lids: 0,
    gazeX: 0,
    gazeY: 0,
    brows: 0.15,
  }
  return puppet.arrange(roundPose(posed, puppet.stage, seconds, timeline.durationSeconds))
}

/** Hands on their way are shown where they go. */
function arrived({ left, right }: Arms): Arms {
  const ended = ({ to }: ArmState): ArmState => ({ from: to, to, share: 1, beat: 0 })
  return { left: ended(left), right: ended(right) }
}
