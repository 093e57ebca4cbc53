import { sql } from 'kysely'

import { PASSCODE_TRIES } from '../../domain/twin/twin-recording.ts'
import type { TwinState } from '../../domain/twin/twin.ts'
import type { Passcode, Recording } from '../../domain/twin/twin-recording.ts'
import type { SecretBox } from '../../ports/process/secret-box.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { Db } from '../database.ts'
import { lastWords, toPasscode } from './twin-words.ts'
import { sealedDataKey } from './twin-keys.ts'
import { createRecordingLinks } from './recording-links.ts'
import { currentState } from './twin-rows.ts'
import { endRecordings, findRecording } from './recording-rows.ts'
import { newFolder } from './twins.ts'
import { lockAccount } from './twin-use.ts'

/** Recordings of twins in PostgreSQL. */
export function createTwinRecordings(db: Db, box: SecretBox): TwinRecordings {
  return {
    start: (recording, mostOpen, from) =>
      db.transaction().execute(async (transaction) => {
        if (!(await hasRoom(transaction, recording, mostOpen))) return 'no room'
        return start(transaction, box, recording, from)
      }),

    ...createRecordingLinks(db),

    drawWords: (recordingId, passcode) =>
      db.transaction().execute((transaction) => drawWords(transaction, recordingId, passcode)),

    async readWords(recordingId, takeId) {
      const row = await db
        .selectFrom('twin_passcodes')
        .selectAll()
        .where('recording_id', '=', recordingId)
        .where('take_id', '=', takeId)
        .executeTakeFirst()
      return row?.used_at ? { ...toPasscode(row), usedAt: row.used_at } : null
    },

    async words(recordingId) {
      const last = await lastWords(db, recordingId)
      return { triesUsed: last?.try ?? 0, open: last?.open ? toPasscode(last.open) : null }
    },
  }
}

/** The account is locked: of many that start at a time, no more than there is room for get in. */
async function hasRoom(
  db: Db,
  { accountId, twinId }: Parameters<TwinRecordings['start']>[0],
  mostOpen: number,
): Promise<boolean> {
  await lockAccount(db, accountId)
  const { open } = await db
    .selectFrom('twin_recordings')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('account_id', '=', accountId)
    .where('twin_id', '<>', twinId)
    .where('ended_at', 'is', null)
    .where('records_until', '>', sql<Date>`statement_timestamp()`)
    .executeTakeFirstOrThrow()
  return Number(open) < mostOpen
}

/**
 * The twin's row is locked: of two that start at a time, the later one's recording is the open one, and a twin that was
 * withdrawn a moment ago stays so.
 */
async function start(
  db: Db,
  box: SecretBox,
  {
    id,
    twinId,
    accountId,
    tokenHash,
    personId,
    startedBy,
    recordsUntil,
  }: Parameters<TwinRecordings['start']>[0],
  from: readonly TwinState[],
): Promise<Recording | 'not recordable'> {
  const twin = await db
    .selectFrom('twins')
    .select(['object_folder', 'data_key', 'deleted_at'])
    .select(currentState.as('state'))
    .where('id', '=', twinId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (twin.deleted_at !== null || !from.includes(twin.state)) return 'not recordable'
  await endRecordings(db, twinId)
  // What one person has recorded is nobody else's to watch or to agree with.
  await db
    .updateTable('twin_takes')
    .set({ status: 'replaced' })
    .where('twin_id', '=', twinId)
    .where('status', '<>', 'replaced')
    .execute()
  const folder = newFolder()
  await db
    .updateTable('twins')
    .set({
      state: 'recording',
      failure: null,
      progress: 0,
      expires_at: null,
      removed_at: null,
      // What an ended consent left was removed with its key.
      ...(twin.data_key === null && { object_folder: folder, data_key: sealedDataKey(box, folder) }),
    })
    .where('id', '=', twinId)
    .execute()
  await db
    .insertInto('twin_recordings')
    .values({
      id,
      twin_id: twinId,
      account_id: accountId,
      token_hash: tokenHash,
      person_id: personId,
      started_by: startedBy,
      records_until: recordsUntil,
    })
    .execute()
  return (await findRecording(db, id))!
}

async function drawWords(
  db: Db,
  recordingId: string,
  { id, words, statement, statementVersion, expiresAt }: Parameters<TwinRecordings['drawWords']>[1],
): Promise<Passcode | null> {
  // Two pages that ask at a time get two tries, one after the other.
  await db.selectFrom('twin_recordings').select('id').where('id', '=', recordingId).forUpdate().execute()
  const { used } = await db
    .selectFrom('twin_passcodes')
    .select(({ fn }) => fn.countAll<string>().as('used'))
    .where('recording_id', '=', recordingId)
    .executeTakeFirstOrThrow()
  if (Number(used) >= PASSCODE_TRIES) return null
  const row = await db
    .insertInto('twin_passcodes')
    .values({
      id,
      recording_id: recordingId,
      try: Number(used) + 1,
      words: [...words],
      statement,
      statement_version: statementVersion,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPasscode(row)
}
