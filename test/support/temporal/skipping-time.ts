import { createServer } from 'node:net'
import type { Server } from 'node:net'

import { inject, test as base } from 'vitest'

import { freePort } from '../../../src/embedded/free-port.ts'
import { startWorkflowEnvironment } from './workflow-environment.ts'
import type { WorkflowEnvironment } from './workflow-environment.ts'

/** Below those that a system hands out by itself. */
const FIRST_PORT = 20_000
const LAST_PORT = 31_998

/** A port that no other process of tests asks for as long as this one holds the next. */
interface ClaimedPort {
  readonly port: number
  release(): void
}

/**
 * Claims a port for a server that takes a second to open it. Two processes that both found it free meanwhile would do
 * each other's work on the one server that got it. So the port after it is opened at once, which only one of them can.
 */
async function claimPort(): Promise<ClaimedPort> {
  for (let port = FIRST_PORT; port < LAST_PORT; port += 2) {
    const claim = await opened(port + 1)
    if (claim === null) continue
    if ((await freePort(port)) === port) return { port, release: () => claim.close() }
    claim.close()
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`)
}

/** Null when another process has the port. */
function opened(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server))
  })
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
      const { port, release } = await claimPort()
      const environment = await startWorkflowEnvironment(inject('timeSkippingServer'), port)
      await use(environment)
      await environment.close()
      release()
    },
    { scope: 'worker' },
  ],
})
