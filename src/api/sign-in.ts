import type Router from '@koa/router'

import { refusals } from './console/refusals.ts'
import { sameOrigin } from './console/same-origin.ts'
import { createExactRouter } from './exact-router.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** What people do with their sign-in. All else that the library offers stays closed. */
const ROUTES = [
  ['post', '/api/auth/sign-in/email'],
  ['post', '/api/auth/sign-out'],
  ['get', '/api/auth/get-session'],
  ['get', '/api/auth/list-sessions'],
  ['post', '/api/auth/revoke-session'],
  ['post', '/api/auth/revoke-other-sessions'],
  ['post', '/api/auth/change-password'],
  ['post', '/api/auth/update-user'],
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
