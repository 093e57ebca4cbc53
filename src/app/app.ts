import type { RequestListener } from 'node:http'

import { createAnswerBrokenRequest } from '../api/broken-requests.ts'
import type { AnswerBrokenRequest } from '../api/broken-requests.ts'
import type { Config, TaskQueue } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { WorkflowKey } from '../ports/video/orchestrator.ts'
import type { Work } from '../temporal/run-worker.ts'
import type { FleetMember } from './adapters/needs.ts'
import { warmUp } from './adapters/studio.ts'
import type { Studio } from './adapters/studio.ts'
import type { Administration, Surroundings } from './administration.ts'
import { keepStartingDeliveries } from './event-relay.ts'
import { assembleParts } from './parts.ts'

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
  const { own, temporal, administration, kept, used, member, shared } = parts
  const { speaker, renderer, twinStudio } = used
  return {
    ...administration,
    ...temporal,
    ...member,
    createAnswer: async () => (await import('./requests.ts')).createRequestListener(parts),
    answerBroken: createAnswerBrokenRequest(surroundings.publicUrl),
    startDeliveries: (stopping) => keepStartingDeliveries(administration, surroundings.log, stopping),
    loadActivities: async () => (await import('./steps.ts')).createSteps(parts),
    checkMedia: kept.check,
    warmUp: (queues) => warmUp({ speaker, renderer }, queues),
    close: () =>
      close([speaker, renderer, twinStudio, shared.pictures], temporal.orchestrator, { ...own, member }),
  }
}

/** Ends all work before the connections that it uses. */
async function close(
  parts: readonly Closing[],
  orchestrator: Closing,
  { db, member }: { readonly db: Db; readonly member: FleetMember },
): Promise<void> {
  await member.leaveFleet()
  await Promise.all(parts.map((part) => part.close()))
  await orchestrator.close()
  await db.destroy()
}

type Closing = Pick<App, 'close'>
