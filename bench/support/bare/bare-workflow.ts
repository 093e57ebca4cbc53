import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'

/** Answers with what the one activity returned. */
export const bareUpdate = defineUpdate<string>('bare')

const { insertRow } = proxyLocalActivities<{ insertRow(id: string): Promise<string> }>({
  scheduleToCloseTimeout: '10s',
})

/** The least that a creation through Temporal can be: one local activity, one answer. */
export async function bare(id: string): Promise<void> {
  const answer = insertRow(id)
  setHandler(bareUpdate, () => answer)
  await answer
  await condition(allHandlersFinished)
}
