import { Connection } from '@temporalio/client'
import { expect } from 'vitest'

import type { TestService } from './service.ts'

/** A worker of the release has to start first, on what may be a busy machine. */
const SEEN_WITHIN = { timeout: 180_000, interval: 250 }

/**
 * Gives new videos to a release, as an operator does with `temporal worker deployment set-current-version`. It may
 * have to be seen first.
 */
export async function makeCurrent(
  { temporalAddress, namespace }: Pick<TestService, 'temporalAddress' | 'namespace'>,
  { deploymentName, buildId }: { readonly deploymentName: string; readonly buildId: string },
): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress })
  const request = { namespace, deploymentName, buildId, identity: 'test' }
  const set = () => connection.workflowService.setWorkerDeploymentCurrentVersion(request)
  try {
    await expect.poll(() => set().then(() => true, String), SEEN_WITHIN).toBe(true)
  } finally {
    await connection.close()
  }
}
