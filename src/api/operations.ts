import type Router from '@koa/router'

import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** Creates the liveness and readiness routes for operators and load balancers. */
export function createOperationsRouter({ readiness }: Pick<ApiPorts, 'readiness'>): Router<ApiState> {
  const router = createExactRouter()

  router.get('/livez', (ctx) => {
    ctx.body = { status: 'alive' }
  })

  router.get('/readyz', async (ctx) => {
    const checks = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [
        name,
        (await isReady(check)) ? 'ready' : 'not ready',
      ]),
    )
    const ready = checks.every(([, state]) => state === 'ready')
    ctx.status = ready ? 200 : 503
    ctx.body = { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(checks) }
  })

  return router
}

function isReady(check: () => Promise<boolean>): Promise<boolean> {
  return check().catch(() => false)
}
