import { sql } from 'kysely'

import { MACHINE_FAULTS } from '../../domain/twin/twin-failure.ts'
import type { Take, TakeCheck, TakePart } from '../../domain/twin/twin-take.ts'
import type { TwinState } from '../../domain/twin/twin.ts'
import type { BuildMaterial, BuiltTwin, ReviewDecision, TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { TwinTakes } from '../../ports/twin/twin-takes.ts'
import type { Acting } from '../../ports/twin/twins.ts'
import type { Db } from '../database.ts'
import { noteEvent } from './note-event.ts'
import { hasTakenPlace, lockRenewed, takePlace } from './twin-renewals.ts'
import { allFilms, lookColumn, voiceColumns } from './twin-rows.ts'

const SERVICE: Acting = { actor: 'service', personId: null }

/** What workflows do to twins, in PostgreSQL. */
export function createTwinBuilds(db: Db, takes: Pick<TwinTakes, 'list'>): TwinBuilds {
  return {
    async material(twinId) {
      const twin = await db
        .selectFrom('twins')
        .select(['account_id', 'name', 'object_folder', 'renews_id'])
        .where('id', '=', twinId)
        .where('state', 'in', ['building', 'review'])
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!twin?.object_folder) return null
      const accepted = (await takes.list(twinId)).filter(({ status }) => status === 'accepted')
      const byPart = Object.fromEntries(accepted.map((take) => [take.part, take]))
      return {
        accountId: twin.account_id,
        twinId,
        name: twin.name,
        folder: twin.object_folder,
        takes: byPart as Partial<Record<TakePart, Take>>,
        renewed: twin.renews_id === null ? null : await consentFilm(db, takes, twin.renews_id),
      }
    },

    async recordProgress(twinId, progress) {
      await db
        .updateTable('twins')
        .set({ progress: sql`greatest(progress, ${progress})` })
        .where('id', '=', twinId)
        .where('state', 'in', ['building', 'review'])
        .execute()
    },

    askForReview: (twinId, findings) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await ofStates(transaction, twinId, ['building'])
          .set({ state: 'review' })
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await noteEvent(transaction, twinId, 'review_asked', SERVICE, findings)
        return numUpdatedRows > 0n || (await isIn(transaction, twinId, 'review'))
      }),

    reviewDecision: (twinId) => reviewDecision(db, twinId),
    async underWay(limit) {
      const rows = await db
        .selectFrom('twins')
        .select(['id', 'account_id'])
        .where('state', 'in', ['building', 'review'])
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ accountId: row.account_id, twinId: row.id }))
    },

    ...endsOf(db),
  }
}

/** The film of the consent that a twin has. */
async function consentFilm(
  db: Db,
  takes: Pick<TwinTakes, 'list'>,
  twinId: string,
): Promise<BuildMaterial['renewed']> {
  const query = db.selectFrom('twins').select('object_folder').where('id', '=', twinId)
  const folder = (await query.where('data_key', 'is not', null).executeTakeFirst())?.object_folder
  const film = (await takes.list(twinId)).findLast(
    ({ part, status, hasFilm }) => part === 'consent' && status === 'accepted' && hasFilm,
  )
  return folder && film ? { twinId, folder, takeId: film.id } : null
}

function endsOf(db: Db): Pick<TwinBuilds, 'publish' | 'fail' | 'retry'> {
  return {
    retry: (twinId, who) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await ofStates(transaction, twinId, ['failed'])
          .set({ state: 'building', failure: null, progress: 0 })
          .where(sql<string>`failure ->> 'code'`, 'in', MACHINE_FAULTS)
          .where('expires_at', '>', sql<Date>`clock_timestamp()`)
          .where(allFilms, 'is', true)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await noteEvent(transaction, twinId, 'build_retried', who)
        return numUpdatedRows > 0n || (await isIn(transaction, twinId, 'building'))
      }),

    publish: (twinId, built) =>
      db.transaction().execute((transaction) => publish(transaction, twinId, built)),

    fail: (twinId, failure) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await ofStates(transaction, twinId, ['building', 'review'])
          .set({ state: 'failed', failure: JSON.stringify(failure) })
          .executeTakeFirst()
        if (numUpdatedRows > 0n) {
          if (failure.part !== null) {
            await refuseTake(transaction, twinId, failure.part, failure.message)
            await reopenRecording(transaction, twinId)
          }
          await noteEvent(transaction, twinId, 'failed', SERVICE, { code: failure.code, part: failure.part })
        }
        return numUpdatedRows > 0n || (await isIn(transaction, twinId, 'failed'))
      }),
  }
}

async function publish(
  db: Db,
  twinId: string,
  { engine, voice, pitchHz, quality }: BuiltTwin,
): Promise<boolean> {
  await lockRenewed(db, twinId)
  const twin = await db
    .selectFrom('twins')
    .select(['object_folder', 'engine_voice_id', 'renews_id'])
    .where('id', '=', twinId)
    .where('state', 'in', ['building', 'review'])
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!twin?.object_folder) {
    return (await isIn(db, twinId, 'ready')) || hasTakenPlace(db, twinId)
  }
  const { renews_id: renewedId } = twin
  const built = {
    state: 'ready',
    look: lookColumn({ kind: 'footage', engine, folder: twin.object_folder }),
    pitch_hz: pitchHz,
    quality: JSON.stringify(quality),
    progress: 100,
    ready_at: sql<Date>`clock_timestamp()`,
  }
  if (renewedId !== null) {
    if (!(await takePlace(db, { renewalId: twinId, twinId: renewedId }, built))) return false
    await noteEvent(db, renewedId, 'renewed', SERVICE, { engine, by: twinId })
    return true
  }
  // A voice that was chosen before the twin was built again stays.
  const chosen = twin.engine_voice_id === null && voiceColumns(voice)
  await db
    .updateTable('twins')
    .set({ ...built, ...chosen })
    .where('id', '=', twinId)
    .execute()
  await noteEvent(db, twinId, 'ready', SERVICE, { engine })
  return true
}

/** What was not enough to build from has to be recorded again: as it is, no consent can be given with it. */
async function refuseTake(db: Db, twinId: string, part: TakePart, message: string): Promise<void> {
  const check: TakeCheck = { code: 'build', outcome: 'failed', measured: null, limit: 0, message }
  await db
    .updateTable('twin_takes')
    .set({ status: 'refused', checks: sql`checks || ${JSON.stringify([check])}::jsonb` })
    .where('twin_id', '=', twinId)
    .where('part', '=', part)
    .where('status', '=', 'accepted')
    .execute()
}

/** One part is recorded again by the link that the others were recorded by: they are kept, and so are the words. */
async function reopenRecording(db: Db, twinId: string): Promise<void> {
  await sql`
    update twin_recordings set ended_at = null
    where id = (select c.recording_id from twin_consents c where c.twin_id = ${twinId} order by c.number desc limit 1)
      and not exists (select from twin_recordings r where r.twin_id = ${twinId} and r.ended_at is null)`.execute(
    db,
  )
}

function ofStates(db: Db, twinId: string, states: readonly TwinState[]) {
  return db
    .updateTable('twins')
    .where('id', '=', twinId)
    .where('state', 'in', [...states])
    .where('deleted_at', 'is', null)
}

async function isIn(db: Db, twinId: string, state: TwinState): Promise<boolean> {
  const found = db.selectFrom('twins').select('id').where('id', '=', twinId).where('state', '=', state)
  return (await found.executeTakeFirst()) !== undefined
}

/** Only what was decided after the review was asked for counts: an earlier build may have had one of its own. */
async function reviewDecision(db: Db, twinId: string): Promise<ReviewDecision | null> {
  const last = await db
    .selectFrom('twin_events')
    .select(['kind', 'details'])
    .where('twin_id', '=', twinId)
    .where('kind', 'in', ['review_asked', 'review_approved', 'review_refused'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined || last.kind === 'review_asked') return null
  const { reason = '' } = last.details as { reason?: string }
  return { approved: last.kind === 'review_approved', reason }
}
