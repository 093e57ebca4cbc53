import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { ANSWER_KEPT_SECONDS } from '../domain/account/kept-answer.ts'
import { LONGEST_SESSION_DAYS } from '../domain/account/person.ts'
import { INVITATION_WINDOW_SECONDS } from '../domain/account/rate-limit.ts'
import type { Db } from './database.ts'

/** Rows that are of no use any more, by table. */
interface EndedRows {
  readonly table: string
  readonly condition: RawBuilder<boolean>
}

/** An owner sees on the page of plans what became of their request, for so long. */
const DECISIONS_SHOWN_DAYS = 90

/** The person of a twin that is gone sees so for so long by the link that they kept, and may still delete its videos. */
const GONE_TWINS_SHOWN_DAYS = 90

/** A failure that an operator has not looked at for so long is looked for in backups, if at all. */
const FAILURES_KEPT_DAYS = 30

/** Housekeeping removes all of these. */
export const ENDED_ROWS: readonly EndedRows[] = [
  {
    table: 'sign_in_sessions',
    condition: sql`expires_at < statement_timestamp()
      or created_at < statement_timestamp() - make_interval(days => ${LONGEST_SESSION_DAYS})`,
  },
  // A link that was just used or has expired gets the same answer as one that was guessed.
  { table: 'invitations', condition: sql`used_at is not null or expires_at < statement_timestamp()` },
  {
    table: 'plan_requests',
    condition: sql`decided_at < statement_timestamp() - make_interval(days => ${DECISIONS_SHOWN_DAYS})`,
  },
  {
    table: 'twin_own_links',
    condition: sql`exists (
      select from twin_recordings r join twins t on t.id = r.twin_id
      where r.id = twin_own_links.recording_id
        and t.removed_at < statement_timestamp() - make_interval(days => ${GONE_TWINS_SHOWN_DAYS}))`,
  },
  {
    table: 'kept_answers',
    condition: sql`asked_at < statement_timestamp() - make_interval(secs => ${ANSWER_KEPT_SECONDS})`,
  },
  // Their windows are a minute; strangers make a row with every address that they type.
  {
    table: 'sign_in_attempts',
    condition: sql`last_request < (extract(epoch from statement_timestamp()) * 1000)::bigint - 3600000`,
  },
  {
    table: 'video_failures',
    condition: sql`noted_at < statement_timestamp() - make_interval(days => ${FAILURES_KEPT_DAYS})`,
  },
  {
    table: 'rate_limits',
    condition: sql`coalesce(hits[cardinality(hits)] < statement_timestamp()
      - make_interval(secs => ${2 * INVITATION_WINDOW_SECONDS}), false)`,
  },
]

/** Removes so many of these rows at most; their number. */
export async function removeEndedRows(
  db: Db,
  { table, condition }: EndedRows,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${most} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}
