import { randomUUID } from 'node:crypto'

import type { WorkflowHandle } from '@temporalio/client'

import type { Activities } from '../../../src/activities/index.ts'
import { PRODUCE_VIDEO, VIDEOS_QUEUE } from '../../../src/workflows/contract.ts'
import type { ProduceVideoInput } from '../../../src/workflows/contract.ts'
import type { produceVideo } from '../../../src/workflows/produce-video.ts'
import { recordActivities } from './recorded-activities.ts'
import type { RecordedActivities } from './recorded-activities.ts'
import type { WorkflowEnvironment } from './workflow-environment.ts'

/** What a run is started with where it does not matter. */
export const VIDEO: ProduceVideoInput = { accountId: 'acc_1', videoId: 'vid_1' }

/** Starts making a video. */
export function startVideo(
  { server }: WorkflowEnvironment,
  workflowId: string = randomUUID(),
  input: ProduceVideoInput = VIDEO,
): Promise<WorkflowHandle<typeof produceVideo>> {
  return server.client.workflow.start<typeof produceVideo>(PRODUCE_VIDEO, {
    workflowId,
    taskQueue: VIDEOS_QUEUE,
    args: [input],
  })
}

/** Has the activities of a run be done from now on: they succeed at once unless replaced. */
export function serveRecorded(
  environment: WorkflowEnvironment,
  replaced: Partial<Activities> = {},
): RecordedActivities {
  const recorded = recordActivities(replaced)
  environment.serve(recorded.activities)
  return recorded
}
