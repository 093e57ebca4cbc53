import { sql } from 'kysely'

import type { Db } from '../database.ts'

/** What a twin is called when nothing else of its person is kept. */
const FORMER = 'Former twin'

/**
 * Forgets the words of recordings that have ended without a consent: the statement that was shown has the person's name in
 * it. @returns how many recordings.
 */
export async function forgetUnusedWords(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from twin_passcodes where recording_id in (
      select r.id from twin_recordings r
      where (r.ended_at is not null or r.records_until < statement_timestamp())
        and not exists (select from twin_consents c where c.recording_id = r.id)
        and exists (select from twin_passcodes p where p.recording_id = r.id)
      limit ${limit})
    returning recording_id as id`.execute(db)
  return new Set(rows.map(({ id }) => id)).size
}

/** The name of a twin that is gone goes with the last record of its consents. */
export async function forgetName(db: Db, twinId: string): Promise<void> {
  await sql`
    update twins t set name = ${FORMER}
    where (t.id = ${twinId} or t.renews_id = ${twinId}) and t.state in ('withdrawn', 'expired')
      and not exists (select from twin_consents c join twins o on o.id = c.twin_id
        where (o.id = t.id or o.renews_id = t.id or o.id = t.renews_id) and c.forgotten_at is null)`.execute(
    db,
  )
}
