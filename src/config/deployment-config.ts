import { z } from 'zod'

/** The release that a worker belongs to, for Temporal's Worker Versioning. */
export interface WorkerDeployment {
  /** What all releases of one installation have in common. */
  readonly name: string
  readonly buildId: string
}

const DEPLOYMENT_NAME = 'presenter-video'

/** Temporal joins both by a dot for those who search. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/
const BUILD_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** The settings of Worker Versioning, to be read with all others. Temporal's own controller sets the same names. */
export const deploymentSettings = {
  TEMPORAL_DEPLOYMENT_NAME: z
    .string()
    .regex(NAME, 'must be letters, digits, - and _, at most 100')
    .default(DEPLOYMENT_NAME),
  TEMPORAL_WORKER_BUILD_ID: z
    .string()
    .regex(BUILD_ID, 'must be letters, digits, ., - and _, at most 100')
    .optional(),
}

/** The release of a worker; null when releases are not told apart. */
export function readDeployment(values: {
  readonly TEMPORAL_DEPLOYMENT_NAME: string
  readonly TEMPORAL_WORKER_BUILD_ID?: string | undefined
}): WorkerDeployment | null {
  const { TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_WORKER_BUILD_ID: buildId } = values
  return buildId === undefined ? null : { name, buildId }
}
