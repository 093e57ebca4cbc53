import type { RequestListener } from 'node:http'

import { createAnswerBrokenRequest } from '../api/broken-requests.ts'
import type { AnswerBrokenRequest } from '../api/broken-requests.ts'
import type { Config } from '../config/config.ts'
import type { TaskQueue } from '../domain/health/task-queues.ts'
import { readFleetFigures } from '../db/fleet-figures.ts'
import type { MediaStore } from '../media/media-store.ts'
import { tellFleetFigures } from '../ops/fleet-figures.ts'
import type { ProbedProcess } from '../ops/ops-server.ts'
import { tellProcessFigures } from '../ops/process-figures.ts'
import type { WorkflowKey } from '../ports/video/orchestrator.ts'
import type { Work } from '../temporal/run-worker.ts'
import type { FleetMember } from './adapters/needs.ts'
import { warmUp } from './adapters/studio.ts'
import type { Studio } from './adapters/studio.ts'
import type { Administration, Surroundings } from './administration.ts'
import { keepStartingDeliveries } from './event-relay.ts'
import { assembleParts, closeParts } from './parts.ts'
import type { Parts } from './parts.ts'
import { apiReadiness, workerReadiness } from './adapters/readiness.ts'
import { VERSION } from './shipped.ts'

/** The assembled service. Adapters are chosen in this folder and nowhere else. */
export interface App extends Administration, Work, FleetMember {
  /** Loads and builds what handles HTTP requests. A worker, which serves none, loads nothing that it is made of. */
  createAnswer(): Promise<RequestListener>
  /** Responds to requests that Node could not parse. */
  readonly answerBroken: AnswerBrokenRequest
  /** How idempotency keys stand in the ids of workflows. */
  readonly workflowKey: WorkflowKey
  /** Checks that media can be kept where they are configured to be. @throws an error in words when not. */
  checkMedia(): Promise<void>
  /** What the process needs, as it is now: what `/readyz` at its port for operators says. */
  readiness(): ProbedProcess['readiness']
  /** Starts the processes for the work of these queues, so that the first video does not wait for them. */
  warmUp(queues: readonly TaskQueue[]): Promise<void>
}

/**
 * Assembles the service. This starts nothing and connects to nothing. What only requests need, and what only steps need, is
 * loaded when it is asked for: an API process has none of the one, and a worker none of the other.
 *
 * @param studio replaces the speech and render processes; tests and benchmarks pass their own.
 * @param mediaStore replaces the configured media store, likewise.
 */
export async function createApp(
  config: Config,
  surroundings: Surroundings,
  studio?: Studio,
  mediaStore?: MediaStore,
): Promise<App> {
  const parts = await assembleParts(config, surroundings, studio, mediaStore)
  const { own, temporal, administration, kept, used, member } = parts
  tellFigures(parts)
  const { speaker, renderer } = used
  return {
    ...administration,
    ...temporal,
    ...member,
    createAnswer: async () => (await import('./requests.ts')).createRequestListener(parts),
    answerBroken: createAnswerBrokenRequest(surroundings.publicUrl),
    startDeliveries: (stopping) => keepStartingDeliveries(administration, surroundings.log, stopping),
    loadActivities: async () => (await import('./steps.ts')).createSteps(parts),
    checkMedia: kept.check,
    runtimeMetrics: surroundings.ops?.runtimeMetrics ?? null,
    traces: surroundings.ops?.tracing?.temporal ?? null,
    readiness: () =>
      own.role === 'worker' ? workerReadiness(member) : apiReadiness({ ...own, ...temporal, kept, member }),
    warmUp: (queues) => warmUp({ speaker, renderer }, queues),
    close: () => closeParts(parts),
  }
}

/** What is looked at when somebody asks for the metrics. Of the installation, those tell who see all of it. */
function tellFigures({ config, own, temporal, member }: Parts): void {
  const { metrics, role } = own
  tellProcessFigures(metrics, {
    version: VERSION,
    buildId: config.deployment?.buildId ?? null,
    role,
    queues: role === 'api' ? [] : config.taskQueues,
    needs: member.needs,
    folders: { data: config.dataDir, cache: config.cacheDir },
    certificates() {
      const { client, serverCa } = temporal.orchestrator.certificates() ?? {}
      return {
        ...(client && { temporal_client: client.certificate }),
        ...(serverCa && { temporal_server_ca: serverCa }),
      }
    },
  })
  if (role !== 'worker')
    tellFleetFigures(metrics, { read: () => readFleetFigures(own.db), fleet: member.fleet, log: own.log })
}
