import { Connection } from '@temporalio/client'
import { expect } from 'vitest'

import { PATIENTLY } from './patiently.ts'
import type { TestService } from './service.ts'

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
    await expect.poll(() => set().then(() => true, String), PATIENTLY).toBe(true)
  } finally {
    await connection.close()
  }
}
