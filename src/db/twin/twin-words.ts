import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Passcode } from '../../domain/twin/twin-recording.ts'
import type { Db } from '../database.ts'
import type { TwinPasscode } from '../schema.ts'

/** The words that were drawn last in a recording; null when none were. */
export interface LastWords {
  /** Their number, and so the tries that were used. */
  readonly try: number
  /** The words, while they can be read. Null from the end of their time, and once a film in which they are read is complete. */
  readonly open: Selectable<TwinPasscode> | null
}

/**
 * The words that were drawn last. A take that was begun and never completed leaves them open, so that a person who
 * stops can start again with the same words until they expire.
 */
export async function lastWords(db: Db, recordingId: string): Promise<LastWords | null> {
  const row = await db
    .selectFrom('twin_passcodes')
    .leftJoin('twin_takes', 'twin_takes.id', 'twin_passcodes.take_id')
    .selectAll('twin_passcodes')
    .select(
      sql<boolean>`twin_passcodes.expires_at > clock_timestamp() and twin_takes.uploaded_at is null`.as(
        'is_open',
      ),
    )
    .where('twin_passcodes.recording_id', '=', recordingId)
    .orderBy('twin_passcodes.try', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { try: row.try, open: row.is_open ? row : null } : null
}

/** The words of a row. */
export function toPasscode(row: Selectable<TwinPasscode>): Passcode {
  return {
    id: row.id,
    try: row.try,
    words: row.words,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    statement: row.statement,
    statementVersion: row.statement_version,
  }
}
