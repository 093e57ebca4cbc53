import { sql } from 'kysely'

import type { TwinEventKind } from '../../domain/twin/twin-event.ts'
import type { Acting } from '../../ports/twin/twins.ts'
import type { Db } from '../database.ts'

/** Writes down what happened to a twin, within a transaction or by itself. */
export async function noteEvent(
  db: Db,
  twinId: string,
  kind: TwinEventKind,
  { actor, personId }: Acting,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await sql`
    insert into twin_events (twin_id, account_id, kind, actor, person_id, details)
    select t.id, t.account_id, ${kind}, ${actor}, ${personId}, ${JSON.stringify(details)}::jsonb
    from twins t where t.id = ${twinId}`.execute(db)
}
