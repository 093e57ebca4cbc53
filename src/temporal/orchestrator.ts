import { Client, isGrpcServiceError, WithStartWorkflowOperation } from '@temporalio/client'
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { DataConverter } from '@temporalio/common'
import { loadDataConverter } from '@temporalio/common/lib/internal-non-workflow/data-converter-helpers.js'

import type { TemporalTls } from '../config/temporal-config.ts'
import { problem } from '../domain/error/errors.ts'
import { forcedOutcomeOf } from '../domain/video/test-outcome.ts'
import type { Reservation } from '../domain/video/reservation.ts'
import { DECIDED_WITHIN_SECONDS } from '../domain/video/video-request.ts'
import { FIRST_DELIVERY } from '../domain/webhook/webhook-delivery.ts'
import type { DeliveryKey } from '../domain/webhook/webhook-delivery.ts'
import { deliverWebhookId } from '../domain/video/workflow-id.ts'
import type { Log } from '../ports/process/log.ts'
import type { Orchestrator } from '../ports/video/orchestrator.ts'
import type { BatchWorkflows } from '../ports/batch/batch-workflows.ts'
import type { WorkWatch } from '../ports/process/work-watch.ts'
import type { TwinWorkflows } from '../ports/twin/twin-workflows.ts'
import { logFacts } from '../process/log-facts.ts'
import { tellOutage } from '../process/outage-log.ts'
import {
  createVideoUpdate,
  DELIVER_WEBHOOK,
  INDEXED_AT_START,
  PRODUCE_VIDEO,
  SEARCH_ATTRIBUTES,
  startRenderingSignal,
  VIDEOS_QUEUE,
  WEBHOOKS_QUEUE,
} from '../workflows/contract.ts'
import type { DeliverWebhookInput, ProduceVideoInput, RunFacts } from '../workflows/contract.ts'
import { batchWorkflows } from './batch-workflows.ts'
import { openClientConnection } from './connection.ts'
import type { TemporalServer } from './connection.ts'
import { watchCurrentRelease } from './current-release.ts'
import { GRPC, grpcCode, isRefusal } from './grpc-code.ts'
import type { TemporalTraces } from './telemetry/traces.ts'
import { twinWorkflows } from './twin-workflows.ts'
import { watchQueues, watchRun } from './watch.ts'

/** Deciding takes some 50 ms; servers that cannot do it in this time are in trouble, and the client does better to come back. */
const CREATE_DEADLINE_MS = DECIDED_WITHIN_SECONDS * 1_000

/** A client waits while a run is told to stop; one that could not be told finds out by itself. */
const CANCEL_DEADLINE_MS = 2_000

/** For calls that nobody's request waits for. */
const CALL_DEADLINE_MS = 10_000

/** A health check that takes longer than this is a bad sign by itself. */
const HEALTH_DEADLINE_MS = 1_000

/** The first of the waits that the specification advises (section 7, service_unavailable). */
const RETRY_AFTER_SECONDS = 5

/** The orchestrator on a Temporal server, with its connection. */
export interface TemporalOrchestrator extends Orchestrator, TwinWorkflows, BatchWorkflows {
  /** The workers and queues, for operators. */
  readonly watch: WorkWatch
  /** Null when the server takes work, otherwise why not, in a few words. */
  whyUnavailable(): Promise<string | null>
  /** The certificates that are in use now; null when the connection is not encrypted. */
  certificates(): TemporalTls | null
  close(): Promise<void>
}

interface OrchestratorOptions {
  readonly dataConverter: DataConverter
  readonly deploymentName: string
  /** Default: nothing is traced. */
  readonly traces?: TemporalTraces | null
}

/**
 * Creates the orchestrator. It connects at its first call, so that the API can start before Temporal is available.
 *
 * @param options the deployment is what all releases of the installation have in common.
 */
export function connectTemporal(
  server: TemporalServer,
  { dataConverter, deploymentName, traces = null }: OrchestratorOptions,
  log: Log,
): TemporalOrchestrator {
  const { connection, certificates, close } = openClientConnection(server, log)
  const { namespace } = server
  const interceptors = traces === null ? {} : { workflow: [traces.client] }
  const client = new Client({ connection, namespace, dataConverter, interceptors })
  const converter = loadDataConverter(dataConverter)
  const twins = twinWorkflows(client)
  const batches = batchWorkflows(client)
  const currentRelease = watchCurrentRelease(client, deploymentName)

  return {
    createVideo: (start) => createVideo(client, start).catch(rethrow),
    cancelVideo: (workflowId) => cancelVideo(client, workflowId).catch(rethrow),
    startRendering: (workflowId) => startRendering(client, workflowId).catch(rethrow),
    isRunning: (workflowId) => isRunning(client, workflowId).catch(rethrow),
    deliverWebhook: (delivery) => deliverWebhook(client, delivery).catch(rethrow),
    startTakeCheck: (take) => twins.startTakeCheck(take).catch(rethrow),
    startTwinBuild: (twin) => twins.startTwinBuild(twin).catch(rethrow),
    signalTwinReview: (twinId) => twins.signalTwinReview(twinId).catch(rethrow),
    signalTwinWithdrawn: (workflowId) => twins.signalTwinWithdrawn(workflowId).catch(rethrow),
    startTwinRemoval: (twin) => twins.startTwinRemoval(twin).catch(rethrow),
    startBatch: (batch) => batches.startBatch(batch).catch(rethrow),
    tellBatch: (batchId) => batches.tellBatch(batchId).catch(rethrow),
    cancelBatch: (batchId) => batches.cancelBatch(batchId).catch(rethrow),

    watch: {
      queues: async (renderers) => watchQueues(client, renderers, await currentRelease()).catch(rethrow),
      currentRelease,
      run: (workflowId) => watchRun(client, converter, workflowId).catch(rethrow),
    },

    whyUnavailable: () => whyUnavailable(client, namespace),
    certificates,
    close,
  }

  /** What the outside hears of a server that is away or slow; anything else is a bug and stays as it is. */
  function rethrow(error: unknown): never {
    if (!isAway(error)) throw error
    tellOutage(log, 'temporal', error)
    throw problem('service_unavailable', { retryAfterAboutSeconds: RETRY_AFTER_SECONDS })
  }
}

async function createVideo(
  client: Client,
  {
    workflowId,
    accountId,
    videoId,
    linksToPicture,
    isAccepted,
    isLong,
    testOutcome,
    requestId,
    summary,
  }: Parameters<Orchestrator['createVideo']>[0],
): Promise<Reservation> {
  const forcedOutcome = forcedOutcomeOf(testOutcome)
  const input: ProduceVideoInput = {
    accountId,
    videoId,
    ...(linksToPicture && { linksToPicture: true }),
    ...(isAccepted && { isAccepted: true }),
    ...(isLong && { isLong: true }),
    ...(forcedOutcome && { forcedOutcome }),
  }
  const startWorkflowOperation = new WithStartWorkflowOperation(PRODUCE_VIDEO, {
    workflowId,
    taskQueue: VIDEOS_QUEUE,
    args: [input],
    // A twin of this request joins the run; a refused one leaves the key free for another try.
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
    staticSummary: summary,
    memo: { requestId, videoId } satisfies RunFacts,
    // Its activities inherit it: where tasks wait on the server, accounts take turns.
    priority: { fairnessKey: accountId },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: SEARCH_ATTRIBUTES.accountId, value: accountId },
      { key: SEARCH_ATTRIBUTES.videoId, value: videoId },
      { key: SEARCH_ATTRIBUTES.videoStatus, value: INDEXED_AT_START },
    ]),
  })
  try {
    return await client.withDeadline(Date.now() + CREATE_DEADLINE_MS, () =>
      client.workflow.executeUpdateWithStart(createVideoUpdate, { startWorkflowOperation }),
    )
  } catch (error) {
    // The key's run is over: its video is in the database, or was taken back.
    if (error instanceof WorkflowExecutionAlreadyStartedError) return { outcome: 'withdrawn' }
    throw error
  }
}

async function cancelVideo(client: Client, workflowId: string): Promise<void> {
  try {
    const handle = client.workflow.getHandle(workflowId)
    await client.withDeadline(Date.now() + CANCEL_DEADLINE_MS, () => handle.cancel())
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

async function startRendering(client: Client, workflowId: string): Promise<void> {
  try {
    const handle = client.workflow.getHandle(workflowId)
    await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () => handle.signal(startRenderingSignal))
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
  }
}

async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const handle = client.workflow.getHandle(workflowId)
    const { status } = await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () => handle.describe())
    return status.name === 'RUNNING'
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}

async function deliverWebhook(client: Client, key: DeliveryKey): Promise<boolean> {
  const options = {
    workflowId: deliverWebhookId(key),
    taskQueue: WEBHOOKS_QUEUE,
    args: [{ eventId: key.eventId, delivery: key.delivery } satisfies DeliverWebhookInput],
    memo: aboutNow(),
    // One that was terminated may be begun again; one that is done may not.
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY' as const,
    staticSummary: `Deliver ${key.eventId}${key.delivery === FIRST_DELIVERY ? '' : `, delivery ${key.delivery}`}`,
  }
  try {
    await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () =>
      client.workflow.start(DELIVER_WEBHOOK, options),
    )
    return true
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    return false
  }
}

/** What the work is about that begins a delivery: usually the step that ends a video. */
function aboutNow(): RunFacts {
  const { requestId, videoId } = logFacts()
  return { ...(requestId !== undefined && { requestId }), ...(videoId !== undefined && { videoId }) }
}

/** Asked of the namespace: Temporal Cloud refuses the health service, which knows no namespace. */
async function whyUnavailable(client: Client, namespace: string): Promise<string | null> {
  const ask = () => client.workflowService.describeNamespace({ namespace })
  try {
    await client.withDeadline(Date.now() + HEALTH_DEADLINE_MS, ask)
    return null
  } catch (error) {
    if (isRefusal(error)) return 'the API key or the certificate is refused'
    return grpcCode(error) === GRPC.notFound ? 'the namespace does not exist' : 'no answer'
  }
}

function isAway(error: unknown): boolean {
  return (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    error instanceof WorkflowUpdateFailedError ||
    isGrpcServiceError(error) ||
    (error instanceof Error && isGrpcServiceError(error.cause))
  )
}
