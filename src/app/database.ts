import { poolSizeOf } from '../config/database-config.ts'
import type { DatabaseConfig, ProcessRole } from '../config/database-config.ts'
import { AUDIT_TIMEOUT_MS, auditBooks } from '../db/audit.ts'
import { explainConnection } from '../db/connection-problem.ts'
import { openDatabase } from '../db/database.ts'
import type { Db } from '../db/database.ts'
import type { StoredSecrets } from '../db/stored-secrets.ts'
import { auditConsents } from '../db/twin-records.ts'
import type { Discrepancy } from '../domain/ledger.ts'
import type { Log } from '../ports/log.ts'
import type { SecretBox } from '../ports/secret-box.ts'

/** Opens the database for a process that does so much. */
export function openDatabaseFor(
  role: ProcessRole,
  config: DatabaseConfig,
  databaseUrl: string,
  log: Log,
): Db {
  return openDatabase(databaseUrl, log, {
    poolSize: poolSizeOf(config, role),
    pooler: config.databasePooler,
  })
}

/**
 * Recalculates all that is stored, on a connection of its own that waits far longer than any request may.
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
    return [...(await auditBooks(db)), ...(await auditConsents(db, secretBox))]
  } finally {
    await db.destroy()
  }
}

/** Claiming is the first thing that a process asks of its database: if it fails, it says what is wrong with the address. */
export function explainingSecrets(secrets: StoredSecrets, databaseUrl: string): StoredSecrets {
  return {
    ...secrets,
    claim: () =>
      secrets.claim().catch((error: unknown) => {
        throw explainConnection(error, databaseUrl)
      }),
  }
}
