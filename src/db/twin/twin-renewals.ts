import { sql } from 'kysely'
import type { UpdateObject } from 'kysely'

import type { Db } from '../database.ts'
import type { DB } from '../schema.ts'

/** Locks the twin that another renews. Before its renewal, as a withdrawal does, so that neither waits for the other. */
export async function lockRenewed(db: Db, renewalId: string): Promise<void> {
  const renewed = db.selectFrom('twins').select('renews_id').where('id', '=', renewalId)
  await db.selectFrom('twins').select('id').where('id', '=', renewed).forUpdate().execute()
}

/** Whether a renewal has taken the place of its twin. */
export async function hasTakenPlace(db: Db, renewalId: string): Promise<boolean> {
  const query = db.selectFrom('twins').select('id').where('id', '=', renewalId)
  return (await query.where('replaced_at', 'is not', null).executeTakeFirst()) !== undefined
}

/**
 * A renewal takes the place of its twin, which keeps its id, name, voice and switch. What the twin was drawn from goes to
 * the row of the renewal, where videos that began before find it until it is removed. False when the twin is gone.
 *
 * @param built what a twin that is ready has, with the files of the renewal.
 */
export async function takePlace(
  db: Db,
  { renewalId, twinId }: { readonly renewalId: string; readonly twinId: string },
  built: UpdateObject<DB, 'twins'>,
): Promise<boolean> {
  const files = ['object_folder', 'data_key', 'look', 'expires_at'] as const
  const renewed = await db
    .selectFrom('twins')
    .select(files)
    .where('id', '=', twinId)
    .where('state', 'in', ['ready', 'expired'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!renewed) return false
  const renewal = await db
    .selectFrom('twins')
    .select(files)
    .where('id', '=', renewalId)
    .executeTakeFirstOrThrow()
  const set = (id: string, values: UpdateObject<DB, 'twins'>) =>
    db.updateTable('twins').set(values).where('id', '=', id).execute()
  const { object_folder, data_key, expires_at } = renewal
  // Two rows never have one folder.
  await set(renewalId, { object_folder: null, data_key: null })
  await set(twinId, { ...built, object_folder, data_key, expires_at, removed_at: null })
  await set(renewalId, {
    ...renewed,
    look: renewed.look === null ? null : JSON.stringify(renewed.look),
    state: 'expired',
    replaced_at: sql<Date>`clock_timestamp()`,
    removed_at: null,
  })
  await moveRecording(db, renewalId, twinId)
  return true
}

/** Takes go where their films went; whoever has a link of the renewal sees and withdraws the twin with it. */
async function moveRecording(db: Db, renewalId: string, twinId: string): Promise<void> {
  const recorded = await db.selectFrom('twin_takes').select('id').where('twin_id', '=', renewalId).execute()
  await db
    .updateTable('twin_takes')
    .set({ twin_id: renewalId, status: 'replaced' })
    .where('twin_id', '=', twinId)
    .execute()
  await db
    .updateTable('twin_takes')
    .set({ twin_id: twinId })
    .where(
      'id',
      'in',
      recorded.map(({ id }) => id),
    )
    .execute()
  await db
    .updateTable('twin_recordings')
    .set({ twin_id: twinId, ended_at: sql`coalesce(ended_at, clock_timestamp())` })
    .where('twin_id', '=', renewalId)
    .execute()
}
