import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { auditAll } from '../../../src/app/adapters/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { createLog } from '../../../src/process/log.ts'
import { createMigratedDatabase } from '../../support/database/database.ts'
import { growDatabase } from '../../support/database/grown-database.ts'

const log = createLog({ level: 'silent' })
const NO_SECRETS = { seal: (secret: string) => Buffer.from(secret), open: String }

/** Longer than any statement of a request may take. */
const SLOW_SECONDS = 16

test('an audit goes on when its statements take longer than those of requests may', async () => {
  const databaseUrl = await createMigratedDatabase()
  await growDatabase(databaseUrl, { videos: 100, inOneAccount: 0, accounts: 10 })
  const db = openDatabase(databaseUrl, log)
  await sql`alter table webhook_events rename to slow_events`.execute(db)
  await sql`create view webhook_events as
    select e.* from slow_events e right join (select pg_sleep(${sql.lit(SLOW_SECONDS)})) s on true
    where e.id is not null`.execute(db)
  expect(await auditAll({ databasePooler: null }, databaseUrl, NO_SECRETS, log)).toEqual([])
  await db.destroy()
})
