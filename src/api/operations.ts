import type Router from '@koa/router'

import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import { checkDependencies } from './readiness.ts'
import type { ApiState } from './state.ts'

/** Creates the liveness and readiness routes for operators and load balancers. */
export function createOperationsRouter({
  readiness,
  stopping,
  whyStuck,
}: Pick<ApiPorts, 'readiness' | 'stopping' | 'whyStuck'>): Router<ApiState> {
  const router = createExactRouter()

  router.get('/livez', (ctx) => {
    const why = whyStuck()
    ctx.status = why === null ? 200 : 503
    ctx.body = why === null ? { status: 'alive' } : { status: `stuck: ${why}` }
  })

  router.get('/readyz', async (ctx) => {
    if (stopping.aborted) {
      ctx.status = 503
      ctx.body = { status: 'stopping' }
      return
    }
    const checks = await checkDependencies(readiness)
    const ready = checks.every(({ isRequired, whyNot }) => whyNot === null || !isRequired)
    ctx.status = ready ? 200 : 503
    ctx.body = {
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(
        checks.map(({ name, whyNot }) => [name, whyNot === null ? 'ready' : `not ready: ${whyNot}`]),
      ),
    }
  })

  return router
}
