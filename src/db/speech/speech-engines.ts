import type { SpeechEngines } from '../../ports/speech/speech-engines.ts'
import type { Db } from '../database.ts'

/** The engines that the installation speaks with, in PostgreSQL. */
export function createSpeechEngines(db: Db): SpeechEngines {
  return {
    async list() {
      const rows = await db.selectFrom('speech_engines').select(['id', 'in_use_from']).execute()
      return rows.map(({ id, in_use_from: inUseFrom }) => ({ id, inUseFrom }))
    },
    async decide(id, decidedBy) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('speech_engines')
        .values({ id, decided_by: decidedBy })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },
  }
}
