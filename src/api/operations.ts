import type Router from '@koa/router'

import { liveness, readiness as readinessOf } from '../domain/health/probes.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** Creates the liveness and readiness routes for operators and load balancers. */
export function createOperationsRouter({
  readiness,
  stopping,
  whyStuck,
}: Pick<ApiPorts, 'readiness' | 'stopping' | 'whyStuck'>): Router<ApiState> {
  const router = createExactRouter()

  router.get('/livez', (ctx) => {
    Object.assign(ctx, liveness(whyStuck()))
  })

  router.get('/readyz', async (ctx) => {
    Object.assign(ctx, await readinessOf(readiness, stopping.aborted))
  })

  return router
}
