import type { Client } from '@temporalio/client'
import { expect } from 'vitest'

import { HOUSEKEEPING_SCHEDULE } from '../../src/workflows/contract.ts'
import { PATIENTLY } from './patiently.ts'

/** One round of housekeeping, as the schedule starts it; waits for its end, and before for that of one under way. */
export async function keepHouse(temporal: Client, patience = PATIENTLY): Promise<void> {
  const schedule = temporal.schedule.getHandle(HOUSEKEEPING_SCHEDULE)
  const latest = async () => (await schedule.describe()).info.recentActions.at(-1)?.action.workflow
  const before = await latest()
  await schedule.trigger('BUFFER_ONE')
  const newest = async () => (await latest())?.firstExecutionRunId
  await expect.poll(newest, patience).not.toBe(before?.firstExecutionRunId)
  const { workflowId, firstExecutionRunId } = (await latest())!
  await temporal.workflow.getHandle(workflowId, firstExecutionRunId).result()
}
