import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Lack, ProcessState } from '../domain/health/needs.ts'
import type { ProcessStates } from '../ports/process/needs.ts'
import type { Db } from './database.ts'
import type { Process as ProcessRow } from './schema.ts'

/** A process that was killed leaves its row behind. */
const FORGOTTEN_AFTER_HOURS = 24

const processColumns = [
  'id',
  'name',
  'role',
  'version',
  'build_id',
  'queues',
  'speech_engine',
  'lacks',
  'started_at',
  'seen_at',
] as const

/** What the processes of the service told of themselves, in PostgreSQL. */
export function createProcessStates(db: Db): ProcessStates {
  return {
    async note({ id, name, role, version, buildId, queues, speechEngine, lacks, startedAt }) {
      const now = sql<Date>`clock_timestamp()`
      const changing = { lacks: JSON.stringify(lacks), seen_at: now }
      await db
        .insertInto('processes')
        .values({
          id,
          name,
          role,
          version,
          build_id: buildId,
          queues: [...queues],
          speech_engine: speechEngine,
          started_at: startedAt,
          ...changing,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
        .execute()
    },
    async seenWithin(seconds) {
      const rows = await db
        .selectFrom('processes')
        .select(processColumns)
        .where('seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
        .orderBy('started_at')
        .execute()
      return rows.map(toState)
    },
    async forget(id) {
      await db
        .deleteFrom('processes')
        .where((row) =>
          row.or([
            row('id', '=', id),
            row(
              'seen_at',
              '<',
              sql<Date>`clock_timestamp() - make_interval(hours => ${FORGOTTEN_AFTER_HOURS})`,
            ),
          ]),
        )
        .execute()
    },
  }
}

function toState(row: Pick<Selectable<ProcessRow>, (typeof processColumns)[number]>): ProcessState {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    version: row.version,
    buildId: row.build_id,
    queues: row.queues,
    speechEngine: row.speech_engine,
    lacks: (row.lacks as unknown as (Lack & { since: string })[]).map((lack) => ({
      ...lack,
      since: new Date(lack.since),
    })),
    startedAt: row.started_at,
    seenAt: row.seen_at,
  }
}
