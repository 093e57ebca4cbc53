import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { MOST_PRONUNCIATIONS, pronouncedWord } from '../../domain/speech/pronunciation.ts'
import type { KeptPronunciation, Pronunciation } from '../../domain/speech/pronunciation.ts'
import type { Pronunciations } from '../../ports/speech/pronunciations.ts'
import type { Db } from '../database.ts'
import type { Pronunciation as PronunciationRow } from '../schema.ts'

/** Pronunciations of accounts in PostgreSQL. */
export function createPronunciations(db: Db): Pronunciations {
  return {
    async list(accountId) {
      const rows = await select(db, accountId).orderBy('word').execute()
      return rows.map(toPronunciation)
    },

    async find(accountId, word) {
      const row = await select(db, accountId).where('word', '=', pronouncedWord(word)).executeTakeFirst()
      return row ? toPronunciation(row) : null
    },

    set: (accountId, pronunciation) => setPronunciation(db, accountId, pronunciation),

    async remove(accountId, word) {
      const row = await db
        .deleteFrom('pronunciations')
        .where('account_id', '=', accountId)
        .where('word', '=', pronouncedWord(word))
        .returning('word')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function setPronunciation(
  db: Db,
  accountId: string,
  { word, sayAs }: Pronunciation,
): Promise<KeptPronunciation | null> {
  const written = pronouncedWord(word)
  return db.transaction().execute(async (transaction) => {
    // An account's take turns: two at once would both find the last place free.
    await transaction
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .execute()
    const { rows } = await sql<Row>`
      insert into pronunciations (account_id, word, say_as)
      select ${accountId}, ${written}, ${sayAs}
      where exists (select from pronunciations where account_id = ${accountId} and word = ${written})
        or (select count(*) from pronunciations where account_id = ${accountId}) < ${MOST_PRONUNCIATIONS}
      on conflict (account_id, word) do update set say_as = excluded.say_as, updated_at = clock_timestamp()
      returning word, say_as, updated_at`.execute(transaction)
    return rows[0] ? toPronunciation(rows[0]) : null
  })
}

type Row = Pick<Selectable<PronunciationRow>, 'word' | 'say_as' | 'updated_at'>

function select(db: Db, accountId: string) {
  return db
    .selectFrom('pronunciations')
    .select(['word', 'say_as', 'updated_at'])
    .where('account_id', '=', accountId)
}

function toPronunciation(row: Row): KeptPronunciation {
  return { word: row.word, sayAs: row.say_as, updatedAt: row.updated_at }
}
