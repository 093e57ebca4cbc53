import { ApplicationFailure } from '@temporalio/common'

import type { Activities } from '../../../src/activities/index.ts'
import { moment } from './moment.ts'

/** Of the usual video: the other three segments, and the sound. */
const OTHERS = 4

/**
 * Activities of a video one of whose four segments fails for good. All others have begun by then, and go
 * on until they are stopped: the time-skipping server hangs when an activity is cancelled in the moment it
 * is done (github.com/temporalio/sdk-java/issues/2391), so none of these ever is.
 *
 * @returns them, and the names of those that were stopped.
 */
export function oneSegmentFails(failing: number) {
  const stopped: string[] = []
  const begun = new Set<string>()
  const othersHaveBegun = moment()
  const untilStopped = async (name: string) => {
    if (begun.add(name).size === OTHERS) othersHaveBegun.come()
    await moment()
      .wait()
      .finally(() => stopped.push(name))
  }
  const activities: Partial<Activities> = {
    finishSpeech: () => untilStopped('the sound'),
    drawSegment: async ({ segment }) => {
      if (segment.index !== failing) return untilStopped(`segment ${segment.index}`)
      await othersHaveBegun.wait()
      throw ApplicationFailure.nonRetryable('no such frame', 'RenderImpossible')
    },
  }
  return { activities, stopped }
}
