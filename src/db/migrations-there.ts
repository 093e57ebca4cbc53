import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'

import type { Db } from './database.ts'

/** The migrations of this release, one file each. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** The table in which it is noted what has been applied. */
export const MIGRATIONS_TABLE = 'migrations'

/** The schema is that of an earlier release. Another process may be about to migrate. */
export class SchemaTooOld extends Error {
  override readonly name = 'SchemaTooOld'
}

/**
 * Resolves when every migration of this release has been applied. Those of later releases may have been too: what they
 * change, this release can do with (test/support/database/schema-changes.ts).
 *
 * @throws SchemaTooOld with what is missing.
 */
export async function expectMigrated(db: Db): Promise<void> {
  const files = await readdir(MIGRATIONS_FOLDER)
  const wanted = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS_TABLE)}`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const missing = wanted.filter((name) => !applied.has(name)).toSorted()
  if (missing.length === 0) return
  throw new SchemaTooOld(
    `The database has the schema of an earlier release: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
      'Run `migrate` of this release first.',
  )
}
