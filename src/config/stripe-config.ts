import { z } from 'zod'

import type { Plans } from '../domain/account/plan.ts'

/** Settings of payment by Stripe; `.env.example` says what each is for. */
export const stripeSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_\S+$/u, 'must be a secret key (sk_… or rk_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/u, 'must look like whsec_…')
    .optional(),
  STRIPE_PRICES: z
    .string()
    .regex(
      /^\s*[a-z]\w*=price_\w+(?:\s*,\s*[a-z]\w*=price_\w+)*\s*$/u,
      'must look like starter=price_…,growth=price_…',
    )
    .optional(),
  STRIPE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.stripe.com'),
}

type Settings = z.infer<z.ZodObject<typeof stripeSettings>>

/** How Stripe is asked for money, and what for. */
export interface StripeConfig {
  /** Without the version segment and a slash at the end. */
  readonly baseUrl: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Price ids by plan id. */
  readonly prices: ReadonlyMap<string, string>
}

/** Null when nothing of it is set. @throws Error when only a part is, or a price is of no plan. */
export function readStripe(settings: Settings, plans: Plans): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: list } = settings
  if (secretKey === undefined && webhookSecret === undefined && list === undefined) return null
  if (secretKey === undefined || webhookSecret === undefined || list === undefined)
    throw new Error(
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICES belong together: set all, or none.',
    )
  const pairs = list.split(',').map((pair) => pair.trim().split('=', 2) as [string, string])
  const prices = new Map(pairs)
  const unknown = pairs.find(([plan]) => !plans.has(plan))
  if (unknown) throw new Error(`STRIPE_PRICES has a price of "${unknown[0]}", but there is no such plan.`)
  if (prices.size < pairs.length || new Set(prices.values()).size < pairs.length)
    throw new Error('STRIPE_PRICES names a plan or a price twice.')
  return { baseUrl: settings.STRIPE_URL, secretKey, webhookSecret, prices }
}
