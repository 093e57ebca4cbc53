import { isMakingFailure } from './video/making-failure.ts'
import type { MakingFailure } from './video/making-failure.ts'

/**
 * Failures by which a step tells its workflow what has become of a video or a twin, besides those of making a video
 * (`video/making-failure.ts`). No retry changes them. Each is the failure's type in Temporal.
 */
const FOUND_BY_STEPS = {
  /** The video has no row: the database was restored to a time before it was accepted. */
  VideoUnknown: 'video',
  /** Its owner deleted the video while it was being made. */
  VideoDeleted: 'video',
  /** The twin was withdrawn or deleted, or is no longer being built. */
  TwinGone: 'twin',
  /** The twin was recorded again, so it is no longer to be removed. */
  TwinRecordedAgain: 'twin',
  /** Another take of its part was begun, or another recording. */
  TakeReplaced: 'twin',
  /** A take cannot be used. The message is for the person who recorded it. */
  TakeUnusable: 'twin',
  /** The recording cannot become a twin; the detail is the `TwinFailure`. */
  TwinUnbuildable: 'twin',
  /** The build of a twin has failed: the run ends with it. */
  TwinFailed: 'twin',
  /** A take could not be checked, and the recording was not the cause: the run ends with it. */
  TakeNotChecked: 'twin',
} as const

/** The name of a failure that a step or a run ends with for good. */
export type StepFailure = MakingFailure | keyof typeof FOUND_BY_STEPS

/** Whether a failure with this name is one of them. */
export function isStepFailure(name: string | null | undefined): name is StepFailure {
  return isMakingFailure(name) || (typeof name === 'string' && Object.hasOwn(FOUND_BY_STEPS, name))
}
