import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from './database.ts'

/** How long what a client has missed can be sent again. */
const REPLAYED_FOR_SECONDS = 24 * 60 * 60

/** A transaction is committed after the moment that its event bears, by so much at most. */
const COMMITTED_WITHIN_SECONDS = 5

/** As many as the largest plan makes in a day. */
export const MOST_REPLAYED = 1_000

/** Whether what has happened since an event of the account can be sent again: it is known, and not too old. */
export async function isReplayed(db: Db, accountId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', eventId)
    .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${REPLAYED_FOR_SECONDS})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an event `e` may be one that whoever has seen another has missed. */
export function isSince(accountId: string, eventId: string): RawBuilder<boolean> {
  return sql<boolean>`e.id <> ${eventId} and e.created_at > (
    select m.created_at from webhook_events m where m.account_id = ${accountId} and m.id = ${eventId}
  ) - make_interval(secs => ${COMMITTED_WITHIN_SECONDS})`
}
