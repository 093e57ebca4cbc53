import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from '../../src/db/migrate.ts'
import { createMigratedDatabase, createTestDatabase } from '../support/database/database.ts'
import {
  LAST_RELEASED,
  LATER,
  migrationNames,
  withMigrations,
} from '../support/database/migrations-of-release.ts'
import { breakingChanges, schemaFacts } from '../support/database/schema-changes.ts'
import type { SchemaFacts } from '../support/database/schema-changes.ts'

let client: pg.Client
let now: SchemaFacts

beforeAll(async () => {
  client = new pg.Client({ connectionString: await createMigratedDatabase() })
  await client.connect()
  now = await schemaFacts(client)
})
afterAll(() => client.end())

async function factsOf(connectionString: string): Promise<SchemaFacts> {
  const another = new pg.Client({ connectionString })
  await another.connect()
  const facts = await schemaFacts(another)
  await another.end()
  return facts
}

/** What a migration would break that is not kept. */
async function brokenBy(migration: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(migration)
    return breakingChanges(now, await schemaFacts(client))
  } finally {
    await client.query('rollback')
  }
}

test('what the last release uses is there after all migrations since, and what it writes is accepted', async () => {
  const names = await migrationNames()
  expect(names).toContain(LAST_RELEASED)
  const databaseUrl = await createTestDatabase()
  await withMigrations({ names: names.filter((name) => name <= LAST_RELEASED) }, (folder) =>
    migrate(databaseUrl, undefined, folder),
  )
  expect(breakingChanges(await factsOf(databaseUrl), now)).toEqual([])
})

test('a migration that only adds breaks nothing', async () => {
  expect(await brokenBy(LATER.text)).toEqual([])
})

test.each([
  ['a table goes', 'drop table rate_limits', 'gone: table rate_limits'],
  ['a table is renamed', 'alter table processes rename to processes_of_old', 'gone: table processes'],
  ['a column goes', 'alter table videos drop column title', 'gone: column videos.title text'],
  ['a column is renamed', 'alter table accounts rename email to address', 'gone: column accounts.email text'],
  [
    'a column has another type',
    'alter table processes alter seen_at type timestamp',
    'gone: column processes.seen_at timestamp with time zone',
  ],
  ['null is refused', 'alter table videos alter title set not null', 'gone: null in videos.title'],
  [
    'a new column has to be given',
    'alter table processes add zone text not null',
    'demanded: processes.zone has to be given',
  ],
  [
    'a new check of a column that there was',
    'alter table processes add check (length(version) < 9)',
    'demanded: processes: CHECK ((length(version) < 9))',
  ],
  [
    'what could be twice may be once',
    'create unique index on processes (name)',
    'demanded: processes: unique btree (name)',
  ],
  [
    'a key that an insert may run into goes',
    'alter table speech_engines drop constraint speech_engines_pkey',
    'gone: unique speech_engines btree (id)',
  ],
  [
    'a function takes something else',
    'drop function withdraw_request; create function withdraw_request(p_video_id text) returns text language sql as $$ select null $$',
    'gone: function withdraw_request(p_account_id text, p_video_id text, p_idempotency_key text) returns text',
  ],
])('a migration that breaks the release before is found: %s', async (_, migration, found) => {
  expect(await brokenBy(migration)).toContain(found)
})
