/** Why an account webhook was disabled. */
export type DisabledBecause = 'failing' | 'gone'

/** The webhook and the signing secret of an account. The secret exists even when no URL is set. */
export interface WebhookEndpoint {
  /** Null when none is set. */
  readonly url: string | null
  /** Time of the first failure since the last success. Null when the last attempt succeeded. */
  readonly failingSince: Date | null
  /** When the webhook was disabled. Null while it is enabled. */
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledBecause | null
  /** Null when no URL is set. */
  readonly createdAt: Date | null
  readonly updatedAt: Date | null
  readonly secret: WebhookSecret
}

/** The visible properties of a signing secret after it was shown. */
export interface WebhookSecret {
  /** Its last four characters, to identify it. */
  readonly hint: string
  readonly createdAt: Date
  /** Until this time, the previous secret signs as well. Null when it no longer does, or when there is none. */
  readonly previousValidUntil: Date | null
}

/** The recent success or failure of attempts at a webhook. */
export interface EndpointHealth {
  readonly failingSince: Date | null
  readonly lastFailedAt: Date | null
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledBecause | null
}

/** An attempt without a 2xx response. */
export interface EndpointFailure {
  /** When the attempt started. */
  readonly at: Date
  /** Whether the receiver returned 410, which disables the webhook. */
  readonly gone: boolean
}

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

/** A webhook is disabled when every attempt has failed for this long (also the default of Svix). */
export const DISABLED_AFTER_MS = 5 * DAY_MS

/**
 * While an event is being delivered, attempts are 26.4 hours apart at most. After a longer silence
 * nothing is known of the time between, so a failure is the first of its row again: a webhook that is
 * called once a month is not switched off for two failures.
 */
export const FAILURES_APART_AT_MOST_MS = 2 * DAY_MS

/** Default and maximum time for which the old and the new secret both sign. */
export const SECRET_OVERLAP_SECONDS = 24 * 60 * 60

/** A webhook that works. */
export const HEALTHY: EndpointHealth = {
  failingSince: null,
  lastFailedAt: null,
  disabledAt: null,
  disabledBecause: null,
}

/**
 * The health of a webhook after a failed attempt. It is disabled when every attempt has failed for five days, or when
 * the receiver returned 410. Any success makes it healthy again.
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
