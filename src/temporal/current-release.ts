import type { Client } from '@temporalio/client'

import type { CurrentRelease } from '../domain/health/current-release.ts'
import { GRPC, grpcCode } from './grpc-code.ts'

/** Health checks ask every few seconds, and a release is promoted once in days. */
const KNOWN_FOR_MS = 5_000

/** A health check that takes longer than this is a bad sign by itself. */
const LOOK_DEADLINE_MS = 1_000

/** The number of workers that are of a release, in the server's own numbering. */
const VERSIONED = 2

/** What a worker that asks for work tells of its release. */
interface WorkerOptions {
  readonly workerVersioningMode?: unknown
  readonly buildId?: string | null
}

/** The release of a worker that asks for work; null: it is of none. */
export function buildIdOf(options: WorkerOptions | null | undefined): string | null {
  return options?.workerVersioningMode === VERSIONED ? (options.buildId ?? null) : null
}

/** A deployment, as the server knows it; null where no worker has told of a release yet. */
export async function describeDeployment(client: Client, deploymentName: string) {
  const { namespace } = client.options
  try {
    const found = await client.workflowService.describeWorkerDeployment({ namespace, deploymentName })
    return found.workerDeploymentInfo ?? null
  } catch (error) {
    if (grpcCode(error) === GRPC.notFound) return null
    throw error
  }
}

/**
 * Makes what tells whose workers begin new work, as of a few seconds ago. It answers null while the server does not answer, and
 * with servers that know no releases.
 */
export function watchCurrentRelease(
  client: Client,
  deploymentName: string,
): () => Promise<CurrentRelease | null> {
  const look = async (): Promise<CurrentRelease | null> => {
    const ask = () => describeDeployment(client, deploymentName)
    try {
      const info = await client.withDeadline(Date.now() + LOOK_DEADLINE_MS, ask)
      return { buildId: info?.routingConfig?.currentDeploymentVersion?.buildId ?? null }
    } catch {
      // Whether the server is there is told elsewhere.
      return null
    }
  }
  let last: { readonly at: number; readonly answer: Promise<CurrentRelease | null> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at >= KNOWN_FOR_MS) last = { at: now, answer: look() }
    return last.answer
  }
}
