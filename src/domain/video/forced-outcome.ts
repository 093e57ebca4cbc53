import type { VideoStage } from './video.ts'

/**
 * An outcome that a stage of a video has instead of the outcome of its work, so that customers can test how their own
 * programs handle it. The reservation, the refund and the events are real.
 */
export type ForcedOutcome = {
  readonly stage: VideoStage
} & (
  | { readonly outcome: 'failed' }
  /** The stage begins this much later, and then goes as usual. */
  | { readonly outcome: 'slow'; readonly seconds: number }
  /** The stage never begins, and the video fails at a deadline that is this far away. */
  | { readonly outcome: 'stuck'; readonly seconds: number }
)
