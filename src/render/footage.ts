import { TRACK_RATE } from '../face/face-track.ts'
import { readModel } from '../face/model-file.ts'
import { readPlan, writePlan } from '../face/plan-file.ts'
import { drawSegment } from './draw-segment.ts'
import { writePoster } from './paint/write-poster.ts'
import { stageFootage } from './scene/footage.ts'
import { posterMoment } from './scene/poster.ts'
import { encoded, SAMPLE_TIMELINE } from './scene/still.ts'
import { readTimeline } from './scene/timeline-file.ts'
import { footageSetting } from './set/setting.ts'
import { planFootage } from './twin/plan-footage.ts'
import type {
  DrawnSegment,
  DrawPosterJob,
  DrawSegmentJob,
  DrawStillJob,
  FilmedTwin,
  SceneLook,
} from '../domain/video/drawing-job.ts'
import type { StudioSet } from '../domain/picture/studio-set.ts'
import type { PlanFootageJob } from '../domain/twin/twin-job.ts'
import type { StagedFootage } from './scene/footage.ts'

/** A job about a twin, and the set that its style names; null when it names none. */
type Filmed<Job> = Extract<Job, FilmedTwin> & { readonly set: StudioSet | null }

/** Chooses the frames for a script into `job.planFile`. */
export async function planScene({
  modelFile,
  timelineFile,
  seed,
  engine,
  planFile,
}: PlanFootageJob): Promise<void> {
  const timeline = await readTimeline(timelineFile)
  const posterSeconds = posterMoment(timeline)
  const model = await readModel(modelFile)
  await writePlan(planFile, planFootage(model, { timeline, seed, engine, posterSeconds }))
}

/** Draws and encodes one segment of a twin into `job.outFile`. */
export async function drawFilmedSegment(
  job: Filmed<DrawSegmentJob>,
  report: (share: number) => void,
): Promise<DrawnSegment> {
  const plan = await readPlan(job.planFile)
  return onStage(job, ({ painter }) =>
    drawSegment(
      { pictures: 'filmed', painter: (timeline, picture) => painter(plan, timeline, picture) },
      job,
      report,
    ),
  )
}

/** Writes a still of a twin with open eyes and resting mouth into the files of the job. */
export async function drawFilmedPoster(job: Filmed<DrawPosterJob>): Promise<void> {
  const timeline = await readTimeline(job.timelineFile)
  const plan = await readPlan(job.planFile)
  const seconds = posterMoment(timeline)
  const baseFrame = plan.base[Math.round(seconds * TRACK_RATE)] ?? null
  await onStage(job, async (stage) => writePoster(stage.still(timeline, seconds, baseFrame, false), job))
}

/** A still of a twin before there is anything to say, as JPEG in base64. */
export async function drawFilmedStill(job: Filmed<DrawStillJob>): Promise<string> {
  const seconds = posterMoment(SAMPLE_TIMELINE)
  return encoded(await onStage(job, async (stage) => stage.still(SAMPLE_TIMELINE, seconds, null, true)))
}

async function onStage<Result>(
  job: FilmedTwin & Pick<SceneLook, 'style' | 'format'> & { readonly set: StudioSet | null },
  use: (stage: StagedFootage) => Promise<Result>,
): Promise<Result> {
  const setting = await footageSetting(job.cardName, job.style, job.set)
  const hasBackground = (job.style?.background ?? null) !== null
  const stage = await stageFootage(job, job.format, setting, hasBackground)
  try {
    return await use(stage)
  } finally {
    await stage.close()
  }
}
