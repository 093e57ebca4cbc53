import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Lack, ProcessState } from '../domain/health/needs.ts'
import type { Clock } from '../ports/process/clock.ts'
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
] as const

/** A lack as it is written down: for how long, as clocks of machines may be minutes apart. */
type WrittenLack = Omit<Lack, 'since'> & { readonly seconds: number }

/**
 * What the processes of the service told of themselves, in PostgreSQL.
 *
 * @param clock of this process. What others tell is told anew by it: how long ago is counted by the database.
 */
export function createProcessStates(db: Db, clock: Clock): ProcessStates {
  return {
    async note({ id, name, role, version, buildId, queues, speechEngine, lacks, startedAt }) {
      const now = sql<Date>`clock_timestamp()`
      const written = lacks.map(({ since, ...lack }): WrittenLack => ({
        ...lack,
        seconds: secondsSince(since, clock()),
      }))
      const changing = { lacks: JSON.stringify(written), seen_at: now }
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
        .select(sql<number>`extract(epoch from clock_timestamp() - seen_at)::float8`.as('seen_seconds_ago'))
        .where('seen_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
        .orderBy('started_at')
        .execute()
      return rows.map((row) => toState(row, clock()))
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

type SeenRow = Pick<Selectable<ProcessRow>, (typeof processColumns)[number]> & {
  readonly seen_seconds_ago: number
}

function toState(row: SeenRow, now: Date): ProcessState {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    version: row.version,
    buildId: row.build_id,
    queues: row.queues,
    speechEngine: row.speech_engine,
    lacks: (row.lacks as unknown as WrittenLack[]).map(({ seconds, ...lack }) => ({
      ...lack,
      since: ago(row.seen_seconds_ago + seconds),
    })),
    startedAt: row.started_at,
    seenAt: ago(row.seen_seconds_ago),
  }
}

function secondsSince(since: Date, now: Date): number {
  return Math.max(0, (now.getTime() - since.getTime()) / 1_000)
}
