import type { Client } from '@temporalio/client'
import { expect } from 'vitest'

import { HOUSEKEEPING_SCHEDULE } from '../../../src/workflows/contract.ts'
import { PATIENTLY } from '../run/patiently.ts'

/** One round of housekeeping, as the schedule starts it; waits for its end, and before for that of one under way. */
export async function keepHouse(temporal: Client, patience = PATIENTLY): Promise<void> {
  await runScheduled(temporal, HOUSEKEEPING_SCHEDULE, patience)
}

/** One run of what a schedule starts; waits for its end, and before for that of one under way. */
export async function runScheduled(temporal: Client, id: string, patience = PATIENTLY): Promise<void> {
  const schedule = temporal.schedule.getHandle(id)
  const rounds = async () => (await schedule.describe()).info.numActionsTaken
  const before = await rounds()
  await schedule.trigger('BUFFER_ONE')
  await expect.poll(rounds, patience).toBeGreaterThan(before)
  const { info } = await schedule.describe()
  const { workflow } = info.recentActions.at(-1)!.action
  await temporal.workflow.getHandle(workflow.workflowId, workflow.firstExecutionRunId).result()
}
