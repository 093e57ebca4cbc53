import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { ChosenRenderer } from '../activities/picture/outside-render.ts'
import type { KnownSpeech } from '../activities/speech/speech.ts'
import { HOUSE_RENDERER } from '../domain/picture/catalogue.ts'
import { planSegments, planFixed, POSTER_SETTLED_SECONDS } from '../domain/picture/picture.ts'
import type { Segment } from '../domain/picture/picture.ts'
import { progressOfMaking } from '../domain/video/video.ts'
import { BACKGROUND, CHOICE, CHOICE_ELSEWHERE, FINISHING, RENDER } from './activity-options.ts'
import { allOrNone } from './all-or-none.ts'
import type { Beside } from './all-or-none.ts'
import { meetForcedOutcome } from './forced-outcome.ts'
import type { ProduceVideoInput } from './contract.ts'
import { drawOutside } from './draw-outside.ts'
import { beginSpeaking } from './speaking.ts'
import type { Speaking } from './speaking.ts'
import { triedActivities } from './tried-activities.ts'

const { finishSpeech } = triedActivities<Activities>(FINISHING)
const { fetchBackground } = triedActivities<Activities>(BACKGROUND)
const { chooseRenderer } = proxyLocalActivities<Activities>(CHOICE)
const { chooseRenderer: chooseElsewhere } = proxyActivities<Activities>(CHOICE_ELSEWHERE)
const { drawSegment, planFootage } = triedActivities<Activities>(RENDER)

/** Shares of the script that are spoken, and of the picture that are drawn, from 0 to 1. */
export interface Made {
  readonly spoken: number
  readonly drawn: number
}

/** Receives the progress after each step. Steps of our own note it themselves; those of others have it noted. */
interface Progress {
  show(made: Made): void
  note(made: Made): Promise<void>
}

/**
 * Speaks a script part by part and has it drawn. This service draws while it finishes the sound; external renderers
 * receive the finished sound, and twins that were recorded are drawn when all is spoken.
 *
 * @returns the number of segments. When a step fails for good, all others are stopped first.
 */
export async function speakAndDraw(input: ProduceVideoInput, progress: Progress): Promise<number> {
  // Before the first word: nothing is spoken for a picture that cannot be had.
  if (input.linksToPicture) await fetchBackground(input)
  let segments = 0
  await allOrNone(async (beside) => {
    const speaking = beginSpeaking(input, beside, ({ share }) => progress.show({ spoken: share, drawn: 0 }))
    await speaking.beyond(0)
    await meetForcedOutcome(input, 'draw')
    const renderer = await choose(input)
    const making: Making = { input, speaking, beside, progress }
    if (renderer.isFilmed) segments = await drawFilmed(making)
    else if (renderer.name === HOUSE_RENDERER) segments = await drawAsSpoken(making)
    else segments = await drawWhenSpoken(making, renderer)
  })
  return segments
}

/** A choice that fails for good, as when there is no such presenter, fails likewise elsewhere. */
async function choose(input: ProduceVideoInput): Promise<ChosenRenderer> {
  try {
    return await chooseRenderer(input)
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : error
    const isForGood = cause instanceof ApplicationFailure && cause.nonRetryable === true
    if (isForGood || isCancellation(error)) throw error
    return chooseElsewhere(input)
  }
}

/** A video whose script is being spoken. */
interface Making {
  readonly input: ProduceVideoInput
  readonly speaking: Speaking
  readonly beside: Beside
  readonly progress: Progress
}

/** While the script is spoken, what no later part can change is drawn, as much at a time as there are free renderers. */
async function drawAsSpoken({ input, speaking, beside, progress }: Making): Promise<number> {
  const planned: Segment[] = []
  let latest = await speaking.beyond(0)
  let framesDrawn = 0
  const show = () => {
    const { share, frames } = latest
    // The length of what is not spoken yet is estimated from what is.
    progress.show({ spoken: share, drawn: frames > 0 ? (framesDrawn / frames) * share : 0 })
  }
  /** The index of the segment that the poster is drawn with: the first one when it is settled what it shows. */
  let poster: number | undefined
  const draw = (segment: Segment, part: number) => async () => {
    const of = isWhole(latest) ? ` of ${planned.length}` : ''
    const summary = `segment ${segment.index + 1}${of}`
    const { share, frames } = latest
    const reached = progressOfMaking(share, (segment.endFrame / frames) * share)
    await drawSegment.executeWithOptions({ summary }, [
      { ...input, segment, part, progress: reached, ...(segment.index === poster && { poster: true }) },
    ])
    framesDrawn += segment.endFrame - segment.startFrame
    show()
  }
  for (;;) {
    show()
    const segments = segmentsAfter(latest, planned)
    planned.push(...segments)
    if (isWhole(latest)) beside(finish(input, latest))
    if (isWhole(latest) || latest.fixedSeconds >= POSTER_SETTLED_SECONDS) poster ??= segments[0]?.index
    for (const segment of segments) beside(draw(segment, latest.spoken - 1))
    if (isWhole(latest)) return planned.length
    latest = await speaking.beyond(latest.spoken)
  }
}

/** An external renderer starts when everything is spoken: it receives the whole timeline and the finished sound. */
async function drawWhenSpoken(
  { input, speaking, progress }: Making,
  renderer: ChosenRenderer,
): Promise<number> {
  const { parts } = await speaking.whole()
  await finishSpeech({ ...input, parts, forRenderer: true })
  return drawOutside(input, renderer, (drawn) => progress.note({ spoken: 1, drawn }))
}

/** Frames of a recording are chosen once for the whole script; then all segments are drawn at the same time. */
async function drawFilmed({ input, speaking, beside, progress }: Making): Promise<number> {
  const whole = await speaking.whole()
  const segments = planSegments(whole.frames, whole.format)
  let framesDrawn = 0
  beside(finish(input, whole))
  await planFootage.executeWithOptions({ summary: 'frames of the recording' }, [input])
  for (const segment of segments) {
    beside(async () => {
      const summary = `segment ${segment.index + 1} of ${segments.length}`
      const reached = progressOfMaking(1, segment.endFrame / whole.frames)
      await drawSegment.executeWithOptions({ summary }, [
        {
          ...input,
          segment,
          part: whole.parts - 1,
          progress: reached,
          ...(segment.index === 0 && { poster: true }),
        },
      ])
      framesDrawn += segment.endFrame - segment.startFrame
      progress.show({ spoken: 1, drawn: framesDrawn / whole.frames })
    })
  }
  return segments.length
}

function isWhole({ spoken, parts }: KnownSpeech): boolean {
  return spoken === parts
}

function segmentsAfter(known: KnownSpeech, before: readonly Segment[]): Segment[] {
  const { fixedSeconds, frames, format } = known
  return isWhole(known) ? planSegments(frames, format, before) : planFixed(fixedSeconds, format, before)
}

function finish(input: ProduceVideoInput, { parts }: KnownSpeech): () => Promise<void> {
  return () => finishSpeech({ ...input, parts })
}
