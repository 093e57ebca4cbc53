import { setImmediate } from 'node:timers/promises'
import { createCaptions } from './overlay/captions.ts'
import { codecConfigSha256, videoStream } from './mp4/codec-config.ts'
import { createSegmentEncoder } from './mp4/encode.ts'
import { loadFfmpeg } from '../ffmpeg/load-ffmpeg.ts'
import { createFramePainter } from './scene/frame.ts'
import { performanceOf } from './motion/performance.ts'
import { readTimeline } from './scene/timeline-file.ts'
import type { DrawSegmentJob, DrawnSegment } from '../domain/studio-job.ts'
import type { StagedPresenter } from './scene/frame.ts'

/** Frames between two reports of progress: a third of a second of video. */
const FRAMES_PER_REPORT = 10

/** Draws and encodes one segment into `job.outFile`. */
export async function drawSegment(
  staged: StagedPresenter,
  job: DrawSegmentJob,
  report: (share: number) => void,
): Promise<DrawnSegment> {
  const timeline = await readTimeline(job.timelineFile)
  const encoder = await createSegmentEncoder(job.outFile, job.format)
  const poseAt = performanceOf(timeline, job.seed)
  const { set, captions: burned } = staged.setting
  const captions = burned ? createCaptions(staged.raster, timeline, job.format, set.brand) : null
  const painter = createFramePainter(staged, poseAt, timeline.durationSeconds, encoder.picture, captions)
  const { startFrame, endFrame } = job.segment
  const frames = endFrame - startFrame
  let drawMs = 0
  let encodeMs = 0
  try {
    for (let frame = startFrame; frame < endFrame; frame += 1) {
      const started = performance.now()
      const changed = painter.paint(frame)
      const drawn = performance.now()
      await encoder.add(changed)
      drawMs += drawn - started
      encodeMs += performance.now() - drawn
      const done = frame - startFrame + 1
      if (done % FRAMES_PER_REPORT === 0) report(done / frames)
      // Drawing and encoding leave no gap for giving memory back, or for noticing a lost parent.
      await setImmediate()
    }
  } finally {
    painter.close()
  }
  const started = performance.now()
  await encoder.finish()
  encodeMs += performance.now() - started
  return { frames, codecConfigSha256: await configOf(job.outFile), drawMs, encodeMs }
}

/** Read back from the file: the record that the join will see. */
async function configOf(file: string): Promise<string> {
  const { Demuxer } = await loadFfmpeg()
  const segment = await Demuxer.open(file)
  try {
    return codecConfigSha256(videoStream(segment, file))
  } finally {
    await segment.close()
  }
}
