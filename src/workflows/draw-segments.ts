import { proxyActivities } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { SpokenScript } from '../activities/speech.ts'
import { planSegments } from '../domain/picture.ts'
import { RENDER } from './activity-options.ts'
import { allOrNone } from './all-or-none.ts'
import type { ProduceVideoInput } from './contract.ts'

const { drawSegment } = proxyActivities<Activities>(RENDER)

/**
 * Draws all frames in segments, as many at a time as there are free renderers.
 *
 * @param onDrawn is told the share that is done, from 0 to 1, after each segment.
 * @returns the number of segments. When one cannot be drawn, the others are stopped first.
 */
export async function drawSegments(
  input: ProduceVideoInput,
  { frames, format }: SpokenScript,
  onDrawn: (share: number) => Promise<void>,
): Promise<number> {
  const segments = planSegments(frames, format)
  let framesDrawn = 0
  const drawings = segments.map((segment) => async () => {
    const summary = `segment ${segment.index + 1} of ${segments.length}`
    await drawSegment.executeWithOptions({ summary }, [{ ...input, segment }])
    framesDrawn += segment.endFrame - segment.startFrame
    await onDrawn(framesDrawn / frames)
  })
  await allOrNone(drawings)
  return segments.length
}
