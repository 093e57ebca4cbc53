import type { z } from 'zod'

import { problem } from '../../domain/error/errors.ts'
import type { Log } from '../../ports/process/log.ts'
import { stripeForm } from './form.ts'
import type { FormValue } from './form.ts'

/** What answers are asked for, and what the recordings in the tests are of. */
const STRIPE_VERSION = '2026-10-28.endive'

/** Below the 15 seconds after which the database gives up on the transaction that a notice is taken in. */
const PATIENCE_MS = 10_000

/** How a Stripe account is reached. */
export interface StripeAccess {
  /** Without the version segment and a slash at the end. */
  readonly baseUrl: string
  /** `sk_…` or, better, `rk_…`. */
  readonly secretKey: string
}

/** One question to Stripe. */
export interface StripeRequest {
  readonly method: 'GET' | 'POST'
  /** From `/v1/` on. */
  readonly path: string
  readonly parameters?: { readonly [name: string]: FormValue }
  /** The same one for the same order makes Stripe answer the same, for a day. */
  readonly idempotencyKey?: string
}

/** Asks Stripe; gives the members that the schema names. @throws `service_unavailable`; why is in the log. */
export type AskStripe = <Answer>(request: StripeRequest, schema: z.ZodType<Answer>) => Promise<Answer>

/** A client of Stripe's API: six calls of it need no library. */
export function createStripeClient({ baseUrl, secretKey }: StripeAccess, log: Log): AskStripe {
  return async ({ method, path, parameters = {}, idempotencyKey }, schema) => {
    const form = stripeForm(parameters)
    const url = `${baseUrl}${path}${method === 'GET' && form !== '' ? `?${form}` : ''}`
    const refuse = (facts: object) => {
      log.error({ method, path, ...facts }, 'Stripe request failed')
      return problem('service_unavailable', {
        message: 'The payment provider is not responding as expected. Try again in a moment.',
        retryAfterSeconds: 5,
      })
    }
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${secretKey}`,
        'Stripe-Version': STRIPE_VERSION,
        ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: form }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch((error: unknown) => {
      throw refuse({ error: (error as Error).message })
    })
    const answer: unknown = await response.json().catch(() => null)
    if (!response.ok) throw refuse({ status: response.status, ...faultOf(answer) })
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw refuse({ status: response.status, unexpected: parsed.error.issues[0]?.path })
    return parsed.data
  }
}

/** What Stripe says is wrong. Its messages name parameters and ids, and at most the end of a key. */
function faultOf(answer: unknown): object {
  const { code, type, message } = (answer as { error?: Record<string, unknown> } | null)?.error ?? {}
  return { code, type, reason: message }
}
