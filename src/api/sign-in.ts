import type { IncomingHttpHeaders } from 'node:http'

import type Router from '@koa/router'
import type { RouterContext, RouterMiddleware } from '@koa/router'
import { z } from 'zod'

import type { BoundedWork } from '../domain/health/bounded-work.ts'
import { invalidFields } from '../domain/error/errors.ts'
import { easyToGuess } from '../domain/account/easy-to-guess.ts'
import { hasUnseen } from '../domain/account/unseen-characters.ts'
import { refusals } from './console/refusals.ts'
import { sameOrigin } from './console/same-origin.ts'
import { problemFields } from './contract/error/problem-fields.ts'
import { createExactRouter } from './exact-router.ts'
import { bounded, ownTurn } from './middleware/bounded.ts'
import { parseJson } from './middleware/parse-json.ts'
import type { ApiPorts } from './ports.ts'
import type { ApiState } from './state.ts'

/** An address as somebody types it; the database cannot be asked for a NUL. */
const TypedEmail = z
  .string()
  .max(1_000)
  .refine((value) => !hasUnseen(value), 'This is not an email address.')
/** Longer than any password that is taken, so that the library says what is wrong with one too long. */
const Typed = z.string().max(1_000)
const Nothing = z.strictObject({})

/** A route of sign-in: what the library is given is what its schema has let through. */
interface SignInRoute {
  readonly method: 'post'
  readonly path: string
  readonly body: z.ZodType<object>
  /** The work that it has done, of which a process does no more than it can at a time. */
  readonly bound?: BoundedWork
}

/**
 * What people do with their sign-in. All else that the library offers stays closed: names and sessions have endpoints
 * of the application's own, which bound what is written and hand out no session's token.
 */
export const SIGN_IN_ROUTES: readonly SignInRoute[] = [
  {
    method: 'post',
    path: '/api/auth/sign-in/email',
    body: z.strictObject({ email: TypedEmail, password: Typed }),
    bound: 'password',
  },
  { method: 'post', path: '/api/auth/sign-out', body: Nothing },
  { method: 'post', path: '/api/auth/revoke-other-sessions', body: Nothing },
  {
    method: 'post',
    path: '/api/auth/change-password',
    body: z.strictObject({
      currentPassword: Typed,
      newPassword: Typed,
      // A person may choose a new password because somebody else knows the old one.
      revokeOtherSessions: z
        .boolean()
        .optional()
        .transform(() => true),
    }),
    bound: 'password',
  },
]

/** Most bytes of a body: nobody has to be known to send one. */
export const SIGN_IN_BYTES = 4_096

/** Signing in and out, and a person's own sessions and password. */
export function createSignInRouter(
  ports: Pick<ApiPorts, 'admission' | 'clientAddress' | 'signIn'>,
): Router<ApiState> {
  const router = createExactRouter()
  for (const route of SIGN_IN_ROUTES) {
    const read = parseJson({ bodyIsOptional: true, bodyBytes: SIGN_IN_BYTES })
    // A body that arrives slowly takes no place from those that have arrived.
    const place = bounded(ports, route.bound, (ctx) => ownTurn(ports.clientAddress(ctx.req)))
    const steps = [refusals, sameOrigin, read, place, handler(route, ports)]
    router.register(route.path, [route.method], steps)
  }
  return router
}

function handler(
  { path, body: schema }: SignInRoute,
  { signIn, clientAddress }: Pick<ApiPorts, 'signIn' | 'clientAddress'>,
): RouterMiddleware<ApiState> {
  return async (ctx: RouterContext<ApiState>) => {
    const sent = schema.safeParse(ctx.state.sent ?? {}, { reportInput: true })
    if (sent.error) throw invalidFields(problemFields(sent.error.issues, schema))
    const { newPassword }: { newPassword?: string } = sent.data
    if (newPassword !== undefined) await requireHardToGuess(signIn, ctx.headers, newPassword)
    const answer = await signIn.answer({
      path,
      headers: ctx.headers,
      body: sent.data,
      address: clientAddress(ctx.req),
    })
    ctx.set(answer.headers)
    for (const cookie of answer.cookies) ctx.append('Set-Cookie', cookie)
    ctx.status = answer.status
    ctx.body = answer.body
  }
}

/** Judging a password takes some milliseconds, which strangers do not get: the library refuses them by itself. */
async function requireHardToGuess(
  signIn: ApiPorts['signIn'],
  headers: IncomingHttpHeaders,
  password: string,
): Promise<void> {
  const signedIn = await signIn.personOf(headers)
  if (signedIn === null) return
  const { name, email } = signedIn.person
  if (await signIn.isGuessable(password, [name, email])) throw easyToGuess('newPassword')
}
