import { sql } from 'kysely'

import { MOST_OWN_LINKS } from '../../domain/twin/twin-recording.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { Db } from '../database.ts'
import { withdrawsNow } from './recording-rights.ts'
import { selectRecordings, toRecording } from './recording-rows.ts'

type Links = Pick<TwinRecordings, 'findByToken' | 'bindBrowser' | 'addOwnLink' | 'withdraws'>

/** What leads to a recording: its link, the browser that opened it, and the links that are kept after the consent. */
export function createRecordingLinks(db: Db): Links {
  return {
    async findByToken(tokenHash) {
      const own = db.selectFrom('twin_own_links').select('recording_id').where('token_hash', '=', tokenHash)
      const row = await selectRecordings(db)
        .select(({ eb }) => eb('token_hash', '<>', tokenHash).as('is_own_link'))
        .where(({ or, eb }) => or([eb('token_hash', '=', tokenHash), eb('id', '=', own)]))
        .executeTakeFirst()
      return row ? { recording: toRecording(row), isOwnLink: row.is_own_link === true } : null
    },

    async bindBrowser(recordingId, sha256) {
      const bound = await db
        .updateTable('twin_recordings')
        .set({ browser_hash: sha256 })
        .where('id', '=', recordingId)
        .where(({ or, eb }) => or([eb('browser_hash', 'is', null), eb('browser_hash', '=', sha256)]))
        .returning('id')
        .executeTakeFirst()
      return bound !== undefined
    },

    addOwnLink: (recordingId, tokenHash) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .selectFrom('twin_recordings')
          .select('id')
          .where('id', '=', recordingId)
          .forUpdate()
          .execute()
        const { rows } = await sql`
          insert into twin_own_links (token_hash, recording_id) select ${tokenHash}, ${recordingId}
          where (select count(*) from twin_own_links where recording_id = ${recordingId}) < ${MOST_OWN_LINKS}
          returning recording_id`.execute(transaction)
        return rows.length > 0
      }),

    withdraws: (recordingId) => withdrawsNow(db, recordingId),
  }
}
