import type { DataConverter } from '@temporalio/common'
import { TransportError, Worker } from '@temporalio/worker'
import type { WorkerOptions } from '@temporalio/worker'

import type { Activities } from '../activities/index.ts'
import type { Config } from '../config/config.ts'
import type { TaskQueue } from '../domain/health/task-queues.ts'
import { needsOfAll } from '../domain/health/needs.ts'
import type { Log } from '../ports/process/log.ts'
import type { NeedsWatch } from '../ports/process/needs.ts'
import { PARTS_AT_ONCE } from '../workflows/contract.ts'
import { temporalServer } from './connection.ts'
import { logAndMeasureRuntime, logRuntimeTo } from './telemetry/runtime.ts'
import type { RuntimeMetrics } from './telemetry/runtime.ts'
import { withStepFacts } from './telemetry/step-facts.ts'
import type { TemporalTraces } from './telemetry/traces.ts'
import { accessProbe, workWhileFit } from './work-while-fit.ts'
import { openWorkerConnection } from './worker-connection.ts'
import { workflowBundle } from './workflow-bundle.ts'

/**
 * Speaking a part of a script is taken over by a worker before it has a process for it: as many parts
 * as one account of the largest plan can ask for at a time, so that it fills no worker alone, and the
 * processes can be shared out phrase by phrase. A part that waits is less than a megabyte in memory and
 * a heartbeat, but also some seconds of work that no other worker does meanwhile: hence a limit for
 * plans that allow more.
 *
 * Drawing needs none of this: a segment takes seconds and the server hands them out in turn by account,
 * so all that wait stay there, for other workers.
 */
const MOST_WAITING_PARTS = 32

/**
 * Looking at a take is taken over before there is a process for it, so that one account's films do not keep another's
 * waiting in the server: whose turn it is, is decided in the worker (`TwinStudio`). As many as two accounts can ask for at
 * a time, with five recordings of four parts each; more would wait here while other workers have nothing to do.
 */
const MOST_WAITING_TAKES = 40

/** Deliveries wait for other people's servers, so many fit into one process. */
const MOST_DELIVERIES = 200
const MOST_DATABASE_ACTIVITIES = 20

/**
 * A heartbeat brings back the news that a video was deleted. The SDK would hold heartbeats back for
 * 80 % of their timeout, and so draw on for 16 seconds.
 */
const HEARTBEAT_HELD_BACK = '1s'

/**
 * A run's next step is offered to the worker that remembers the run, and after this long to all. A worker
 * that lives takes it in milliseconds; one that was killed would hold the run up for the SDK's ten seconds.
 * What a wrong guess costs is reading some hundred events again.
 */
const REMEMBERING_WORKER_HAS = '3s'

/** A worker that polls its task queues until it is stopped. */
export interface RunningWorker {
  /** Stops polling, finishes tasks within the grace period, and returns the others to the server. */
  stop(): Promise<void>
  /** Resolves when the worker has stopped, and rejects when it failed. */
  readonly ended: Promise<void>
}

/** What a worker does, and how it writes and reads what Temporal keeps of it. */
export interface Work {
  /** Loads the steps. */
  loadActivities(): Promise<Activities>
  /** Looks at what the work needs. */
  readonly needs: NeedsWatch
  readonly dataConverter: DataConverter
  /** Starts deliveries of events that were written for endpoints, until it is asked to stop. */
  startDeliveries(stopping: AbortSignal): Promise<void>
  /** Where the SDK tells its own metrics. Without it, the SDK keeps none. */
  readonly runtimeMetrics?: RuntimeMetrics | null
  /** Draws steps into traces. Without it, nothing is traced. */
  readonly traces?: TemporalTraces | null
}

/** Whether a worker could not be started because the server is away. */
export function isTemporalAway(error: unknown): boolean {
  return error instanceof TransportError
}

/** Starts a worker for the configured task queues. @throws when Temporal is unavailable. */
export async function startWorker(
  config: Config,
  temporalAddress: string,
  { loadActivities, dataConverter, needs, startDeliveries, runtimeMetrics = null, traces = null }: Work,
  log: Log,
): Promise<RunningWorker> {
  if (runtimeMetrics === null) logRuntimeTo(log)
  else await logAndMeasureRuntime(log, runtimeMetrics)
  const activities = await loadActivities()
  const server = temporalServer(temporalAddress, config)
  const connection = await openWorkerConnection(server, log)
  const bundle = await workflowBundle(config.cacheDir, {
    encodesFailures: dataConverter.failureConverterPath !== undefined,
  })
  const create = async (taskQueue: TaskQueue) => {
    const worker = await Worker.create({
      connection: connection.current(),
      namespace: server.namespace,
      dataConverter,
      taskQueue,
      shutdownGraceTime: config.stop.workerShutdownGraceSeconds * 1_000,
      maxHeartbeatThrottleInterval: HEARTBEAT_HELD_BACK,
      stickyQueueScheduleToStartTimeout: REMEMBERING_WORKER_HAS,
      interceptors: { activity: [withStepFacts, ...(traces?.activity ?? [])] },
      ...versionOptions(taskQueue, config),
      ...queueOptions(taskQueue, config, activities, bundle),
    })
    return connection.follow(worker)
  }
  needs.add('temporal', accessProbe(connection.current, server.namespace))
  await needs.begin(needsOfAll(config.taskQueues))
  const stopping = new AbortController()
  const queues = config.taskQueues
  const work = await workWhileFit(stopping.signal, { queues, create, needs, log })
  const deliveries = queues.includes('webhooks') ? startDeliveries(stopping.signal) : Promise.resolve()
  const untilClosed = async () => {
    try {
      await work.ended
    } finally {
      stopping.abort()
      await deliveries
      await connection.close()
    }
  }
  const ended = untilClosed()
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/**
 * With a build id, a run stays with the release that began it, so that its steps and its workflow are of one. A delivery
 * or a batch goes on for days, in the same steps in every release: it moves to the newest.
 */
function versionOptions(taskQueue: TaskQueue, { deployment }: Config): Partial<WorkerOptions> {
  if (deployment === null) return {}
  return {
    workerDeploymentOptions: {
      version: { deploymentName: deployment.name, buildId: deployment.buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: taskQueue === 'webhooks' ? 'AUTO_UPGRADE' : 'PINNED',
    },
  }
}

function queueOptions(
  taskQueue: TaskQueue,
  { studioProcesses, plans, twins }: Config,
  activities: Activities,
  workflowBundle: { code: string },
): Partial<WorkerOptions> {
  switch (taskQueue) {
    case 'videos':
      return { workflowBundle, activities, maxConcurrentActivityTaskExecutions: MOST_DATABASE_ACTIVITIES }
    case 'webhooks':
      return { workflowBundle, activities, maxConcurrentActivityTaskExecutions: MOST_DELIVERIES }
    case 'speech': {
      const waiting = Math.min(PARTS_AT_ONCE * mostVideosAtOnce(plans), MOST_WAITING_PARTS)
      return { activities, maxConcurrentActivityTaskExecutions: studioProcesses + waiting }
    }
    case 'render':
    case 'assembly':
      return { activities, maxConcurrentActivityTaskExecutions: studioProcesses }
    case 'twins':
      return { activities, maxConcurrentActivityTaskExecutions: twins.processes + MOST_WAITING_TAKES }
  }
}

function mostVideosAtOnce(plans: Config['plans']): number {
  return Math.max(...[...plans.values()].map(({ concurrentVideos }) => concurrentVideos))
}
