import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client'
import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { SignalDefinition } from '@temporalio/common'

import { buildTwinId, checkTakeId, removeTwinId } from '../domain/video/workflow-id.ts'
import type { TwinWorkflows } from '../ports/twin/twin-workflows.ts'
import {
  BUILD_TWIN,
  CHECK_TAKE,
  REMOVE_TWIN,
  SEARCH_ATTRIBUTES,
  twinReviewedSignal,
  twinWithdrawnSignal,
  VIDEOS_QUEUE,
} from '../workflows/contract.ts'
import type { CheckTakeInput, TwinInput, TwinRunStatus } from '../workflows/contract.ts'

/** A person waits for the answer, and a workflow that could not be started is found by housekeeping. */
const START_DEADLINE_MS = 5_000

/** Starts the workflows of twins and tells them what people decide. */
export function twinWorkflows(client: Client): TwinWorkflows {
  return {
    async startTakeCheck({ accountId, twinId, takeId }) {
      const input = { accountId, twinId, takeId }
      await start(client, CHECK_TAKE, checkTakeId(takeId), input, `Check ${takeId} of ${twinId}`)
    },
    startTwinBuild: ({ accountId, twinId }) =>
      start(client, BUILD_TWIN, buildTwinId(twinId), { accountId, twinId }, `Build ${twinId}`),
    async startTwinRemoval({ accountId, twinId }) {
      await start(client, REMOVE_TWIN, removeTwinId(twinId), { accountId, twinId }, `Remove ${twinId}`)
    },

    async signalTwinReview(twinId) {
      await signal(client, buildTwinId(twinId), twinReviewedSignal)
    },
    signalTwinWithdrawn: (workflowId) => signal(client, workflowId, twinWithdrawnSignal),
  }
}

/** False when there is no run of that id, or it has ended: such a run cannot be told anything. */
async function signal(client: Client, workflowId: string, told: SignalDefinition): Promise<boolean> {
  try {
    await within(client, () => client.workflow.getHandle(workflowId).signal(told))
    return true
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

/** One that runs already is joined; one that has ended may run again, as after another recording. */
async function start(
  client: Client,
  type: string,
  workflowId: string,
  input: TwinInput | CheckTakeInput,
  summary: string,
): Promise<'started' | 'joined'> {
  const options = {
    workflowId,
    taskQueue: VIDEOS_QUEUE,
    args: [input],
    staticSummary: summary,
    priority: { fairnessKey: input.accountId },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.accountId, value: input.accountId },
      { key: SEARCH_ATTRIBUTES.twinId, value: input.twinId },
      { key: SEARCH_ATTRIBUTES.twinStatus, value: 'working' satisfies TwinRunStatus['status'] },
    ]),
  }
  try {
    await within(client, () => client.workflow.start(type, options))
    return 'started'
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return 'joined'
    throw error
  }
}

function within<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  return client.withDeadline(Date.now() + START_DEADLINE_MS, call)
}
