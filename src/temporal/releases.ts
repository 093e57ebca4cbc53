import { setTimeout as delay } from 'node:timers/promises'

import { Client } from '@temporalio/client'
import type { Connection } from '@temporalio/client'

import type { Log } from '../ports/process/log.ts'
import { TWINS_QUEUE } from '../workflows/contract.ts'
import { openClientConnection } from './connection.ts'
import type { TemporalServer } from './connection.ts'
import { buildIdOf, describeDeployment } from './current-release.ts'
import { GRPC, grpcCode } from './grpc-code.ts'
import { ALIVE_WITHIN_MS, kindsOfTasks, QUEUES } from './queues.ts'

/** A release that workers are of, as Temporal knows it. */
export interface KnownRelease {
  readonly buildId: string
  /** Whether new work is begun by it. */
  readonly isCurrent: boolean
  /** Whether work that it began is still under way; null while the server does not know yet. */
  readonly isDrained: boolean | null
  /** Queues that workers of it ask for work. */
  readonly queues: readonly string[]
}

/** Which release begins new work. */
export interface Releases {
  list(): Promise<KnownRelease[]>
  /** Has new work begun by a release, once its workers serve all queues. @throws in words when they do not in time. */
  promote(buildId: string, waitSeconds: number): Promise<void>
  /** The same for the release that was current before. @returns which. @throws in words when there is none. */
  rollback(waitSeconds: number): Promise<string>
  /** The same for workers that are of no release. */
  unversioned(waitSeconds: number): Promise<void>
  close(): Promise<void>
}

/** Without workers for these, videos stay undecided, unspoken, undrawn or untold. */
const NEEDED = QUEUES.filter((queue) => queue !== TWINS_QUEUE)

const CALL_DEADLINE_MS = 10_000
const LOOK_EVERY_MS = 2_000

/** Its number in the server's own numbering. */
const DRAINED = 2

/** The releases whose workers ask a queue for work; null: workers of no release. */
type Serving = ReadonlyMap<string, ReadonlySet<string | null>>

/** Opens the releases of a deployment. It connects at its first call. */
export function openReleases(server: TemporalServer, deploymentName: string, log: Log): Releases {
  const { connection, close } = openClientConnection(server, log)
  const { namespace } = server
  const service: Service = { client: new Client({ connection, namespace }), connection, deploymentName }
  return {
    list: () => list(service),
    promote: (buildId, waitSeconds) => promote(service, buildId, waitSeconds),
    async rollback(waitSeconds) {
      const before = await releaseBefore(service)
      if (before === null)
        throw new Error(
          'No release was current before. To go back to workers without one: release unversioned',
        )
      await promote(service, before, waitSeconds)
      return before
    },
    unversioned: (waitSeconds) => {
      const who = 'Workers without TEMPORAL_WORKER_BUILD_ID'
      return makeCurrent(service, null, { who, waitSeconds })
    },
    close,
  }
}

interface Service {
  readonly client: Client
  readonly connection: Connection
  readonly deploymentName: string
}

/** The release that is to begin new work, in words, and how long its workers are waited for. */
interface Wanted {
  readonly who: string
  readonly waitSeconds: number
}

function promote(service: Service, buildId: string, waitSeconds: number): Promise<void> {
  return makeCurrent(service, buildId, { who: `Workers of release ${buildId}`, waitSeconds })
}

async function makeCurrent(
  service: Service,
  buildId: string | null,
  { who, waitSeconds }: Wanted,
): Promise<void> {
  const { connection, client, deploymentName } = service
  const { namespace } = client.options
  const deadline = Date.now() + waitSeconds * 1_000
  for (;;) {
    const missing = missingQueues(await serving(service), buildId)
    if (missing.length === 0) {
      const request = { namespace, deploymentName, buildId: buildId ?? '', identity: 'admin release' }
      const refusal = await within(service, () =>
        connection.workflowService.setWorkerDeploymentCurrentVersion(request).then(
          () => null,
          (error: unknown) => notYet(error),
        ),
      )
      if (refusal === null) return
      if (Date.now() > deadline) throw new Error(`${who} cannot begin new work yet: ${refusal}`)
    } else if (Date.now() > deadline) {
      throw new Error(
        `${who} do not serve ${missing.join(', ')}, also after ${waitSeconds} seconds. Creations would be answered by nobody, ` +
          'so nothing was changed. Start them first.',
      )
    }
    await delay(LOOK_EVERY_MS)
  }
}

/** What the server says while it has not seen all of a release's workers. @throws anything else. */
function notYet(error: unknown): string {
  const code = grpcCode(error)
  if (code === GRPC.failedPrecondition || code === GRPC.notFound) return (error as Error).message
  throw error
}

/** Those of its queues that a release would leave without workers. Twins are for installations that record people. */
function missingQueues(now: Serving, buildId: string | null): string[] {
  const isServed = (queue: string) => now.get(queue)?.has(buildId) ?? false
  const wanted = (now.get(TWINS_QUEUE)?.size ?? 0) > 0 ? QUEUES : NEEDED
  return wanted.filter((queue) => !isServed(queue))
}

async function serving(service: Service): Promise<Serving> {
  return new Map(
    await Promise.all(QUEUES.map(async (name) => [name, await releasesAt(service, name)] as const)),
  )
}

async function releasesAt(service: Service, name: string): Promise<Set<string | null>> {
  const { connection, client, deploymentName } = service
  const { namespace } = client.options
  const found = await Promise.all(
    kindsOfTasks(name).map(async (taskQueueType) => {
      const { pollers } = await within(service, () =>
        connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType }),
      )
      const alive = (pollers ?? []).filter(({ lastAccessTime: at }) => isRecent(at))
      return new Set(
        alive
          .map(({ deploymentOptions: of }) => of)
          .filter((of) => buildIdOf(of) === null || of?.deploymentName === deploymentName)
          .map(buildIdOf),
      )
    }),
  )
  // A queue is served by who asks for both kinds of its work.
  const [first = new Set<string | null>(), ...others] = found
  return new Set([...first].filter((release) => others.every((kind) => kind.has(release))))
}

async function list(service: Service): Promise<KnownRelease[]> {
  const [known, now] = await Promise.all([describe(service), serving(service)])
  return known.map(({ buildId, isCurrent, isDrained }) => ({
    buildId,
    isCurrent,
    isDrained,
    queues: QUEUES.filter((queue) => now.get(queue)?.has(buildId)),
  }))
}

async function releaseBefore(service: Service): Promise<string | null> {
  const known = await describe(service)
  const before = known.filter(({ isCurrent, wasCurrentAt }) => !isCurrent && wasCurrentAt > 0)
  return before.toSorted((a, b) => b.wasCurrentAt - a.wasCurrentAt)[0]?.buildId ?? null
}

/** The versions of the deployment, the newest first. None where no worker has told of a release yet. */
async function describe(service: Service) {
  const { client, deploymentName } = service
  const info = await within(service, () => describeDeployment(client, deploymentName))
  const current = info?.routingConfig?.currentDeploymentVersion?.buildId ?? null
  return (info?.versionSummaries ?? []).map(({ deploymentVersion, drainageInfo, ...times }) => {
    const buildId = deploymentVersion?.buildId ?? ''
    const drainage = Number(drainageInfo?.status ?? 0)
    return {
      buildId,
      isCurrent: buildId === current,
      isDrained: drainage === 0 ? null : drainage === DRAINED,
      wasCurrentAt: Number((times.lastCurrentTime ?? times.lastDeactivationTime)?.seconds ?? 0),
    }
  })
}

function isRecent(time: { seconds?: unknown } | null | undefined): boolean {
  return Date.now() - Number(time?.seconds ?? 0) * 1_000 < ALIVE_WITHIN_MS
}

function within<Result>({ client }: Service, call: () => Promise<Result>): Promise<Result> {
  return client.withDeadline(Date.now() + CALL_DEADLINE_MS, call)
}
