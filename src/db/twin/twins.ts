import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { isTwinAsset, takeKeys, twinFolder, twinKeys } from '../../domain/twin/twin-files.ts'
import type { TwinFileKind } from '../../domain/twin/twin-files.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { NewTwin, Twins } from '../../ports/twin/twins.ts'
import type { Db } from '../database.ts'
import { sealedDataKey } from './twin-keys.ts'
import { currentState, lookColumn, toLook, toTwin, twinColumns, voiceColumns } from './twin-rows.ts'

/** Nobody guesses 160 bits. */
const FOLDER_BYTES = 20

/** Twins in PostgreSQL. */
export function createTwins(db: Db, box: SecretBox): Twins {
  return {
    add: (twin) => insertTwin(db, box, twin),

    async list(accountId) {
      const present = db.selectFrom('twins').select(twinColumns).where('deleted_at', 'is', null)
      let query = present.where('replaced_at', 'is', null)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toTwin)
    },

    page: (accountId, limit, before) => twinPage(db, accountId, limit, before),

    inReview: (limit, after) => inReview(db, limit, after),

    async find(accountId, twinId) {
      const row = await selectTwin(db, twinId).where('account_id', '=', accountId).executeTakeFirst()
      return row ? toTwin(row) : null
    },

    async findAny(twinId) {
      const row = await selectTwin(db, twinId).executeTakeFirst()
      return row ? toTwin(row) : null
    },

    async ofSubject(personId) {
      const all = db.selectFrom('twins').select(twinColumns).where('subject_person_id', '=', personId)
      const query = all.where('renews_id', 'is', null)
      return (await query.orderBy('created_at').orderBy('id').execute()).map(toTwin)
    },

    ...looksOf(db),
    ...changesOf(db),
    async folder(twinId) {
      const query = db.selectFrom('twins').select('object_folder').where('id', '=', twinId)
      const row = await query.where('data_key', 'is not', null).executeTakeFirst()
      return row?.object_folder ?? null
    },

    fileKey: (twinId, file) => fileKey(db, twinId, file),
  }
}

async function inReview(db: Db, limit: number, after: string | null): Promise<Twin[] | null> {
  const last = db.selectFrom('twins').select('id').where('id', '=', after)
  if (after !== null && !(await last.executeTakeFirst())) return null
  const rows = await db
    .selectFrom('twins')
    .select(twinColumns)
    .where('deleted_at', 'is', null)
    // A consent that has ended meanwhile is nobody's to decide about.
    .where(currentState, '=', 'review')
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(created_at, id) > (select t.created_at, t.id from twins t where t.id = ${after})`,
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toTwin)
}

async function twinPage(
  db: Db,
  accountId: string,
  limit: number,
  before: string | null,
): Promise<Twin[] | null> {
  const own = db
    .selectFrom('twins')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('renews_id', 'is', null)
  const last =
    before === null ? null : await own.select('created_at').where('id', '=', before).executeTakeFirst()
  if (last === undefined) return null
  let query = own.select(twinColumns)
  if (last !== null) {
    query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${before})`)
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toTwin)
}

function looksOf(db: Db): Pick<Twins, 'renewalOf' | 'look'> {
  return {
    async renewalOf(twinId) {
      const query = db.selectFrom('twins').select(twinColumns).where('renews_id', '=', twinId)
      const present = query.where('replaced_at', 'is', null).where('state', '<>', 'withdrawn')
      const row = await present.executeTakeFirst()
      return row ? toTwin(row) : null
    },

    async look(accountId, twinId, acceptedAt) {
      const row = await db
        .selectFrom('twins')
        .select('look')
        .where('account_id', '=', accountId)
        .where(({ or, and, eb }) =>
          or([
            eb('id', '=', twinId),
            and([eb('renews_id', '=', twinId), eb('replaced_at', '>', acceptedAt ?? null)]),
          ]),
        )
        .orderBy('replaced_at', (order) => order.asc().nullsLast())
        .limit(1)
        .executeTakeFirst()
      return row ? toLook(row.look) : null
    },
  }
}

function changesOf(db: Db): Pick<Twins, 'rename' | 'setVoice' | 'switchOff' | 'delete'> {
  const existing = (twinId: string) =>
    db.updateTable('twins').where('id', '=', twinId).where('deleted_at', 'is', null)
  return {
    async rename(accountId, twinId, name) {
      const changed = existing(twinId).set({ name }).where('account_id', '=', accountId)
      const row = await changed.returning(twinColumns).executeTakeFirst()
      return row ? toTwin(row) : null
    },
    async setVoice(accountId, twinId, voice) {
      const changed = existing(twinId).set(voiceColumns(voice)).where('account_id', '=', accountId)
      const row = await changed.returning(twinColumns).executeTakeFirst()
      return row ? toTwin(row) : null
    },
    async switchOff(twinId, isOff) {
      const changed = existing(twinId).set({ switched_off: isOff })
      const row = await changed.returning(twinColumns).executeTakeFirst()
      return row ? toTwin(row) : null
    },
    async delete(accountId, twinId) {
      const gone = existing(twinId)
        .set({ deleted_at: sql`clock_timestamp()` })
        .where('account_id', '=', accountId)
      return (await gone.returning('id').executeTakeFirst()) !== undefined
    },
  }
}

function selectTwin(db: Db, twinId: string) {
  return db.selectFrom('twins').select(twinColumns).where('id', '=', twinId).where('deleted_at', 'is', null)
}

async function insertTwin(db: Db, box: SecretBox, twin: NewTwin): Promise<Twin> {
  const folder = twin.state === 'recording' ? newFolder() : null
  const row = await db
    .insertInto('twins')
    .values({
      id: twin.id,
      account_id: twin.accountId,
      name: twin.name,
      state: twin.state,
      switched_off: twin.switchedOff,
      subject_person_id: twin.subjectPersonId,
      look: lookColumn(twin.look),
      ...voiceColumns(twin.voice),
      object_folder: folder,
      data_key: folder === null ? null : sealedDataKey(box, folder),
      renews_id: twin.renewsId,
      ready_at: twin.state === 'ready' ? sql<Date>`clock_timestamp()` : null,
    })
    .returning(twinColumns)
    .executeTakeFirstOrThrow()
  return toTwin(row)
}

/** A folder that nobody guesses. */
export function newFolder(): string {
  return twinFolder(randomBytes(FOLDER_BYTES).toString('hex'))
}

/**
 * Whether anybody may watch the films of a twin now: its person while they record, and operators while a consent is open,
 * for which they hold the film of a renewed one against the new. A link that was given before is no reason to.
 */
const isWatched = sql<boolean>`exists (select from twins t where
  (t.id = twin_takes.twin_id and t.state in ('recording', 'failed', 'review'))
  or (t.renews_id = twin_takes.twin_id and t.state = 'review'))`

async function fileKey(db: Db, twinId: string, file: TwinFileKind): Promise<string | null> {
  const twin = await db
    .selectFrom('twins')
    .select(['object_folder', 'look'])
    .where('id', '=', twinId)
    .where('data_key', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!twin?.object_folder) return null
  if (isTwinAsset(file)) {
    const look = toLook(twin.look)
    return look?.kind === 'footage' ? twinKeys(look.folder)[file] : null
  }
  const take = await db
    .selectFrom('twin_takes')
    .select('id')
    .where('id', '=', file)
    .where('twin_id', '=', twinId)
    .where('uploaded_at', 'is not', null)
    .where('forgotten_at', 'is', null)
    // Its film is being removed.
    .where('status', '<>', 'replaced')
    .where(isWatched)
    .executeTakeFirst()
  return take ? takeKeys(twin.object_folder, take.id).film : null
}
