import { sql } from 'kysely'

import type { Recording } from '../../domain/twin/twin-recording.ts'
import type { Db } from '../database.ts'

/** Recordings with whether a consent was given with what was recorded. */
export function selectRecordings(db: Db) {
  return db
    .selectFrom('twin_recordings')
    .select(['id', 'twin_id', 'account_id', 'person_id', 'created_at', 'records_until', 'ended_at'])
    .select(sql<string | null>`encode(browser_hash, 'hex')`.as('browser_sha256'))
    .select(
      sql<boolean>`exists (select from twin_consents c where c.recording_id = twin_recordings.id)`.as(
        'has_consent',
      ),
    )
}

/** The recording, or null when there is none. */
export async function findRecording(db: Db, recordingId: string): Promise<Recording | null> {
  const row = await selectRecordings(db).where('twin_recordings.id', '=', recordingId).executeTakeFirst()
  return row ? toRecording(row) : null
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRecordings>['executeTakeFirstOrThrow']>>

/** The recording of a row. */
export function toRecording(row: Row): Recording {
  return {
    id: row.id,
    twinId: row.twin_id,
    accountId: row.account_id,
    personId: row.person_id,
    createdAt: row.created_at,
    recordsUntil: row.records_until,
    endedAt: row.ended_at,
    browserSha256: row.browser_sha256,
    hasConsent: row.has_consent,
  }
}

/** Ends the open recordings of a twin, if any. */
export async function endRecordings(db: Db, twinId: string): Promise<void> {
  await db
    .updateTable('twin_recordings')
    .set({ ended_at: sql`clock_timestamp()` })
    .where('twin_id', '=', twinId)
    .where('ended_at', 'is', null)
    .execute()
}
