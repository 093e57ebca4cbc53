import Router from '@koa/router'
import { vi } from 'vitest'

import { bodyBytesOf, USUAL_BODY_BYTES } from '../../../src/api/contract/endpoint.ts'
import type { Endpoint } from '../../../src/api/contract/endpoint.ts'
import { MOST_NOTICE_BYTES } from '../../../src/api/billing.ts'
import { CONSOLE_ENDPOINTS, CONSOLE_PREFIX } from '../../../src/api/console/endpoints.ts'
import { ENTRANCE_ENDPOINTS } from '../../../src/api/console/entrance/endpoints.ts'
import { SIGN_IN_BYTES, SIGN_IN_ROUTES } from '../../../src/api/sign-in.ts'
import { MOST_PAYLOADS_BYTES } from '../../../src/api/temporal-codec.ts'
import { API_PREFIX, ENDPOINTS } from '../../../src/api/v1/endpoints.ts'

/** A method at a path, `:name` for its parameters. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** A route, and the most bytes of a body that it reads; 0 for one that reads none. */
export interface BoundedRoute extends Route {
  readonly bodyBytes: number
}

/** Notes every route that any router registers while it is on: all that the service answers, declared or not. */
export function watchRoutes(): { routes(): Route[]; stop(): void } {
  const registered = vi.spyOn(Router.prototype, 'register')
  return {
    routes: () =>
      registered.mock.results
        .flatMap(({ value }) => value as { methods: string[]; path: string })
        .flatMap(({ methods, path }) => methods.map((method) => ({ method, path: String(path) }))),
    stop: () => registered.mockRestore(),
  }
}

/** What each declaration says of the bodies that its route takes. */
export const DECLARED: readonly BoundedRoute[] = [
  ...declaredIn(API_PREFIX, ENDPOINTS),
  ...declaredIn(CONSOLE_PREFIX, CONSOLE_ENDPOINTS),
  ...declaredIn(CONSOLE_PREFIX, ENTRANCE_ENDPOINTS),
  ...SIGN_IN_ROUTES.map(({ method, path }) => ({
    method: method.toUpperCase(),
    path,
    bodyBytes: method === 'post' ? SIGN_IN_BYTES : 0,
  })),
  { method: 'POST', path: '/api/billing/stripe', bodyBytes: MOST_NOTICE_BYTES },
  { method: 'POST', path: '/mcp', bodyBytes: USUAL_BODY_BYTES },
  { method: 'POST', path: '/temporal-codec/decode', bodyBytes: MOST_PAYLOADS_BYTES },
]

function declaredIn(prefix: string, endpoints: readonly Endpoint[]): BoundedRoute[] {
  return endpoints.map((endpoint) => ({
    method: endpoint.method.toUpperCase(),
    path: `${prefix}${endpoint.path}`,
    bodyBytes: bodyBytesOf(endpoint),
  }))
}
