import type { Activities } from '../activities/index.ts'
import type { ChosenRenderer, OutsideRenderer } from '../activities/picture/outside-render.ts'
import { ASSEMBLY, outsideRender } from './activity-options.ts'
import { allOrNone } from './all-or-none.ts'
import type { ProduceVideoInput } from './contract.ts'
import { triedActivities } from './tried-activities.ts'

const { prepareScene, acceptSegments } = triedActivities<Activities>(ASSEMBLY)

/**
 * Has all frames drawn by an external renderer through its task queue, and checks the results.
 *
 * @param onDrawn is called with the finished share, from 0 to 1, after each segment.
 * @returns the number of segments.
 */
export async function drawOutside(
  input: ProduceVideoInput,
  renderer: ChosenRenderer,
  onDrawn: (share: number) => Promise<void>,
): Promise<number> {
  const { draw_segment: drawSegment } = triedActivities<OutsideRenderer>(outsideRender(renderer))
  const jobs = await prepareScene(input)
  const drawn: unknown[] = []
  let segmentsDrawn = 0
  await allOrNone(async (beside) => {
    for (const [index, job] of jobs.entries()) {
      beside(async () => {
        const summary = `segment ${job.segment.index + 1} of ${jobs.length} by ${renderer.name}`
        drawn[index] = await drawSegment.executeWithOptions({ summary }, [job])
        segmentsDrawn += 1
        await onDrawn(segmentsDrawn / jobs.length)
      })
    }
  })
  await acceptSegments({ ...input, drawn })
  return jobs.length
}
