import { sql } from 'kysely'

import type { Twin } from '../../domain/twin/twin.ts'
import type { Acting } from '../../ports/twin/twins.ts'
import type { Db } from '../database.ts'
import { noteEvent } from './note-event.ts'
import { toTwin, twinColumns } from './twin-rows.ts'
import { hadConsent, withdrawsNow } from './recording-rights.ts'
import { endRecordings } from './recording-rows.ts'

type WithdrawTwin = (db: Db, twinId: string, who: Acting, keepsVideos: boolean) => Promise<Twin | null>

/**
 * Takes back what a recording can take back, and nothing that belongs to the consent of another one.
 *
 * @param withdrawTwin withdraws a twin with all that belongs to it.
 */
export async function withdrawRecording(
  db: Db,
  withdrawTwin: WithdrawTwin,
  { recordingId, who, keepsVideos }: { recordingId: string; who: Acting; keepsVideos: boolean },
): Promise<Twin | null> {
  const of = db.selectFrom('twin_recordings').select('twin_id').where('id', '=', recordingId)
  const twin = await db.selectFrom('twins').select('id').where('id', '=', of).forUpdate().executeTakeFirst()
  if (!twin) return null
  switch (await withdrawsNow(db, recordingId)) {
    case 'twin':
      return withdrawTwin(db, twin.id, who, keepsVideos)
    case 'renewal':
      await giveUp(db, twin.id, {
        state: 'withdrawn',
        withdrawn_at: sql`clock_timestamp()`,
        keeps_videos: true,
      })
      await noteEvent(db, twin.id, 'withdrawn', who, { recording_id: recordingId })
      break
    case 'recording':
      if (!(await hadConsent(db, twin.id))) return withdrawTwin(db, twin.id, who, keepsVideos)
      await giveUp(db, twin.id, { state: 'expired' })
      await noteEvent(db, twin.id, 'recording_given_up', who, { recording_id: recordingId })
      break
    case 'nothing':
  }
  const row = await db.selectFrom('twins').select(twinColumns).where('id', '=', twin.id).executeTakeFirst()
  return row ? toTwin(row) : null
}

/** What was recorded is unreadable from here on; its files are removed as those of an ended consent are. */
async function giveUp(db: Db, twinId: string, state: object): Promise<void> {
  await db
    .updateTable('twins')
    .set({ data_key: null, look: null, failure: null, removed_at: null, ...state })
    .where('id', '=', twinId)
    .execute()
  await endRecordings(db, twinId)
}
