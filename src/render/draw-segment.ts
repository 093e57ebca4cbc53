import { setImmediate } from 'node:timers/promises'
import { codecConfigSha256, videoStream } from './mp4/codec-config.ts'
import { createSegmentEncoder } from './mp4/encode.ts'
import { openMp4 } from '../ffmpeg/open-mp4.ts'
import { readTimeline } from './scene/timeline-file.ts'
import type { DrawSegmentJob, DrawnSegment } from '../domain/video/drawing-job.ts'
import type { SpeechTimeline } from '../domain/speech/speech-timeline.ts'
import type { I420Picture } from '../raster/i420.ts'
import type { PictureKind } from './mp4/encode.ts'
import type { FramePainter } from './scene/frame.ts'

/** Frames between two reports of progress: a third of a second of video. */
const FRAMES_PER_REPORT = 10

/** A presenter or twin, ready to be drawn saying something. */
export interface Performer {
  readonly pictures: PictureKind
  /** @param picture what is drawn into; the painter alone may change it. */
  painter(timeline: SpeechTimeline, picture: I420Picture): FramePainter
}

/** Draws and encodes one segment into `job.outFile`. */
export async function drawSegment(
  performer: Performer,
  job: DrawSegmentJob,
  report: (share: number) => void,
): Promise<DrawnSegment> {
  const timeline = await readTimeline(job.timelineFile)
  const encoder = await createSegmentEncoder(job.outFile, job.format, performer.pictures)
  const painter = performer.painter(timeline, encoder.picture)
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
  const segment = await openMp4(file)
  try {
    return codecConfigSha256(videoStream(segment, file))
  } finally {
    await segment.close()
  }
}
