import { inject, test as base } from 'vitest'

import { freePort } from '../../src/embedded/free-port.ts'
import { startWorkflowEnvironment } from './workflow-environment.ts'
import type { WorkflowEnvironment } from './workflow-environment.ts'

/** Ports that one process of tests chooses from. */
const PORTS_EACH = 200
const FIRST_PORT = 23_000

/**
 * A free port that no other process of tests asks for. Two that looked for any at the same moment could be given the
 * same one, and would then do each other's work on one server.
 */
async function portOfThisProcess(): Promise<number> {
  const first = FIRST_PORT + Number(process.env['VITEST_POOL_ID'] ?? 0) * PORTS_EACH
  for (let tried = 0; tried < PORTS_EACH; tried += 1) {
    const port = first + ((process.pid + tried) % PORTS_EACH)
    if ((await freePort(port)) === port) return port
  }
  throw new Error(`No port from ${first} on is free.`)
}

/**
 * For tests of workflows: a server whose waiting is skipped, with workers.
 *
 * The files that one process runs share one. Each test sets the activities that its runs need (`serve`), gives its runs
 * ids of their own, and ends them.
 */
export const test = base.extend<{ readonly workflowEnvironment: WorkflowEnvironment }>({
  workflowEnvironment: [
    // Vitest reads the names of fixtures that this one needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const environment = await startWorkflowEnvironment(
        inject('timeSkippingServer'),
        await portOfThisProcess(),
      )
      await use(environment)
      await environment.close()
    },
    { scope: 'worker' },
  ],
})
