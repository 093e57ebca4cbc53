import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { Reservation } from '../domain/video/reservation.ts'
import { progressAt, progressOfMaking } from '../domain/video/video.ts'
import type { VideoStage } from '../domain/video/video.ts'
import { DECIDED_WITHIN_SECONDS } from '../domain/video/video-request.ts'
import { ASSEMBLY, PROGRESS, RESERVATION, RESULTS, UNTIL_RESERVED } from './activity-options.ts'
import { awaitTurn } from './await-turn.ts'
import { meetForcedOutcome } from './forced-outcome.ts'
import { createVideoUpdate, statusQuery } from './contract.ts'
import type { ProducedVideo, ProduceVideoInput } from './contract.ts'
import { endFailed } from './end-failed.ts'
import { failureType } from './failure-type.ts'
import { failedStage, failureReason, whereFailed } from './failure-reason.ts'
import { createRunDisplay } from './run-display.ts'
import type { RunDisplay } from './run-display.ts'
import { speakAndDraw } from './speak-and-draw.ts'
import type { Made } from './speak-and-draw.ts'
import { triedActivities } from './tried-activities.ts'
import { unlessWithdrawn } from './unless-withdrawn.ts'

const { reserveAllowance } = proxyLocalActivities<Activities>(RESERVATION)
const { reserveAllowance: reserveInTheEnd } = proxyActivities<Activities>(UNTIL_RESERVED)
const { recordProgress } = proxyLocalActivities<Activities>(PROGRESS)
const { assembleVideo } = triedActivities<Activities>(ASSEMBLY)
const { publishVideo, announceEvent, discardMedia } = proxyActivities<Activities>(RESULTS)

/**
 * The deadline of a video. The longest script takes a few minutes on a busy machine; after this time, something is
 * broken and the owner should know.
 */
const VIDEO_DEADLINE_SECONDS = 1_800

const NO_ROW = 'The video has no row: the database was restored to a time before it was accepted.'

/** Of what others draw: noting it is a step of its own, and who polls does not miss less. */
const NOTED_EVERY_PERCENT = 10

/**
 * Makes one video: reserves, speaks and draws, assembles, publishes and announces. A queued video waits after the
 * reservation until its account has a slot.
 *
 * Once its seconds are reserved, the workflow only ends together with its video.
 *
 * A rejected creation fails the workflow with the error code as its type, so that the idempotency key is free again. If
 * the video cannot be made, its seconds are returned, the failure is announced, and the workflow fails with
 * `render_failed`. If the video was deleted, the workflow completes.
 */
export async function produceVideo(input: ProduceVideoInput): Promise<ProducedVideo> {
  const display = createRunDisplay(input)
  setHandler(statusQuery, display.status)
  const decision = CancellationScope.nonCancellable(() => decide(input))
  setHandler(createVideoUpdate, () => decision)

  const reservation = await decision
  // The caller must get the answer before the run can close.
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished))
  const { outcome } = reservation
  if (outcome !== 'accepted' && outcome !== 'queued') throw refusal(reservation, display)

  let durationSeconds: number
  try {
    durationSeconds = await unlessWithdrawn(async () => {
      if (outcome === 'queued') await awaitTurn(input, display)
      return CancellationScope.withTimeout(deadlineOf(input), () => make(input, display))
    })
  } catch (error) {
    return ending(input, display, () => giveUp(input, error, display))
  }
  return ending(input, display, () => publish(input, durationSeconds, display))
}

/** The decision of the database, unless nobody waits for it: then it is not asked. */
async function decide(input: ProduceVideoInput): Promise<Reservation> {
  return isTooOld(input) ? { outcome: 'withdrawn' } : reserve(input)
}

/**
 * Ends with a decision and with nothing else: a reservation whose answer was lost may have been made, and
 * a run that ended then would leave a charged video behind that nothing makes. A repeat finds it.
 */
async function reserve(input: ProduceVideoInput): Promise<Reservation> {
  try {
    return await reserveAllowance(input)
  } catch {
    return reserveInTheEnd(input)
  }
}

/**
 * Events of a history that begins: started, task scheduled, task started. There are more where a worker has had the first
 * task before: it may have reserved, and been lost before it could say so.
 */
const EVENTS_OF_FIRST_TRY = 3

/**
 * Whether whoever asked for the video cannot be waiting any more. After an outage, or when more is asked for than can be
 * decided, such runs are all that the workers have to do, and each that asks the database keeps a newer one waiting.
 */
function isTooOld({ isAccepted }: ProduceVideoInput): boolean {
  const { startTime, historyLength } = workflowInfo()
  const ageMs = Date.now() - startTime.getTime()
  return !isAccepted && historyLength <= EVENTS_OF_FIRST_TRY && ageMs > DECIDED_WITHIN_SECONDS * 1_000
}

/** The deadline in milliseconds. A video that is to miss it has a short one. */
function deadlineOf({ forcedOutcome: forced }: ProduceVideoInput): number {
  return (forced?.outcome === 'stuck' ? forced.seconds : VIDEO_DEADLINE_SECONDS) * 1_000
}

/** Speaks, draws and assembles the video. Returns the length of the finished file in seconds. */
async function make(input: ProduceVideoInput, display: RunDisplay): Promise<number> {
  let noted = 0
  const show = ({ spoken, drawn }: Made) =>
    display.reach(spoken < 1 ? 'speak' : 'draw', progressOfMaking(spoken, drawn))
  const note = async (made: Made): Promise<void> => {
    const progress = show(made)
    if (progress < noted + NOTED_EVERY_PERCENT) return
    noted = progress
    await recordProgress({ videoId: input.videoId, progress }).catch(unlessCancelled)
  }
  const begin = async (stage: VideoStage): Promise<void> => {
    display.reach(stage, progressAt(stage, 0))
    await meetForcedOutcome(input, stage)
  }
  await meetForcedOutcome(input, 'reserve')
  await begin('speak')
  const segments = await speakAndDraw(input, { show, note })
  await begin('assemble')
  const { durationSeconds } = await assembleVideo({ ...input, segments })
  await begin('publish')
  return durationSeconds
}

/** Nothing cancels the end of a video. One that has no row any more can have none: only its files are removed. */
async function ending(
  input: ProduceVideoInput,
  display: RunDisplay,
  end: () => Promise<ProducedVideo>,
): Promise<ProducedVideo> {
  return CancellationScope.nonCancellable(async () => {
    try {
      return await end()
    } catch (error) {
      if (failureType(error) !== 'VideoUnknown') throw error
      display.end('unknown', NO_ROW)
      await discardMedia({ videoId: input.videoId, keepFinished: false })
      throw ApplicationFailure.nonRetryable(NO_ROW, 'video_unknown')
    }
  })
}

async function publish(
  input: ProduceVideoInput,
  durationSeconds: number,
  display: RunDisplay,
): Promise<ProducedVideo> {
  const event = await publishVideo({ ...input, durationSeconds })
  if (event !== null) {
    display.end('ready', `ready, ${durationSeconds.toFixed(1)} s`)
    if (event.isPending) await announceEvent({ eventId: event.eventId })
  }
  await discardMedia({ videoId: input.videoId, keepFinished: event !== null })
  return event === null
    ? deleted(input, display)
    : { videoId: input.videoId, status: 'ready', durationSeconds: Number(durationSeconds.toFixed(3)) }
}

async function giveUp(input: ProduceVideoInput, error: unknown, display: RunDisplay): Promise<ProducedVideo> {
  const stage = failedStage(error, display.status().stage)
  const { forOwner: reason, forOperator, cause: found, ...rest } = failureReason(stage, error)
  // What a test video was asked to end with is nobody's fault.
  const cause = input.forcedOutcome ? 'request' : found
  const detail = forOperator === reason ? null : forOperator
  const hasFailed = await endFailed(
    input,
    { failure: { stage, reason, ...rest }, known: { cause, ...whereFailed(error), detail } },
    () => display.end('failed', `failed at ${stage}: ${forOperator}`),
  )
  if (!hasFailed) return deleted(input, display)
  throw ApplicationFailure.nonRetryable(`${stage}: ${forOperator}`, 'render_failed')
}

/** The owner deleted the video in the meantime. Everything has been returned already, and no event is sent. */
function deleted(input: ProduceVideoInput, display: RunDisplay): ProducedVideo {
  display.end('deleted', 'deleted by its owner')
  return { videoId: input.videoId, status: 'deleted', durationSeconds: null }
}

function refusal(reservation: Reservation, display: RunDisplay): ApplicationFailure {
  const code = reservation.outcome === 'refused' ? reservation.code : reservation.outcome
  display.end('rejected', `rejected: ${code}`)
  return ApplicationFailure.nonRetryable(`The video was rejected: ${code}`, code)
}

function unlessCancelled(error: unknown): void {
  if (isCancellation(error)) throw error
}
