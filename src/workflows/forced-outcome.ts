import { ApplicationFailure, CancellationScope, sleep } from '@temporalio/workflow'

import type { VideoStage } from '../domain/video/video.ts'
import type { ProduceVideoInput } from './contract.ts'

/** The failure's type in Temporal. Its detail is the stage. */
const FORCED = 'ForcedFailure'

/**
 * Called before the first step of each stage: the one place where a stage ends as its video was told to, and not as its
 * work would have.
 */
export async function meetForcedOutcome(
  { forcedOutcome: forced }: ProduceVideoInput,
  stage: VideoStage,
): Promise<void> {
  if (forced?.stage !== stage) return
  if (forced.outcome === 'failed') {
    throw ApplicationFailure.nonRetryable('The video was told to fail.', FORCED, stage)
  }
  if (forced.outcome === 'slow') return sleep(forced.seconds * 1_000)
  await CancellationScope.current().cancelRequested
}

/** The stage that a video was told to fail at, if that is what the error says. */
export function forcedStage(error: unknown): VideoStage | null {
  if (!(error instanceof ApplicationFailure) || error.type !== FORCED) return null
  return (error.details as [VideoStage])[0]
}
