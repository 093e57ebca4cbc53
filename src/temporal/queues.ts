import {
  ASSEMBLY_QUEUE,
  RENDER_QUEUE,
  SPEECH_QUEUE,
  TWINS_QUEUE,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../workflows/contract.ts'

/** The queues of this service, in the order in which people see them. */
export const QUEUES = [
  VIDEOS_QUEUE,
  SPEECH_QUEUE,
  RENDER_QUEUE,
  ASSEMBLY_QUEUE,
  TWINS_QUEUE,
  WEBHOOKS_QUEUE,
] as const

/** Workers ask for work at least once a minute; one that has not is gone. */
export const ALIVE_WITHIN_MS = 90_000

/** Their numbers in the server's own numbering of what a queue holds: steps of workflows, and activities. */
const [WORKFLOW_TASKS, ACTIVITY_TASKS] = [1, 2] as const

/** What a queue holds, in the server's own numbering. */
export function kindsOfTasks(queue: string): readonly number[] {
  const isOfWorkflows = queue === VIDEOS_QUEUE || queue === WEBHOOKS_QUEUE
  return isOfWorkflows ? [WORKFLOW_TASKS, ACTIVITY_TASKS] : [ACTIVITY_TASKS]
}
