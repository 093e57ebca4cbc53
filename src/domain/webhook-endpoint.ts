/** Why nothing is sent to an account's webhook any more. */
export type DisabledBecause = 'failing' | 'gone'

/** Where an account's events go, and what signs them. The secret is there also when no URL is set. */
export interface WebhookEndpoint {
  /** Null when none is set. */
  readonly url: string | null
  /** The first failure since the last success; null when the last attempt was one. */
  readonly failingSince: Date | null
  /** When it was switched off; null while it is on. */
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledBecause | null
  /** Null when no URL is set. */
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
  readonly secret: WebhookSecret
}

/** What is told of a signing secret after it was shown. */
export interface WebhookSecret {
  /** Its last four characters, to tell which one it is. */
  readonly hint: string
  readonly createdAt: Date
  /** Until then the secret before signs too; null when it does not any more, or there was none. */
  readonly previousValidUntil: Date | null
}

/** How attempts at a webhook have gone lately. */
export interface EndpointHealth {
  readonly failingSince: Date | null
  readonly lastFailedAt: Date | null
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledBecause | null
}

/** An attempt that was not answered with 2xx. */
export interface EndpointFailure {
  /** When the attempt was begun. */
  readonly at: Date
  /** It was answered with 410: the receiver wants no more of anything. */
  readonly gone: boolean
}

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/** Nothing but failures for so long, and nobody is there any more (the default of Svix, too). */
export const DISABLED_AFTER_MS = 5 * DAY_MS

/**
 * While an event is being delivered, attempts are 26.4 hours apart at most. After a longer silence
 * nothing is known of the time between, so a failure is the first of its row again: a webhook that is
 * called once a month is not switched off for two failures.
 */
export const FAILURES_APART_AT_MOST_MS = 2 * DAY_MS

/** How long a secret signs on beside its successor, unless its owner says less. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60

/** A webhook that works. */
export const HEALTHY: EndpointHealth = {
  failingSince: null,
  lastFailedAt: null,
  disabledAt: null,
  disabledBecause: null,
}

/**
 * How a webhook stands after a failed attempt: disabled when there was nothing but failures for five
 * days, or when it says that it is gone. Any success makes it healthy again.
 */
export function healthAfterFailure(health: EndpointHealth, { at, gone }: EndpointFailure): EndpointHealth {
  if (health.disabledAt !== null) return health
  const { failingSince, lastFailedAt } = health
  const goesOn =
    failingSince !== null &&
    lastFailedAt !== null &&
    at.getTime() - lastFailedAt.getTime() <= FAILURES_APART_AT_MOST_MS
  const since = goesOn ? failingSince : at
  const failing = at.getTime() - since.getTime() >= DISABLED_AFTER_MS
  const disabledBecause = gone ? 'gone' : failing ? 'failing' : null
  return {
    failingSince: since,
    lastFailedAt: at,
    disabledAt: disabledBecause === null ? null : at,
    disabledBecause,
  }
}
