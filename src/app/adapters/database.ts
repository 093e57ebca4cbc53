import { poolSizeOf } from '../../config/database-config.ts'
import type { DatabaseConfig, ProcessRole } from '../../config/database-config.ts'
import { AUDIT_TIMEOUT_MS, auditBooks, noteAudit } from '../../db/audit.ts'
import { explainConnection, isAwayForNow } from '../../db/connection-problem.ts'
import { openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import { expectMigrated } from '../../db/migrations-there.ts'
import type { PoolWatch } from '../../db/pool-watch.ts'
import type { StoredSecrets } from '../../db/stored-secrets.ts'
import { auditConsents } from '../../db/twin/twin-records.ts'
import type { Discrepancy } from '../../domain/billing/ledger.ts'
import type { Log } from '../../ports/process/log.ts'
import type { Metrics } from '../../ports/process/metrics.ts'
import { onceThere } from '../../process/once-there.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'

/** Opens the database for a process that does so much. */
export function openDatabaseFor(
  role: ProcessRole,
  config: DatabaseConfig,
  databaseUrl: string,
  log: Log,
  watched?: { readonly watch: PoolWatch; readonly metrics: Metrics },
): Db {
  return openDatabase(databaseUrl, log, {
    poolSize: poolSizeOf(config, role),
    pooler: config.databasePooler,
    ...watched,
  })
}

/**
 * Recalculates all that is stored, on a connection of its own that waits far longer than any request may, and notes the number
 * of discrepancies for the metrics.
 *
 * @returns every discrepancy.
 */
export async function auditAll(
  { databasePooler: pooler }: Pick<DatabaseConfig, 'databasePooler'>,
  databaseUrl: string,
  secretBox: SecretBox,
  log: Log,
): Promise<Discrepancy[]> {
  const db = openDatabase(databaseUrl, log, { poolSize: 1, pooler, queryTimeoutMs: AUDIT_TIMEOUT_MS })
  try {
    const found = [...(await auditBooks(db)), ...(await auditConsents(db, secretBox))]
    await noteAudit(db, found.length)
    return found
  } finally {
    await db.destroy()
  }
}

/**
 * Claims what is stored, as soon as the database is there: one that starts, cannot be reached yet, or is not migrated yet is
 * waited for, in words.
 *
 * @returns false when the process was asked to stop first. @throws an error in words when an address or a key is wrong.
 */
export async function claimOnceThere(
  secrets: Pick<StoredSecrets, 'claim'>,
  log: Log,
  stop: AbortSignal,
): Promise<boolean> {
  const claimed = await onceThere(() => secrets.claim().then(() => true), {
    isAway: isAwayForNow,
    tell: ({ message }) => log.warn({ why: message }, 'waiting for the database'),
    stop,
  })
  return claimed ?? false
}

/**
 * Claiming is the first thing that a process asks of its database: if it fails, it says what is wrong with the address, or
 * with the schema.
 */
export function explainingSecrets(db: Db, secrets: StoredSecrets, databaseUrl: string): StoredSecrets {
  return {
    ...secrets,
    async claim() {
      try {
        await expectMigrated(db)
        await secrets.claim()
      } catch (error) {
        throw explainConnection(error, databaseUrl)
      }
    },
  }
}
