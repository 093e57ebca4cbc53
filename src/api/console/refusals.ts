import type { RouterMiddleware } from '@koa/router'

import type { ApiState } from '../state.ts'

/** Nobody is signed in: the application shows its sign-in page. */
export class SignedOut extends Error {
  constructor() {
    super('Sign in to continue.')
  }
}

/** The person who is signed in may not do this. The message is for them. */
export class NotAllowed extends Error {}

/**
 * Answers the refusals that only the application knows, in the shape of the API's errors. Their codes are not
 * the API's: clients with a key never get them.
 */
export const refusals: RouterMiddleware<ApiState> = async (ctx, next) => {
  try {
    await next()
  } catch (thrown) {
    if (!(thrown instanceof SignedOut) && !(thrown instanceof NotAllowed)) throw thrown
    const signedOut = thrown instanceof SignedOut
    ctx.status = signedOut ? 401 : 403
    ctx.body = {
      error: {
        code: signedOut ? 'signed_out' : 'not_allowed',
        message: thrown.message,
        user_message: thrown.message,
        retryable: false,
        request_id: ctx.state.requestId,
      },
    }
  }
}
