import { proxyLocalActivities } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { ChosenRenderer } from '../activities/outside-render.ts'
import type { SpokenPart } from '../activities/speech.ts'
import { HOUSE_RENDERER } from '../domain/catalogue.ts'
import { planSegments, planFixed } from '../domain/picture.ts'
import type { Segment } from '../domain/picture.ts'
import { progressOfMaking } from '../domain/video.ts'
import { BACKGROUND, CHOICE, RENDER, SPEECH } from './activity-options.ts'
import { allOrNone } from './all-or-none.ts'
import type { ProduceVideoInput } from './contract.ts'
import { drawOutside } from './draw-outside.ts'
import { triedActivities } from './tried-activities.ts'

const { speakPart, finishSpeech } = triedActivities<Activities>(SPEECH)
const { fetchBackground } = triedActivities<Activities>(BACKGROUND)
const { chooseRenderer } = proxyLocalActivities<Activities>(CHOICE)
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
  const first = await speak(input, 0)
  progress.show({ spoken: first.share, drawn: 0 })
  const renderer = await chooseRenderer(input)
  if (renderer.isFilmed) return drawFilmed(input, first, progress)
  if (renderer.name === HOUSE_RENDERER) return drawAsSpoken(input, first, progress)
  return drawWhenSpoken(input, first, renderer, progress)
}

/** While a part is spoken, what no later part can change is drawn, as much at a time as there are free renderers. */
async function drawAsSpoken(
  input: ProduceVideoInput,
  first: SpokenPart,
  progress: Progress,
): Promise<number> {
  const planned: Segment[] = []
  let latest = first
  let framesDrawn = 0
  const told = () => {
    const { share, frames } = latest
    // The length of what is not spoken yet is estimated from what is.
    progress.show({ spoken: share, drawn: frames > 0 ? (framesDrawn / frames) * share : 0 })
  }
  const draw = (segment: Segment, part: number) => async () => {
    const of = latest.isLast ? ` of ${planned.length}` : ''
    const summary = `segment ${segment.index + 1}${of}`
    const { share, frames } = latest
    const reached = progressOfMaking(share, (segment.endFrame / frames) * share)
    await drawSegment.executeWithOptions({ summary }, [{ ...input, segment, part, progress: reached }])
    framesDrawn += segment.endFrame - segment.startFrame
    told()
  }
  await allOrNone(async (beside) => {
    for (let part = 0; ; part += 1) {
      told()
      const segments = segmentsAfter(latest, planned)
      planned.push(...segments)
      const next = latest.isLast ? null : speak(input, part + 1, latest.parts)
      if (next === null) beside(() => finish(input, latest))
      for (const segment of segments) beside(draw(segment, part))
      if (next === null) return
      latest = await next
    }
  })
  return planned.length
}

/** An external renderer starts when everything is spoken: it receives the whole timeline and the finished sound. */
async function drawWhenSpoken(
  input: ProduceVideoInput,
  first: SpokenPart,
  renderer: ChosenRenderer,
  progress: Progress,
): Promise<number> {
  const spoken = await speakRest(input, first, progress)
  await finishSpeech({ ...input, parts: spoken.parts, forRenderer: true })
  return drawOutside(input, renderer, (drawn) => progress.note({ spoken: 1, drawn }))
}

/** Frames of a recording are chosen once for the whole script; then all segments are drawn at the same time. */
async function drawFilmed(input: ProduceVideoInput, first: SpokenPart, progress: Progress): Promise<number> {
  const spoken = await speakRest(input, first, progress)
  const segments = planSegments(spoken.frames, spoken.format)
  let framesDrawn = 0
  await allOrNone(async (beside) => {
    beside(() => finish(input, spoken))
    await planFootage.executeWithOptions({ summary: 'frames of the recording' }, [input])
    for (const segment of segments) {
      beside(async () => {
        const summary = `segment ${segment.index + 1} of ${segments.length}`
        const reached = progressOfMaking(1, segment.endFrame / spoken.frames)
        await drawSegment.executeWithOptions({ summary }, [
          { ...input, segment, part: spoken.parts - 1, progress: reached },
        ])
        framesDrawn += segment.endFrame - segment.startFrame
        progress.show({ spoken: 1, drawn: framesDrawn / spoken.frames })
      })
    }
  })
  return segments.length
}

/** Speaks all parts after the first one. Returns the last. */
async function speakRest(
  input: ProduceVideoInput,
  first: SpokenPart,
  progress: Progress,
): Promise<SpokenPart> {
  let spoken = first
  for (let part = 1; !spoken.isLast; part += 1) {
    spoken = await speak(input, part, spoken.parts)
    progress.show({ spoken: spoken.share, drawn: 0 })
  }
  return spoken
}

function segmentsAfter(
  { isLast, fixedSeconds, frames, format }: SpokenPart,
  before: readonly Segment[],
): Segment[] {
  return isLast ? planSegments(frames, format, before) : planFixed(fixedSeconds, format, before)
}

function speak(input: ProduceVideoInput, part: number, parts?: number): Promise<SpokenPart> {
  const summary = `part ${part + 1}${parts === undefined ? '' : ` of ${parts}`}`
  return speakPart.executeWithOptions({ summary }, [{ ...input, part }])
}

function finish(input: ProduceVideoInput, { parts }: SpokenPart): Promise<void> {
  return finishSpeech({ ...input, parts })
}
