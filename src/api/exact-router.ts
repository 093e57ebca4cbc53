import Router from '@koa/router'

import type { ApiState } from './state.ts'

/**
 * Makes a router that matches each path in one spelling only, so that a proxy's rule for a path covers every
 * request that reaches it. The same path with other capitals or a slash at its end leads nowhere.
 *
 * @param prefix what all paths begin with, without a slash at its end.
 */
export function createExactRouter(prefix = ''): Router<ApiState> {
  return new Router<ApiState>({ prefix, sensitive: true, strict: true })
}
