import { sql } from 'kysely'

import type { Withdraws } from '../../domain/twin/twin-recording.ts'
import type { Db } from '../database.ts'

interface RightsRow {
  readonly is_renewal: boolean
  readonly is_withdrawn: boolean
  readonly has_ended: boolean
  /** Of the twin, its renewals that have taken its place included; null before the first consent. */
  readonly consent_of: string | null
}

/** What a withdrawal by a recording takes back now. */
export async function withdrawsNow(db: Db, recordingId: string): Promise<Withdraws> {
  const { rows } = await sql<RightsRow>`
    select t.renews_id is not null as is_renewal, t.state = 'withdrawn' as is_withdrawn,
      r.ended_at is not null as has_ended,
      (select c.recording_id from twin_consents c
        where c.twin_id = t.id
          or c.twin_id in (select n.id from twins n where n.renews_id = t.id and n.replaced_at is not null)
        order by c.number desc limit 1) as consent_of
    from twin_recordings r join twins t on t.id = r.twin_id
    where r.id = ${recordingId}`.execute(db)
  const [at] = rows
  if (!at) return 'nothing'
  const isOfLastConsent = at.consent_of === recordingId
  if (at.is_renewal) return !at.is_withdrawn && (isOfLastConsent || !at.has_ended) ? 'renewal' : 'nothing'
  if (isOfLastConsent) return 'twin'
  return at.has_ended ? 'nothing' : 'recording'
}

/** Whether a twin ever had a consent: then there may be videos of it. */
export async function hadConsent(db: Db, twinId: string): Promise<boolean> {
  const query = db.selectFrom('twin_consents').select('id').where('twin_id', '=', twinId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
