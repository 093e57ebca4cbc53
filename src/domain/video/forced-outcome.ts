import type { VideoStage } from './video.ts'

/**
 * How a stage of a video is told to end, whatever its work would have come to, so that a customer can prove what their
 * own program does then. Everything around it is real: the reservation, the refund, the events.
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
