import Router from '@koa/router'

import type { ApiState } from './state.ts'

/**
 * Creates a router that is case-sensitive and strict about trailing slashes. Each path has exactly one spelling, so a
 * proxy rule for a path covers every request that can reach it.
 *
 * @param prefix the prefix of all paths, without a trailing slash.
 */
export function createExactRouter(prefix = ''): Router<ApiState> {
  return new Router<ApiState>({ prefix, sensitive: true, strict: true })
}
