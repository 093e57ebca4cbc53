import type { Presenter } from '../../domain/picture/catalogue.ts'
import type {
  AcceptSegmentsJob,
  AssembleJob,
  AssembledVideo,
  DrawPosterJob,
  DrawSegmentJob,
  DrawStillJob,
  DrawnSegment,
} from '../../domain/video/drawing-job.ts'
import type { PlanFootageJob } from '../../domain/twin/twin-job.ts'
import type { WorkOptions } from '../process/work-options.ts'

/** Draws a presenter who speaks, as video. */
export interface Renderer {
  /** Stock presenters this renderer can draw, in catalogue order. */
  presenters(): readonly Presenter[]
  /**
   * Chooses the frames of a twin for a whole script, once for all its segments. The same job gives the same file.
   * Safe to repeat.
   */
  planFootage(job: PlanFootageJob, options?: WorkOptions): Promise<void>
  /**
   * Draws and encodes one segment into `outFile` (MP4, video only, time stamps from 0).
   * A pure function of its job: safe to repeat, on any machine.
   */
  drawSegment(job: DrawSegmentJob, options?: WorkOptions): Promise<DrawnSegment>
  /** Joins segments and sound without re-encoding: MP4, moov first. Safe to repeat. */
  assemble(job: AssembleJob, options?: WorkOptions): Promise<AssembledVideo>
  /** Writes a still with open eyes and resting mouth: JPEG. Safe to repeat. */
  drawPoster(job: DrawPosterJob, options?: WorkOptions): Promise<void>
  /**
   * A still with a sample of captions where the style wants them: JPEG. Somebody waits for it, so it never waits for
   * videos. An abort ends the wait for its turn; what is being drawn is soon done.
   */
  drawStill(job: DrawStillJob, options?: WorkOptions): Promise<Uint8Array>
  /** Checks what another renderer drew, and takes a still of it. @throws SegmentRefused. Safe to repeat. */
  acceptSegments(job: AcceptSegmentsJob, options?: WorkOptions): Promise<void>
}
