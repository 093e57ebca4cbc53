import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { MIGRATIONS_FOLDER } from '../../../src/db/migrations-there.ts'

/**
 * The newest migration of the release before the one that is being made. To be set at each release. Before the first one it is
 * the newest that was there when this rule began.
 */
export const LAST_RELEASED = '0012_processes'

/** A migration as a later release may bring it. */
export const LATER = {
  name: '9999_later',
  text: `
    create table later_things (id text primary key, note text not null);
    alter table videos add column later text, add column later_count integer not null default 0;
    alter table videos add check (later_count >= 0);
    alter table accounts add column later jsonb not null default '{}';
    alter table processes add column later text;
    create index on videos (later);`,
}

/** Names of the migrations of this release, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS_FOLDER)).map((file) => path.basename(file, '.sql')).toSorted()
}

/** Does something with the migrations of another release: some of this one's, and one of its own. */
export async function withMigrations<Result>(
  { names, own }: { readonly names: readonly string[]; readonly own?: typeof LATER },
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'presenter-migrations-'))
  try {
    for (const name of names) {
      await cp(path.join(MIGRATIONS_FOLDER, `${name}.sql`), path.join(folder, `${name}.sql`))
    }
    if (own) await writeFile(path.join(folder, `${own.name}.sql`), own.text)
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
