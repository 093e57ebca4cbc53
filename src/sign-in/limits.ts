import { APIError, createAuthMiddleware, getIP, getSessionFromCtx } from 'better-auth/api'

import { LONGEST_SESSION_DAYS } from '../domain/account/person.ts'
import type { PasswordTries } from '../ports/account/password-tries.ts'

/** Where the library looks for a session by itself; elsewhere `personOf` does. */
const OF_THE_SESSION = ['/change-password', '/revoke-other-sessions']

/** Whether a session began so long ago that it ends, however often its person was seen. */
export function isOver({ createdAt }: { readonly createdAt: Date }): boolean {
  return createdAt.getTime() + LONGEST_SESSION_DAYS * 86_400_000 <= Date.now()
}

/**
 * What holds before the library does anything: nobody tries passwords of one person on and on, from whatever addresses,
 * which the library counts each alone; and a session ends, which the library prolongs for as long as it is used.
 */
export function limits(tries: PasswordTries) {
  return createAuthMiddleware(async (ctx) => {
    const { path, body, headers, context } = ctx
    if (path === '/sign-in/email') {
      const address = headers ? getIP(headers, context.options) : null
      return refuseGuessing(await tries.count(String(body?.email), address))
    }
    if (!OF_THE_SESSION.includes(path)) return
    const session = await getSessionFromCtx(ctx)
    // A person who is not signed in is refused by the library itself.
    if (session === null) return
    if (isOver(session.session)) throw new APIError('UNAUTHORIZED', { message: 'Sign in again.' })
    // Tried at this very session: whoever has taken it could guess on here.
    if (path === '/change-password') refuseGuessing(await tries.count(session.user.email, null))
  })
}

function refuseGuessing(seconds: number): void {
  if (seconds === 0) return
  const message = 'Too many requests. Please try again later.'
  throw new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(seconds) })
}
