import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  rootCause,
} from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import type { StepFailure } from '../../domain/step-failure.ts'
import {
  BUILD_BROKEN,
  BUILD_CANCELLED,
  BUILD_TIMED_OUT,
  MOUTH_NOT_LEARNED,
  takeUnusable,
} from '../../domain/twin/twin-failure.ts'
import type { TwinEngine, TwinSelfTest } from '../../domain/twin/twin-job.ts'
import { TAKE_PARTS } from '../../domain/twin/twin-take.ts'
import type { TakePart } from '../../domain/twin/twin-take.ts'
import type { TwinFailure } from '../../domain/twin/twin.ts'
import { PROGRESS, RENDER, RESULTS, SPEECH, TWIN_WORK } from '../activity-options.ts'
import { allOrNone } from '../all-or-none.ts'
import { awaitReview } from './await-review.ts'
import { failureDetail, failureType, foundFailure } from '../failure-type.ts'
import type { TwinInput } from '../contract.ts'
import { triedActivities } from '../tried-activities.ts'
import { createTwinDisplay } from './twin-display.ts'
import type { TwinDisplay } from './twin-display.ts'
import { unlessWithdrawn } from '../unless-withdrawn.ts'

const { recordTwinProgress } = proxyLocalActivities<Activities>(PROGRESS)
const { lookAtTake, weighConsent, learnTwin, testTwin } = triedActivities<Activities>(TWIN_WORK)
const { drawSample, drawPreview } = triedActivities<Activities>(RENDER)
const { speakPreview } = triedActivities<Activities>(SPEECH)
const { beginTwinBuild, publishTwin, failTwin } = proxyActivities<Activities>(RESULTS)

/**
 * The deadline of all work on a twin, without the time that an operator takes for a review. It takes minutes; after
 * this time, something is broken and the person should know.
 */
const BUILD_DEADLINE = '2h'

/** What steps fail with when there is no twin any more. */
const GONE: ReadonlySet<StepFailure> = new Set(['TwinGone', 'TwinWithdrawn'])

/** How the build of a twin ended, other than by a failure. */
export interface TwinBuild {
  readonly twinId: string
  readonly status: 'ready' | 'gone'
  readonly engine: TwinEngine | null
}

/** What a build comes to, before the twin is published. */
interface Built {
  readonly engine: TwinEngine
  readonly selfTest: TwinSelfTest
}

/**
 * Builds one twin from an accepted recording: decides about the consent, learns how the person speaks, tests a
 * sample, makes the preview, and publishes.
 *
 * Every build ends: when the twin cannot be built, it fails with a sentence for the person and the part to record
 * again, and so does the workflow. It completes when the twin was withdrawn meanwhile.
 */
export async function buildTwin(input: TwinInput): Promise<TwinBuild> {
  const display = createTwinDisplay(input)
  const review = awaitReview(input, display)
  let built: Built | null
  try {
    built = await unlessWithdrawn(async () => {
      const unclear = await CancellationScope.withTimeout(BUILD_DEADLINE, () => judge(input, display))
      if (unclear !== null && !(await review(unclear))) return null
      return CancellationScope.withTimeout(BUILD_DEADLINE, () => learn(input, display))
    })
    if (built !== null) await publish(input, built)
  } catch (error) {
    return CancellationScope.nonCancellable(() => giveUp(input, error, display))
  }
  if (built === null) throw refused(display)
  display.end('ready', `ready, drawn as ${built.engine}`)
  return { twinId: input.twinId, status: 'ready', engine: built.engine }
}

/** Looks at all takes and decides about the consent. Returns what an operator has to decide about, or null. */
async function judge(input: TwinInput, display: TwinDisplay) {
  const start = await beginTwinBuild(input)
  if ('failure' in start) throw unbuildable(start.failure)
  const { takeIds, renewed } = start
  await reach(input, display, 'look at the recording', 5)
  // What was seen when each take was checked is there already, unless it got lost.
  await allOrNone(async (beside) => {
    for (const takeId of takeIds)
      beside(() => lookAtTake.executeWithOptions({ summary: takeId }, [{ ...input, takeId }]))
    // The person whose twin is renewed has to be the one who is recorded now.
    if (renewed !== null)
      beside(() => lookAtTake.executeWithOptions({ summary: renewed.takeId }, [{ ...input, ...renewed }]))
  })
  await reach(input, display, 'decide about the consent', 20)
  const verdict = await weighConsent(input)
  if (verdict.outcome === 'refused') throw unbuildable(verdict.failure)
  return verdict.outcome === 'unclear' ? verdict.findings : null
}

/** From a recording whose consent holds to all that a twin consists of. */
async function learn(input: TwinInput, display: TwinDisplay): Promise<Built> {
  await reach(input, display, 'learn the mouth', 30)
  await learnTwin(input)
  const built = await firstThatPasses(input, display)
  await reach(input, display, 'make the preview', 80)
  await speakPreview(input)
  await drawPreview.executeWithOptions({ summary: built.engine }, [{ ...input, engine: built.engine }])
  await reach(input, display, 'publish', 98)
  return built
}

/** Recorded mouths look like the person; one frame that is moved is for recordings in which they were not found. */
async function firstThatPasses(input: TwinInput, display: TwinDisplay): Promise<Built> {
  for (const engine of ['video', 'photo'] as const) {
    await reach(input, display, `test a sample, drawn as ${engine}`, 60)
    await drawSample.executeWithOptions({ summary: engine }, [{ ...input, engine }])
    const selfTest = await testTwin.executeWithOptions({ summary: engine }, [{ ...input, engine }])
    if (selfTest.passed) return { engine, selfTest }
  }
  throw unbuildable(MOUTH_NOT_LEARNED)
}

async function giveUp(input: TwinInput, error: unknown, display: TwinDisplay): Promise<TwinBuild> {
  const type = failureType(error)
  const isGone = type !== null && GONE.has(type)
  const failure = isGone ? null : failureOf(error)
  if (failure === null || !(await failTwin({ ...input, failure }))) {
    log.warn('twin is gone, and the run of its build ends', { twinId: input.twinId })
    display.end('gone', 'withdrawn or deleted meanwhile')
    return { twinId: input.twinId, status: 'gone', engine: null }
  }
  const why = `${failure.code}: ${rootCause(error) ?? String(error)}`
  display.end('failed', why)
  throw foundFailure('TwinFailed', why)
}

/** Cannot be stopped half way: what shows the twin is there, and one transaction is left. */
function publish(input: TwinInput, built: Built): Promise<void> {
  return CancellationScope.nonCancellable(() => publishTwin({ ...input, ...built }))
}

/** An operator refused the consent, which the twin says already. */
function refused(display: TwinDisplay): ApplicationFailure {
  display.end('failed', 'ConsentRefused: an operator refused the consent')
  return foundFailure('TwinFailed', 'An operator refused the consent.')
}

function failureOf(error: unknown): TwinFailure {
  const type = failureType(error)
  if (error instanceof ApplicationFailure && type === 'TwinUnbuildable')
    return error.details?.[0] as TwinFailure
  if (type === 'TakeUnusable') return takeUnusable(failedPart(error), rootCause(error) ?? '')
  if (!isCancellation(error)) return BUILD_BROKEN
  const run = CancellationScope.current().parent
  return run?.consideredCancelled ? BUILD_CANCELLED : BUILD_TIMED_OUT
}

/** The part of the recording that a step could not use. Most is learned from the reading. */
function failedPart(error: unknown): TakePart {
  const named = failureDetail(error)
  return TAKE_PARTS.find((part) => part === named) ?? 'reading'
}

function unbuildable(failure: TwinFailure): ApplicationFailure {
  return foundFailure('TwinUnbuildable', failure.code, failure)
}

async function reach(input: TwinInput, display: TwinDisplay, step: string, reached: number): Promise<void> {
  const before = display.status().progress
  const progress = display.reach(step, reached)
  if (progress > before) await recordTwinProgress({ ...input, progress }).catch(unlessCancelled)
}

function unlessCancelled(error: unknown): void {
  if (isCancellation(error)) throw error
}
