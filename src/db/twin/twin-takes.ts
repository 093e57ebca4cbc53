import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Take, TakeCheck, TakePart, TakeStatus } from '../../domain/twin/twin-take.ts'
import type { NewTake, TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Db } from '../database.ts'
import type { TwinPasscode, TwinTake } from '../schema.ts'
import { createTwinUse, lockAccount } from './twin-use.ts'
import { lastWords } from './twin-words.ts'

/** Takes of recordings in PostgreSQL. */
export function createTwinTakes(db: Db): TwinTakes {
  return {
    begin: (take, usesWords, mostToday) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, take.accountId)
        const { takesToday } = await createTwinUse(transaction).of(take.accountId)
        return takesToday >= mostToday ? 'too many today' : begin(transaction, take, usesWords)
      }),

    ...uploadsOf(db),
    ...workOf(db),
    ...checksOf(db),
    ...filmsOf(db),
  }
}

function checksOf(db: Db): Pick<TwinTakes, 'find' | 'list' | 'check'> {
  return {
    async find(takeId) {
      const row = await selectTakes(db).where('twin_takes.id', '=', takeId).executeTakeFirst()
      return row ? toTake(row) : null
    },

    async list(twinId) {
      const query = selectTakes(db).where('twin_takes.twin_id', '=', twinId)
      const rows = await query.orderBy('twin_takes.created_at').orderBy('twin_takes.id').execute()
      return rows.map(toTake)
    },

    async check(takeId, { status, seconds, soundLateSeconds, checks }) {
      const row = await db
        .updateTable('twin_takes')
        .set({
          status,
          seconds,
          sound_late_seconds: soundLateSeconds,
          checks: JSON.stringify(checks),
          checked_at: sql`clock_timestamp()`,
        })
        .where('id', '=', takeId)
        // A second run of the same check finds its own result.
        .where('status', 'in', ['checking', status])
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function uploadsOf(db: Db): Pick<TwinTakes, 'addChunk' | 'chunks' | 'complete'> {
  return {
    addChunk: (takeId, { number, sha256, sizeBytes }) =>
      db.transaction().execute(async (transaction) => {
        const grown = await transaction
          .updateTable('twin_takes')
          .set({ chunks: number + 1, size_bytes: sql`size_bytes + ${sizeBytes}` })
          .where('id', '=', takeId)
          .where('chunks', '=', number)
          .where('status', '=', 'uploading')
          .where('sha256', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!grown) return false
        const chunk = { take_id: takeId, number, sha256: Buffer.from(sha256, 'hex'), size_bytes: sizeBytes }
        await transaction.insertInto('twin_take_chunks').values(chunk).execute()
        return true
      }),

    async chunks(takeId) {
      const rows = await db
        .selectFrom('twin_take_chunks')
        .select(['number', 'sha256', 'size_bytes'])
        .where('take_id', '=', takeId)
        .orderBy('number')
        .execute()
      return rows.map((row) => ({
        number: row.number,
        sha256: row.sha256.toString('hex'),
        sizeBytes: row.size_bytes,
      }))
    },

    complete: (takeId, sha256, sizeBytes) =>
      db.transaction().execute(async (transaction) => {
        const done = await transaction
          .updateTable('twin_takes')
          .set({
            status: 'checking',
            sha256: Buffer.from(sha256, 'hex'),
            size_bytes: sizeBytes,
            uploaded_at: sql`clock_timestamp()`,
          })
          .where('id', '=', takeId)
          .where('status', '=', 'uploading')
          .returning('id')
          .executeTakeFirst()
        if (!done) return false
        await transaction.deleteFrom('twin_take_chunks').where('take_id', '=', takeId).execute()
        return true
      }),
  }
}

function workOf(db: Db): Pick<TwinTakes, 'abandon' | 'beginWork' | 'secondsAtWork'> {
  return {
    async abandon(takeId) {
      await db
        .updateTable('twin_takes')
        .set({ status: 'replaced' })
        .where('id', '=', takeId)
        .where('status', '=', 'uploading')
        .execute()
    },

    async beginWork(takeId, step) {
      await db
        .updateTable('twin_takes')
        .set({ work_step: step, work_began_at: sql`clock_timestamp()` })
        .where('id', '=', takeId)
        .where('work_step', 'is distinct from', step)
        .execute()
    },

    async secondsAtWork(takeId, step) {
      const row = await db
        .selectFrom('twin_takes')
        .select(sql<number>`extract(epoch from clock_timestamp() - work_began_at)::float8`.as('seconds'))
        .where('id', '=', takeId)
        .where('work_step', '=', step)
        .executeTakeFirst()
      return row?.seconds ?? null
    },
  }
}

function filmsOf(db: Db): Pick<TwinTakes, 'replaced' | 'unchecked' | 'forgettable' | 'forgotten'> {
  return {
    async replaced(twinId) {
      const rows = await db
        .selectFrom('twin_takes')
        .select('id')
        .where('twin_id', '=', twinId)
        .where('status', '=', 'replaced')
        .where('forgotten_at', 'is', null)
        .execute()
      return rows.map(({ id }) => id)
    },

    async unchecked(olderThanSeconds, limit) {
      const { rows } = await sql<{ id: string; account_id: string; twin_id: string }>`
        select k.id, t.account_id, k.twin_id
        from twin_takes k join twins t on t.id = k.twin_id
        where k.status = 'checking' and t.data_key is not null
          and k.uploaded_at < statement_timestamp() - make_interval(secs => ${olderThanSeconds})
        order by k.uploaded_at limit ${limit}`.execute(db)
      return rows.map((row) => ({ takeId: row.id, accountId: row.account_id, twinId: row.twin_id }))
    },

    async forgettable(days, limit) {
      // The consent's own film stays as proof, for as long as the consent holds; so does what a build or an open recording needs.
      const { rows } = await sql<{ id: string; account_id: string; twin_id: string }>`
        select k.id, t.account_id, k.twin_id
        from twin_takes k join twins t on t.id = k.twin_id
        where k.forgotten_at is null and t.data_key is not null
          and (k.status = 'replaced' or k.created_at < statement_timestamp() - make_interval(days => ${days}))
          and not (t.state in ('building', 'review') and k.status <> 'replaced')
          and not (k.status <> 'replaced' and exists (select from twin_recordings r
            where r.twin_id = k.twin_id and r.ended_at is null and r.records_until > statement_timestamp()))
          and not (k.part = 'consent' and k.status = 'accepted' and t.state = 'ready')
        order by k.created_at limit ${limit}`.execute(db)
      return rows.map((row) => ({ takeId: row.id, accountId: row.account_id, twinId: row.twin_id }))
    },

    async forgotten(takeId) {
      // This belongs to an upload that was given up: nothing else removes what tells its chunks apart.
      await db.deleteFrom('twin_take_chunks').where('take_id', '=', takeId).execute()
      await db
        .updateTable('twin_takes')
        .set({ forgotten_at: sql`clock_timestamp()` })
        .where('id', '=', takeId)
        .where('forgotten_at', 'is', null)
        .execute()
    },
  }
}

async function begin(db: Db, take: NewTake, usesWords: boolean): Promise<Take | 'no words' | 'ended'> {
  // The recording's row is locked, so that two pages cannot begin a take of one part at a time, and none begins when the
  // consent has been given or another recording has begun.
  const recording = await db
    .selectFrom('twin_recordings')
    .select('ended_at')
    .where('id', '=', take.recordingId)
    .forUpdate()
    .executeTakeFirst()
  if (recording?.ended_at !== null) return 'ended'
  const words = usesWords ? ((await lastWords(db, take.recordingId))?.open ?? null) : null
  if (usesWords && words === null) return 'no words'
  await db
    .updateTable('twin_takes')
    .set({ status: 'replaced' })
    .where('recording_id', '=', take.recordingId)
    .where('part', '=', take.part)
    .where('status', '<>', 'replaced')
    .execute()
  await db
    .insertInto('twin_takes')
    .values({
      id: take.id,
      twin_id: take.twinId,
      recording_id: take.recordingId,
      part: take.part,
      content_type: take.contentType,
      text_version: take.textVersion,
    })
    .execute()
  if (words !== null) {
    await db
      .updateTable('twin_passcodes')
      .set({ take_id: take.id, used_at: sql`clock_timestamp()` })
      .where('id', '=', words.id)
      .execute()
  }
  const row = await selectTakes(db).where('twin_takes.id', '=', take.id).executeTakeFirstOrThrow()
  return toTake(row)
}

function selectTakes(db: Db) {
  return db
    .selectFrom('twin_takes')
    .leftJoin('twin_passcodes', 'twin_passcodes.take_id', 'twin_takes.id')
    .selectAll('twin_takes')
    .select(['twin_passcodes.words', 'twin_passcodes.statement', 'twin_passcodes.used_at'])
}

type TakeRow = Selectable<TwinTake> & {
  readonly [Column in 'words' | 'statement' | 'used_at']: Selectable<TwinPasscode>[Column] | null
}

function toTake(row: TakeRow): Take {
  return {
    id: row.id,
    twinId: row.twin_id,
    recordingId: row.recording_id,
    part: row.part as TakePart,
    status: row.status as TakeStatus,
    contentType: row.content_type,
    chunks: row.chunks,
    sizeBytes: row.size_bytes,
    sha256: row.sha256?.toString('hex') ?? null,
    seconds: row.seconds,
    soundLateSeconds: row.sound_late_seconds,
    checks: row.checks as unknown as TakeCheck[],
    words: row.words ?? [],
    statement: row.statement,
    wordsUsedAt: row.used_at,
    hasFilm: row.uploaded_at !== null && row.forgotten_at === null,
    createdAt: row.created_at,
    uploadedAt: row.uploaded_at,
  }
}
