import { sql } from 'kysely'

import type { Twin } from '../../domain/twin/twin.ts'
import type { TwinRemoval, TwinRemovals } from '../../ports/twin/twin-removals.ts'
import type { Acting } from '../../ports/twin/twins.ts'
import type { Db } from '../database.ts'
import { noteEvent } from './note-event.ts'
import { toTwin, twinColumns } from './twin-rows.ts'
import { forgetName } from './forget-words.ts'
import { withdrawRecording } from './withdraw-recording.ts'

/** What was measured of a person's voice and lips. */
const NOT_MEASURED = { pitch_hz: null, voice_match: null, quality: null } as const

const SERVICE: Acting = { actor: 'service', personId: null }

/** Withdrawals and ended consents in PostgreSQL. */
export function createTwinRemovals(db: Db): TwinRemovals {
  return {
    withdraw: (twinId, who, keepsVideos) =>
      db.transaction().execute((transaction) => withdraw(transaction, twinId, who, keepsVideos)),

    withdrawRecording: (recordingId, who, keepsVideos) =>
      db
        .transaction()
        .execute((transaction) =>
          withdrawRecording(transaction, withdraw, { recordingId, who, keepsVideos }),
        ),

    pending: (twinId) => pending(db, twinId),

    async destroyKey(twinId) {
      await db
        .updateTable('twins')
        .set({ data_key: null })
        .where('id', '=', twinId)
        .where('state', 'in', ['withdrawn', 'expired'])
        .execute()
    },

    removed: (twinId) => removed(db, twinId),

    expireDue: () => expireDue(db),

    async unremoved(limit) {
      const rows = await db
        .selectFrom('twins')
        .select(['id', 'account_id'])
        .where('state', 'in', ['withdrawn', 'expired'])
        .where('removed_at', 'is', null)
        .where(({ not, or, eb }) => or([eb('state', '=', 'withdrawn'), not(isStillDrawn)]))
        .orderBy('withdrawn_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ accountId: row.account_id, twinId: row.id }))
    },
  }
}

/** Nothing of it is left: what was measured goes with the rest. */
function removed(db: Db, twinId: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const done = await transaction
      .updateTable('twins')
      .set({ removed_at: sql`clock_timestamp()`, data_key: null, look: null, ...NOT_MEASURED })
      .where('id', '=', twinId)
      .where('state', 'in', ['withdrawn', 'expired'])
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!done) return
    await transaction
      .deleteFrom('twin_take_chunks')
      .where('take_id', 'in', (query) =>
        query.selectFrom('twin_takes').select('id').where('twin_id', '=', twinId),
      )
      .execute()
    // By its size and hash a film would be known again; the record of the consent has the hashes that are proof.
    await transaction
      .updateTable('twin_takes')
      .set({
        status: 'replaced',
        forgotten_at: sql`coalesce(forgotten_at, clock_timestamp())`,
        chunks: 0,
        size_bytes: 0,
        sha256: null,
        checks: '[]',
        seconds: null,
        sound_late_seconds: null,
      })
      .where('twin_id', '=', twinId)
      .execute()
    await noteEvent(transaction, twinId, 'removed', SERVICE)
    // Where nobody has agreed to a twin, there is no record that the name belongs to.
    await forgetName(transaction, twinId)
  })
}

/** Videos that began before a renewal are drawn to their end from what was there then. */
const isStillDrawn = sql<boolean>`exists (
  select from videos v where v.twin_id = twins.renews_id and v.account_id = twins.account_id
    and v.status in ('queued', 'rendering') and v.deleted_at is null and v.created_at < twins.replaced_at)`

async function withdraw(db: Db, id: string, who: Acting, keepsVideos: boolean): Promise<Twin | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(renews_id, id) as id from twins where id = ${id}`.execute(db)
  const twinId = rows[0]?.id ?? id
  const before = await db
    .selectFrom('twins')
    .select(['state', 'keeps_videos', 'removed_at'])
    .where('id', '=', twinId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return null
  const isFirst = before.state !== 'withdrawn'
  // What was to be deleted once stays so: deleting cannot be taken back, and nobody overrules the subject.
  const keeps = keepsVideos && before.keeps_videos !== false
  const hasNews = isFirst || keeps !== before.keeps_videos
  if (hasNews) {
    const renewals = await db.selectFrom('twins').select('id').where('renews_id', '=', twinId).execute()
    const family = [twinId, ...renewals.map((renewal) => renewal.id)]
    await db
      .updateTable('twins')
      .set({
        state: 'withdrawn',
        withdrawn_at: sql`coalesce(withdrawn_at, clock_timestamp())`,
        keeps_videos: keeps,
        // Nothing of it is readable from here on, whenever the files themselves go.
        data_key: null,
        look: null,
        failure: null,
        removed_at: null,
      })
      .where('id', 'in', family)
      .execute()
    await db
      .updateTable('twin_recordings')
      .set({ ended_at: sql`clock_timestamp()` })
      .where('twin_id', 'in', family)
      .where('ended_at', 'is', null)
      .execute()
    await noteEvent(db, twinId, 'withdrawn', who, { keeps_videos: keeps })
  }
  const row = await db
    .selectFrom('twins')
    .select(twinColumns)
    .where('id', '=', twinId)
    .executeTakeFirstOrThrow()
  return toTwin(row)
}

async function pending(db: Db, twinId: string): Promise<TwinRemoval | null> {
  const twin = await db
    .selectFrom('twins')
    .select(['account_id', 'state', 'object_folder', 'keeps_videos'])
    .where('id', '=', twinId)
    .where('state', 'in', ['withdrawn', 'expired'])
    .executeTakeFirst()
  if (!twin) return null
  const videos = await db
    .selectFrom('videos')
    .select(['id', 'status', 'workflow_id'])
    .where('account_id', '=', twin.account_id)
    .where('twin_id', '=', twinId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const deletesVideos = twin.state === 'withdrawn' && twin.keeps_videos === false
  return {
    accountId: twin.account_id,
    twinId,
    folder: twin.object_folder,
    unfinishedVideos: videos
      .filter(({ status }) => ['queued', 'rendering'].includes(status))
      .map((row) => ({ videoId: row.id, workflowId: row.workflow_id })),
    videoIds: deletesVideos ? videos.filter(({ status }) => status === 'ready').map(({ id }) => id) : [],
  }
}

/** Builds that run when a consent ends find that their twin is gone. */
async function expireDue(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .updateTable('twins')
      .set({ state: 'expired' })
      .where('state', 'in', ['building', 'review', 'ready'])
      .where('expires_at', '<=', sql<Date>`statement_timestamp()`)
      .returning('id')
      .execute()
    for (const { id } of due) await noteEvent(transaction, id, 'expired', SERVICE)
    return due.length
  })
}
