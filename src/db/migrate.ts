import { fileURLToPath } from 'node:url'

import { runner } from 'node-pg-migrate'

/** Brings the database up to the newest schema. Safe to run from several processes at once: they take turns. */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: fileURLToPath(new URL('./migrations', import.meta.url)),
    direction: 'up',
    migrationsTable: 'migrations',
    checkOrder: true,
    // The library's default makes the second process fail instead of wait.
    advisoryLockMode: 'wait',
    log: () => undefined,
  })
}
