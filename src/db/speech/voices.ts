import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Gender } from '../../domain/picture/catalogue.ts'
import type { StarredVoice } from '../../domain/speech/voice.ts'
import type { Voices } from '../../ports/speech/voices.ts'
import type { Db } from '../database.ts'
import type { AccountVoice } from '../schema.ts'

const voiceColumns = ['id', 'engine_voice_id', 'name', 'gender', 'language'] as const

/** Starred voices of accounts in PostgreSQL. */
export function createVoices(db: Db): Voices {
  return {
    async list(accountId) {
      const rows = await selectStarred(db, accountId).orderBy('starred_at').orderBy('id').execute()
      return rows.map(toVoice)
    },

    async find(accountId, voiceId) {
      const row = await selectStarred(db, accountId).where('id', '=', voiceId).executeTakeFirst()
      return row ? toVoice(row) : null
    },

    async star(accountId, newId, { id: engineVoiceId, name, gender, language }) {
      const row = await db
        .insertInto('account_voices')
        .values(toRow(accountId, { id: newId, engineVoiceId, name, gender, language }))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'engine_voice_id']).doUpdateSet({ unstarred_at: null }),
        )
        .returning(voiceColumns)
        .executeTakeFirstOrThrow()
      return toVoice(row)
    },

    async unstar(accountId, voiceId) {
      const row = await db
        .updateTable('account_voices')
        .set({ unstarred_at: sql`clock_timestamp()` })
        .where('account_id', '=', accountId)
        .where('id', '=', voiceId)
        .where('unstarred_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** Stars the first voices of a new account. */
export async function insertStarredVoices(
  db: Db,
  accountId: string,
  voices: readonly StarredVoice[],
): Promise<void> {
  if (voices.length === 0) return
  await db
    .insertInto('account_voices')
    .values(voices.map((voice) => toRow(accountId, voice)))
    .execute()
}

function selectStarred(db: Db, accountId: string) {
  return db
    .selectFrom('account_voices')
    .select(voiceColumns)
    .where('account_id', '=', accountId)
    .where('unstarred_at', 'is', null)
}

function toRow(accountId: string, { id, engineVoiceId, name, gender, language }: StarredVoice) {
  return { id, account_id: accountId, engine_voice_id: engineVoiceId, name, gender, language }
}

function toVoice(row: Pick<Selectable<AccountVoice>, (typeof voiceColumns)[number]>): StarredVoice {
  return {
    id: row.id,
    engineVoiceId: row.engine_voice_id,
    name: row.name,
    gender: row.gender as Gender,
    language: row.language,
  }
}
