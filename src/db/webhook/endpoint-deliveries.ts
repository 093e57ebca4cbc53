import { sql } from 'kysely'

import type { EndpointDeliveries, Recovered, Recovery } from '../../ports/webhook/endpoint-deliveries.ts'
import type { Db } from '../database.ts'
import { isThere } from './webhook-log.ts'

/** Events for endpoints in PostgreSQL, which say when their deliveries are to begin. */
export function createEndpointDeliveries(db: Db): EndpointDeliveries {
  return {
    recover: (recovery) => recover(db, recovery),

    async tellOfExpiring(withinSeconds, limit) {
      const { rows } = await sql<{ told: number }>`
        select tell_of_expiring(${withinSeconds}, ${limit}) as told`.execute(db)
      return rows[0]!.told
    },

    async takeDue(limit, againAfterSeconds) {
      const { rows } = await sql<{ id: string; delivery: number }>`
        update webhook_events e set starts_at = statement_timestamp() + make_interval(secs => ${againAfterSeconds})
        where e.id = any(array(
          select d.id from webhook_events d where d.starts_at <= statement_timestamp()
          order by d.starts_at limit ${limit} for update skip locked
        ))
        returning e.id, e.delivery`.execute(db)
      return rows.map(({ id, delivery }) => ({ eventId: id, delivery }))
    },

    async begun(deliveries) {
      await sql`
        update webhook_events e set starts_at = null
        from unnest(${deliveries.map(({ eventId }) => eventId)}::text[], ${deliveries.map(({ delivery }) => delivery)}::int[])
          as b (id, delivery)
        where e.id = b.id and e.delivery = b.delivery`.execute(db)
    },
  }
}

/** An event of progress is attempted once. A delivery that was just noted has no attempt yet, so it is not noted again. */
async function recover(
  db: Db,
  { accountId, endpointId, since, statuses, limit }: Recovery,
): Promise<Recovered> {
  const { rows } = await sql<{ created_at: Date }>`
    with missed as (
      select e.id from webhook_events e left join videos v on v.id = e.video_id
      where e.account_id = ${accountId} and e.endpoint_id = ${endpointId} and e.created_at >= ${since}
        and e.status = any(${statuses}) and e.type <> 'video.progress' and ${isThere('e', 'v')}
        and (e.status <> 'pending' or exists (
          select from webhook_attempts t where t.event_id = e.id and t.delivery = e.delivery and t.duration_ms is not null
        ))
      order by e.created_at, e.id limit ${limit} for update of e
    ), begun as (
      update webhook_events e set
        delivery = e.delivery + 1, pending_since = clock_timestamp(), status = 'pending', completed_at = null,
        starts_at = clock_timestamp()
      from missed where e.id = missed.id
      returning e.created_at
    )
    select created_at from begun order by created_at`.execute(db)
  return { events: rows.length, more: rows.length < limit ? null : (rows.at(-1)?.created_at ?? null) }
}
