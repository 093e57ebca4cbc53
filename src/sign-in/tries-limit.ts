import { APIError, createAuthMiddleware, getIP } from 'better-auth/api'

import type { PasswordTries } from '../ports/password-tries.ts'

/** Refuses to try passwords of one person on and on, from whatever addresses: the library counts each address alone. */
export function triesLimit(tries: PasswordTries) {
  return createAuthMiddleware(async ({ path, body, headers, context }) => {
    const email: unknown = path === '/sign-in/email' ? body?.email : undefined
    // Anything else than a text is refused by the library itself.
    if (typeof email !== 'string') return
    const seconds = await tries.count(email, headers ? getIP(headers, context.options) : null)
    if (seconds === 0) return
    const message = 'Too many requests. Please try again later.'
    throw new APIError('TOO_MANY_REQUESTS', { message }, { 'Retry-After': String(seconds) })
  })
}
