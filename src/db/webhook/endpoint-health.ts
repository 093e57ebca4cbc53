import { HEALTHY, healthAfterFailure } from '../../domain/webhook/webhook-endpoint.ts'
import type {
  DisabledBecause,
  EndpointFailure,
  EndpointHealth,
} from '../../domain/webhook/webhook-endpoint.ts'

/** Characters of a secret that tell which one it is. */
export const HINT_CHARACTERS = 4

/** The columns in which webhooks and endpoints keep how their attempts went, and when they were last changed. */
interface HealthRow {
  readonly updated_at: Date
  readonly failing_since: Date | null
  readonly last_failed_at: Date | null
  readonly disabled_at: Date | null
  readonly disabled_because: string | null
}

/** The columns that hold the health of a webhook or an endpoint. */
export const HEALTH_COLUMNS = [
  'updated_at',
  'failing_since',
  'last_failed_at',
  'disabled_at',
  'disabled_because',
] as const

/** The health of a webhook, in columns. */
function healthColumns({ failingSince, lastFailedAt, disabledAt, disabledBecause }: EndpointHealth) {
  return {
    failing_since: failingSince,
    last_failed_at: lastFailedAt,
    disabled_at: disabledAt,
    disabled_because: disabledBecause,
  }
}

/** A webhook that works, in columns. */
export const HEALTHY_COLUMNS = healthColumns(HEALTHY)

/** The columns after a failed attempt; null when the webhook was changed after the attempt had begun. */
export function columnsAfterFailure(row: HealthRow, failure: EndpointFailure) {
  if (failure.at < row.updated_at) return null
  const health: EndpointHealth = {
    failingSince: row.failing_since,
    lastFailedAt: row.last_failed_at,
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because as DisabledBecause | null,
  }
  return healthColumns(healthAfterFailure(health, failure))
}
