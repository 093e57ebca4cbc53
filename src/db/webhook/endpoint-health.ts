import { HEALTHY, healthAfterFailure } from '../../domain/webhook/webhook-endpoint.ts'
import type { Db } from '../database.ts'
import type {
  DisabledBecause,
  EndpointFailure,
  EndpointHealth,
} from '../../domain/webhook/webhook-endpoint.ts'

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

type HealthColumns = ReturnType<typeof healthColumns>

/** A webhook that works, in columns. */
export const HEALTHY_COLUMNS = healthColumns(HEALTHY)

/** The row of a webhook or an endpoint, for one failed attempt. */
interface FailedRow {
  /** Locks the row for the rest of the transaction. Undefined: the attempt concerns none that is there. */
  lock(transaction: Db): Promise<HealthRow | undefined>
  write(transaction: Db, columns: HealthColumns): Promise<unknown>
}

/**
 * Takes down a failed attempt. Failures of one row take turns by its lock. A change of the row since the attempt began makes it a
 * matter of the past.
 *
 * @returns whether the webhook or endpoint may go on; false once it is disabled.
 */
export async function recordFailure(db: Db, failure: EndpointFailure, row: FailedRow): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const found = await row.lock(transaction)
    const after = found ? columnsAfterFailure(found, failure) : null
    if (after === null) return true
    await row.write(transaction, after)
    return after.disabled_at === null
  })
}

/** The columns after a failed attempt; null when the webhook was changed after the attempt had begun. */
function columnsAfterFailure(row: HealthRow, failure: EndpointFailure): HealthColumns | null {
  if (failure.at < row.updated_at) return null
  const health: EndpointHealth = {
    failingSince: row.failing_since,
    lastFailedAt: row.last_failed_at,
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because as DisabledBecause | null,
  }
  return healthColumns(healthAfterFailure(health, failure))
}
