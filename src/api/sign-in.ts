import type Router from '@koa/router'

import { refusals } from './console/refusals.ts'
import { sameOrigin } from './console/same-origin.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/**
 * What people do with their sign-in. All else that the library offers stays closed: names and sessions have endpoints
 * of the application's own, which bound what is written and hand out no session's token.
 */
const ROUTES = [
  ['post', '/api/auth/sign-in/email'],
  ['post', '/api/auth/sign-out'],
  ['get', '/api/auth/get-session'],
  ['post', '/api/auth/revoke-other-sessions'],
  ['post', '/api/auth/change-password'],
] as const

/** Signing in and out, and a person's own sessions and password. */
export function createSignInRouter({ signIn }: Pick<ApiPorts, 'signIn'>): Router<ApiState> {
  const router = createExactRouter()
  for (const [method, path] of ROUTES) {
    router.register(
      path,
      [method],
      [
        refusals,
        sameOrigin,
        async (ctx) => {
          // The library writes the answer itself; Koa would end it a second time.
          ctx.respond = false
          await signIn.answer(ctx.req, ctx.res)
        },
      ],
    )
  }
  return router
}
