import { problem } from '../../domain/error/errors.ts'
import { actorOf, PASSCODE_MINUTES } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording, Passcode } from '../../domain/twin/twin-recording.ts'
import { consentStatement, PASSWORDS, STATEMENT_VERSION } from '../../domain/twin/twin-script.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { TwinRecords } from '../../ports/twin/twin-records.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import { requireOpen } from './open-recording.ts'

/** Stores, and the source of words that nobody can foresee. */
export interface DrawWordsPorts {
  readonly twins: Pick<Twins, 'find'>
  readonly twinRecordings: Pick<TwinRecordings, 'drawWords'>
  readonly twinRecords: Pick<TwinRecords, 'note'>
  /** Words that sound distinct, by a secure random source. */
  readonly drawWords: (count: number) => readonly string[]
  readonly newId: NewId
  readonly clock: Clock
}

/** Words for one try, with the statement that they are read in; null when all tries of the recording were used. */
export type DrawWords = (recording: OpenedRecording) => Promise<Passcode | null>

/** Drawing the words of the consent statement: new ones for every try, so that no recording of them can exist. */
export function makeDrawWords(ports: DrawWordsPorts): DrawWords {
  const { twins, twinRecordings, twinRecords, drawWords, newId, clock } = ports
  return async (recording) => {
    const { id, accountId, twinId } = requireOpen(recording, clock)
    const twin = await twins.find(accountId, twinId)
    if (twin === null) throw problem('not_found')
    const words = drawWords(PASSWORDS)
    const passcode = await twinRecordings.drawWords(id, {
      id: newId('psc'),
      words,
      statement: consentStatement(twin.name, words),
      statementVersion: STATEMENT_VERSION,
      expiresAt: new Date(clock().getTime() + PASSCODE_MINUTES * 60_000),
    })
    if (passcode) await twinRecords.note(twinId, 'words_drawn', actorOf(recording), { try: passcode.try })
    return passcode
  }
}
