import { fileURLToPath } from 'node:url'

import { runner } from 'node-pg-migrate'

/** Migrates the database to the newest schema. Several processes can run it at once: they take turns. */
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
