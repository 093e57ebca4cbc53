import { randomUUID } from 'node:crypto'

import type { WorkflowHandle } from '@temporalio/client'

import type { Activities } from '../../../src/activities/index.ts'
import { twinWorkflows } from '../../../src/temporal/twin-workflows.ts'
import type { buildTwin } from '../../../src/workflows/twin/build-twin.ts'
import type { checkTake } from '../../../src/workflows/twin/check-take.ts'
import { BUILD_TWIN, CHECK_TAKE, REMOVE_TWIN, VIDEOS_QUEUE } from '../../../src/workflows/contract.ts'
import type { removeTwin } from '../../../src/workflows/twin/remove-twin.ts'
import { recordActivities } from '../temporal/recorded-activities.ts'
import type { WorkflowEnvironment } from '../temporal/workflow-environment.ts'

/** The twin that these runs are about. Its id is another one for each run. */
const newTwin = () => ({ accountId: 'acc_1', twinId: `twn_${randomUUID().slice(0, 8)}` })

/** Tells runs that their twin is withdrawn, as the service does. */
export function notifiesRuns({ server }: WorkflowEnvironment): Pick<Activities, 'notifyTwinWithdrawn'> {
  const { signalTwinWithdrawn } = twinWorkflows(server.client)
  return { notifyTwinWithdrawn: ({ workflowId }) => signalTwinWithdrawn(workflowId) }
}

/** Starts runs about twins on activities that succeed at once, but for those that are replaced. */
export function twinRuns(environment: WorkflowEnvironment) {
  const { workflow } = environment.server.client
  function serve(replaced: Partial<Activities>) {
    const recorded = recordActivities(replaced)
    environment.serve(recorded.activities)
    return recorded
  }
  const options = (workflowId: string) => ({ workflowId, taskQueue: VIDEOS_QUEUE })
  return {
    async build(replaced: Partial<Activities> = {}, twin = newTwin()) {
      const recorded = serve(replaced)
      const id = `twin-build/${twin.twinId}`
      const handle = await workflow.start<typeof buildTwin>(BUILD_TWIN, { ...options(id), args: [twin] })
      return { recorded, handle, twin }
    },
    async check(replaced: Partial<Activities> = {}) {
      const recorded = serve(replaced)
      const take = { ...newTwin(), takeId: 'tak_1' }
      const handle = await workflow.start<typeof checkTake>(CHECK_TAKE, {
        ...options(randomUUID()),
        args: [take],
      })
      return { recorded, handle, take }
    },
    async remove(replaced: Partial<Activities> | null = {}, twin = newTwin()) {
      const recorded = replaced && serve(replaced)
      const handle: WorkflowHandle<typeof removeTwin> = await workflow.start(REMOVE_TWIN, {
        ...options(randomUUID()),
        args: [twin],
      })
      return { recorded, handle, twin }
    },
  }
}
