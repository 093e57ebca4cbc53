import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  rootCause,
  TimeoutFailure,
} from '@temporalio/workflow'

import { failureCause } from '../domain/video/failure-cause.ts'
import type { FailureCause, KnownFailure } from '../domain/video/failure-cause.ts'
import { isRequestFault } from '../domain/video/making-failure.ts'
import type { MakingFailure } from '../domain/video/making-failure.ts'
import type { VideoStage } from '../domain/video/video.ts'
import { forcedStage } from './forced-outcome.ts'

/** The reason of a failure, in a sentence for the owner of the video and in one for operators. */
export interface FailureReason {
  /** Shown by the API. It reveals nothing about files, addresses or code. */
  readonly forOwner: string
  /** Shown in the Temporal UI: the root cause. */
  readonly forOperator: string
  /** What operators would look at. */
  readonly cause: FailureCause
  /** Whether the request itself was the cause. */
  readonly byRequest: boolean
  /** Whether the twin was withdrawn. Default: no. */
  readonly twinWithdrawn?: boolean
}

const STAGE_FAILED: Readonly<Record<VideoStage, string>> = {
  reserve: 'The video could not be started.',
  speak: 'The script could not be spoken.',
  draw: 'The video could not be drawn.',
  assemble: 'Picture and sound could not be combined.',
  publish: 'The finished video could not be published.',
}

/** Why the video of a twin failed that is withdrawn, for its owner. */
export const TWIN_WITHDRAWN =
  'The twin was withdrawn by the person whom it shows, or their consent has ended.'

/** Steps that belong to another stage than the one that the run is in by its progress, or may do. */
const STAGE_OF_STEP: Readonly<Record<string, VideoStage>> = {
  speakPart: 'speak',
  finishSpeech: 'speak',
  fetchBackground: 'draw',
  chooseRenderer: 'draw',
  drawSegment: 'draw',
  planFootage: 'draw',
}

/**
 * The stage that failed. While a script is still being spoken, its beginning is already drawn, and either can fail.
 *
 * @param current the stage of the workflow, which is returned when the workflow was cancelled.
 */
export function failedStage(error: unknown, current: VideoStage): VideoStage {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) return forcedStage(error) ?? current
  return STAGE_OF_STEP[error.activityType] ?? current
}

/** The step that failed last and the worker at which it did. Both null when the run was ended from outside, or ended itself. */
export function whereFailed(error: unknown): Pick<KnownFailure, 'step' | 'worker'> {
  if (isCancellation(error) || !(error instanceof ActivityFailure)) return { step: null, worker: null }
  return { step: error.activityType, worker: error.identity || null }
}

/** Determines why a stage failed. Call it in a non-cancellable scope. */
export function failureReason(stage: VideoStage, error: unknown): FailureReason {
  if (isCancellation(error)) return alike(...cancelledBy(CancellationScope.current().parent))
  const forOperator = rootCause(error) ?? String(error)
  const cause = error instanceof ApplicationFailure ? error : error instanceof Error ? error.cause : undefined
  // Words about the script or the picture behind the presenter, written for whoever sent it.
  if (cause instanceof ApplicationFailure && isRequestFault(cause.type)) {
    return { ...alike(forOperator, 'request'), byRequest: true }
  }
  if (cause instanceof ApplicationFailure && cause.type === ('SegmentRefused' satisfies MakingFailure)) {
    return {
      forOwner: 'The renderer for this presenter returned an invalid segment.',
      forOperator,
      cause: 'other',
      byRequest: false,
    }
  }
  if (cause instanceof ApplicationFailure && cause.type === ('TwinWithdrawn' satisfies MakingFailure)) {
    return { ...alike(TWIN_WITHDRAWN, 'request'), forOperator, twinWithdrawn: true }
  }
  // Only what another renderer draws is waited for with a limit.
  if (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START') {
    return alike('The renderer for this presenter is unavailable.', 'other')
  }
  const type = cause instanceof ApplicationFailure ? cause.type : null
  return { forOwner: STAGE_FAILED[stage], forOperator, cause: failureCause(type), byRequest: false }
}

function cancelledBy(run: CancellationScope | undefined): [string, FailureCause] {
  return run?.consideredCancelled
    ? ['The workflow was cancelled by an operator.', 'other']
    : ['The video was not finished before its deadline.', 'deadline']
}

function alike(sentence: string, cause: FailureCause): FailureReason {
  return { forOwner: sentence, forOperator: sentence, cause, byRequest: false }
}
