import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { ChosenRenderer } from '../activities/outside-render.ts'
import type { SpokenPart } from '../activities/speech.ts'
import { HOUSE_RENDERER } from '../domain/catalogue.ts'
import { planSegments, planFixed } from '../domain/picture.ts'
import type { Segment } from '../domain/picture.ts'
import { BACKGROUND, CHOICE, RENDER, SPEECH } from './activity-options.ts'
import { allOrNone } from './all-or-none.ts'
import type { ProduceVideoInput } from './contract.ts'
import { drawOutside } from './draw-outside.ts'

const { speakPart, finishSpeech } = proxyActivities<Activities>(SPEECH)
const { fetchBackground } = proxyActivities<Activities>(BACKGROUND)
const { chooseRenderer } = proxyLocalActivities<Activities>(CHOICE)
const { drawSegment } = proxyActivities<Activities>(RENDER)

/** Shares of the script that are spoken, and of the picture that are drawn, from 0 to 1. */
export interface Made {
  readonly spoken: number
  readonly drawn: number
}

/** Receives the progress after each step. */
type Tell = (made: Made) => Promise<void>

/**
 * Speaks a script part by part and has it drawn. This service draws while it finishes the sound; external renderers
 * receive the finished sound.
 *
 * @returns the number of segments. When a step fails for good, all others are stopped first.
 */
export async function speakAndDraw(input: ProduceVideoInput, tell: Tell): Promise<number> {
  // Before the first word: nothing is spoken for a picture that cannot be had.
  if (input.linksToPicture) await fetchBackground(input)
  const first = await speak(input, 0)
  await tell({ spoken: first.share, drawn: 0 })
  const renderer = await chooseRenderer(input)
  if (renderer.name === HOUSE_RENDERER) return drawAsSpoken(input, first, tell)
  return drawWhenSpoken(input, first, renderer, tell)
}

/** While a part is spoken, what no later part can change is drawn, as much at a time as there are free renderers. */
async function drawAsSpoken(input: ProduceVideoInput, first: SpokenPart, tell: Tell): Promise<number> {
  const planned: Segment[] = []
  let latest = first
  let framesDrawn = 0
  const told = () => {
    const { share, frames } = latest
    // The length of what is not spoken yet is estimated from what is.
    return tell({ spoken: share, drawn: frames > 0 ? (framesDrawn / frames) * share : 0 })
  }
  const draw = (segment: Segment, part: number) => async () => {
    const of = latest.isLast ? ` of ${planned.length}` : ''
    const summary = `segment ${segment.index + 1}${of}`
    await drawSegment.executeWithOptions({ summary }, [{ ...input, segment, part }])
    framesDrawn += segment.endFrame - segment.startFrame
    await told()
  }
  await allOrNone(async (beside) => {
    for (let part = 0; ; part += 1) {
      await told()
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
  tell: Tell,
): Promise<number> {
  let spoken = first
  for (let part = 1; !spoken.isLast; part += 1) {
    spoken = await speak(input, part, spoken.parts)
    await tell({ spoken: spoken.share, drawn: 0 })
  }
  await finish(input, spoken)
  return drawOutside(input, renderer, (drawn) => tell({ spoken: 1, drawn }))
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
