import { sql } from 'kysely'

import type { Db } from '../database.ts'

/**
 * Ends what a person who is taken out of an account could still do for it: recordings of themselves, and links that they
 * made and that nobody has opened, which they may have kept. A recording that somebody else has begun goes on.
 */
export async function endRecordingsOfMember(
  transaction: Db,
  accountId: string,
  personId: string,
): Promise<void> {
  await transaction
    .updateTable('twin_recordings')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('person_id', '=', personId),
        and([eb('started_by', '=', personId), eb('browser_hash', 'is', null)]),
      ]),
    )
    .execute()
}
