import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Twin, TwinLook, TwinStatus } from '../domain/twin.ts'
import type { Twins } from '../ports/twins.ts'
import type { Db } from './database.ts'
import type { Twin as TwinRow } from './schema.ts'

const twinColumns = [
  'id',
  'account_id',
  'name',
  'status',
  'usable_in_videos',
  'look',
  'engine_voice_id',
  'voice_name',
  'created_at',
] as const

/** Twins in PostgreSQL. */
export function createTwins(db: Db): Twins {
  return {
    add: (twin) => insertTwin(db, twin),

    async list(accountId) {
      let query = db.selectFrom('twins').select(twinColumns).where('deleted_at', 'is', null)
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      const rows = await query.orderBy('created_at').orderBy('id').execute()
      return rows.map(toTwin)
    },

    async find(accountId, twinId) {
      const row = await db
        .selectFrom('twins')
        .select(twinColumns)
        .where('account_id', '=', accountId)
        .where('id', '=', twinId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row ? toTwin(row) : null
    },

    async look(accountId, twinId) {
      const row = await db
        .selectFrom('twins')
        .select('look')
        .where('account_id', '=', accountId)
        .where('id', '=', twinId)
        .executeTakeFirst()
      return row ? toLook(row.look) : null
    },

    async setStatus(twinId, status, usableInVideos) {
      const row = await db
        .updateTable('twins')
        .set({ status, usable_in_videos: usableInVideos })
        .where('id', '=', twinId)
        .where('deleted_at', 'is', null)
        .returning(twinColumns)
        .executeTakeFirst()
      return row ? toTwin(row) : null
    },

    async delete(twinId) {
      const row = await db
        .updateTable('twins')
        .set({ deleted_at: sql`clock_timestamp()` })
        .where('id', '=', twinId)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

async function insertTwin(db: Db, twin: Omit<Twin, 'createdAt'>): Promise<Twin> {
  const row = await db
    .insertInto('twins')
    .values({
      id: twin.id,
      account_id: twin.accountId,
      name: twin.name,
      status: twin.status,
      usable_in_videos: twin.usableInVideos,
      look: twin.look && JSON.stringify({ kind: twin.look.kind, presenter_id: twin.look.presenterId }),
      engine_voice_id: twin.voice?.engineVoiceId ?? null,
      voice_name: twin.voice?.name ?? null,
    })
    .returning(twinColumns)
    .executeTakeFirstOrThrow()
  return toTwin(row)
}

function toTwin(row: Pick<Selectable<TwinRow>, (typeof twinColumns)[number]>): Twin {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    status: row.status as TwinStatus,
    usableInVideos: row.usable_in_videos,
    look: toLook(row.look),
    voice:
      row.engine_voice_id === null
        ? null
        : { engineVoiceId: row.engine_voice_id, name: row.voice_name ?? '' },
    createdAt: row.created_at,
  }
}

function toLook(look: Selectable<TwinRow>['look']): TwinLook | null {
  if (look === null) return null
  const { presenter_id: presenterId } = look as { presenter_id: string }
  return { kind: 'presenter', presenterId }
}
