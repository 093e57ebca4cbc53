import { WorkflowNotFoundError } from '@temporalio/client'
import type { Client, WorkflowExecutionDescription } from '@temporalio/client'
import { ApplicationFailure } from '@temporalio/common'
import type { LoadedDataConverter } from '@temporalio/common'
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow/codec-helpers.js'

import { beginsNewWork } from '../domain/health/current-release.ts'
import type { CurrentRelease } from '../domain/health/current-release.ts'
import type { QueueState, QueueWorker, RunState, StepState } from '../domain/health/operations.ts'
import { failureCause } from '../domain/video/failure-cause.ts'
import { FAILED_STEP, outsideQueue } from '../workflows/contract.ts'
import type { FailedStep } from '../workflows/contract.ts'
import { buildIdOf } from './current-release.ts'
import { ALIVE_WITHIN_MS, kindsOfTasks, QUEUES } from './queues.ts'

/** A person waits for the page. */
const WATCH_DEADLINE_MS = 3_000

/** `PENDING_ACTIVITY_STATE_STARTED` in the server's own numbering. */
const STARTED = 2

/** Characters of a failure's message. */
const LONGEST_FAILURE = 300

/**
 * The queues of this service, and those of renderers of one's own: who serves them, and what waits.
 *
 * @param current whose workers begin new work; null while that is not known.
 */
export async function watchQueues(
  client: Client,
  renderers: readonly string[],
  current: CurrentRelease | null,
): Promise<QueueState[]> {
  const watchAll = () =>
    Promise.all([
      ...QUEUES.map((name) => watchQueue(client, name, current)),
      // Programs of others are of no release of this service.
      ...renderers.map((renderer) => watchQueue(client, outsideQueue(renderer), null)),
    ])
  return client.withDeadline(Date.now() + WATCH_DEADLINE_MS, watchAll)
}

async function watchQueue(client: Client, name: string, current: CurrentRelease | null): Promise<QueueState> {
  const { namespace } = client.options
  const answers = await Promise.all(
    kindsOfTasks(name).map((taskQueueType) =>
      client.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name },
        taskQueueType,
        reportStats: true,
      }),
    ),
  )
  const seen = new Map<string, QueueWorker>()
  for (const poller of answers.flatMap(({ pollers }) => pollers ?? [])) {
    const identity = poller.identity ?? ''
    const lastSeenAt = dateOf(poller.lastAccessTime)
    const before = seen.get(identity)
    if (before && before.lastSeenAt >= lastSeenAt) continue
    const isCurrent = beginsNewWork({ buildId: buildIdOf(poller.deploymentOptions) }, current)
    seen.set(identity, { identity, lastSeenAt, isCurrent })
  }
  const isAlive = ({ lastSeenAt }: QueueWorker) => Date.now() - lastSeenAt.getTime() < ALIVE_WITHIN_MS
  const stats = answers.map(({ stats: of }) => of)
  return {
    name,
    workers: [...seen.values()].filter(isAlive),
    waiting: stats.reduce((sum, of) => sum + Number(of?.approximateBacklogCount ?? 0), 0),
    oldestWaitSeconds: Math.max(...stats.map((of) => Number(of?.approximateBacklogAge?.seconds ?? 0))),
  }
}

/** The newest run of a workflow, and its steps that have not ended; null when the server knows none. */
export async function watchRun(
  client: Client,
  converter: LoadedDataConverter,
  workflowId: string,
): Promise<RunState | null> {
  try {
    const handle = client.workflow.getHandle(workflowId)
    const found = await client.withDeadline(Date.now() + WATCH_DEADLINE_MS, () => handle.describe())
    const steps = await stepsOf(found, converter)
    return { runId: found.runId, isRunning: found.status.name === 'RUNNING', steps }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null
    throw error
  }
}

type PendingActivity = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number]

/** Steps are activities; of one that is tried again only the run remembers why. */
async function stepsOf(
  { raw, memo }: WorkflowExecutionDescription,
  converter: LoadedDataConverter,
): Promise<StepState[]> {
  const failed = (memo?.[FAILED_STEP] ?? null) as FailedStep | null
  const read = async (activity: PendingActivity): Promise<StepState> => {
    const isStarted = Number(activity.state) === STARTED
    const name = activity.activityType?.name ?? 'activity'
    const isTriedAgain = failed?.name === name
    const last = await decodeOptionalFailureToOptionalError(converter, activity.lastFailure)
    const lastFailure = isTriedAgain ? failed.message : last?.message
    const lastCause = last && failureCause(last instanceof ApplicationFailure ? last.type : null)
    return {
      name,
      attempt: (activity.attempt ?? 1) + (isTriedAgain ? failed.errors : 0),
      isStarted,
      since: dateOf((isStarted ? activity.lastStartedTime : null) ?? activity.scheduledTime),
      lastFailure: lastFailure?.slice(0, LONGEST_FAILURE) ?? null,
      cause: isTriedAgain ? failed.cause : (lastCause ?? null),
      worker: activity.lastWorkerIdentity || (isTriedAgain ? failed.worker : null),
    }
  }
  const steps = await Promise.all((raw.pendingActivities ?? []).map(read))
  const decision = raw.pendingWorkflowTask
  if (!decision) return steps
  const attempt = decision.attempt ?? 1
  return [
    ...steps,
    {
      name: 'workflow',
      attempt,
      isStarted: Number(decision.state) === STARTED,
      since: dateOf(decision.originalScheduledTime ?? decision.scheduledTime),
      // The server does not say here why; its own pages do.
      lastFailure: attempt > 1 ? 'The workflow itself could not go on.' : null,
      cause: null,
      worker: null,
    },
  ]
}

function dateOf(timestamp: { seconds?: unknown } | null | undefined): Date {
  const seconds = timestamp?.seconds
  return seconds === null || seconds === undefined ? new Date() : new Date(Number(seconds) * 1_000)
}
