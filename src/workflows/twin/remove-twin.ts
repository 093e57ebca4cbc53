import { log, proxyActivities, sleep } from '@temporalio/workflow'

import type { Activities } from '../../activities/index.ts'
import { buildTwinId } from '../../domain/video/workflow-id.ts'
import { REMOVAL, RESULTS } from '../activity-options.ts'
import type { TwinInput } from '../contract.ts'
import { endFailed } from '../end-failed.ts'
import { TWIN_WITHDRAWN } from '../failure-reason.ts'
import { failureType } from '../failure-type.ts'
import { createTwinDisplay } from './twin-display.ts'

const { removeTwinFiles, deleteTwinVideos } = proxyActivities<Activities>(REMOVAL)
const { findTwinVideos, noteTwinRemoved, notifyTwinWithdrawn } = proxyActivities<Activities>(RESULTS)

/** A run that was told ends its video within seconds, once the step that it is at has heard of it. */
const ENDED_AFTER = '5s'

/** After two minutes a run does not listen, or there is none. */
const MOST_LOOKS = 24

const WITHDRAWN = {
  failure: { stage: 'draw', reason: TWIN_WITHDRAWN, byRequest: false, twinWithdrawn: true },
  known: { cause: 'request', step: null, worker: null, detail: null },
} as const

/**
 * Removes what is left of a twin that was withdrawn or whose consent has ended: its build, its unfinished videos, whose
 * seconds are released, everything that was recorded and learned, and finished videos unless they are kept.
 */
export async function removeTwin(input: TwinInput): Promise<'removed' | 'kept'> {
  const display = createTwinDisplay(input)
  try {
    display.reach('stop the build', 0)
    await notifyTwinWithdrawn({ workflowId: buildTwinId(input.twinId) })
    // First: nothing can be read from here on, whatever still runs.
    display.reach('remove the files', 10)
    await removeTwinFiles(input)
    display.reach('end unfinished videos', 30)
    await endVideos(input)
    display.reach('delete finished videos', 80)
    await deleteTwinVideos(input)
    await noteTwinRemoved(input)
  } catch (error) {
    if (failureType(error) !== 'TwinRecordedAgain') throw error
    log.warn('twin is not to be removed, and the run of its removal ends', { twinId: input.twinId })
    display.end('gone', 'recorded again meanwhile')
    return 'kept'
  }
  display.end('removed', 'removed')
  return 'removed'
}

/** Each run ends its own video. Videos whose runs do not answer are ended here. */
async function endVideos(input: TwinInput): Promise<void> {
  for (let look = 0; ; look += 1) {
    const { unfinishedVideos } = await findTwinVideos(input)
    if (unfinishedVideos.length === 0) return
    for (const { videoId, workflowId } of unfinishedVideos) {
      const isNotified = look < MOST_LOOKS && (await notifyTwinWithdrawn({ workflowId }))
      if (!isNotified) await endFailed({ accountId: input.accountId, videoId }, WITHDRAWN)
    }
    await sleep(ENDED_AFTER)
  }
}
