import pg from 'pg'

import { isReachable } from './database.ts'
import type { Db } from './database.ts'
import type { PoolWatch } from './pool-watch.ts'

/** Statements take 15 seconds at most, so a pool that is only busy gives a connection long before. */
const STUCK_AFTER_MS = 60_000

const FRESH_DEADLINE_MS = 5_000

const STUCK = 'no connection to the database for a minute, although the database answers'

/**
 * Tells a process whose pool gives no connection for a minute, although a connection beside the pool is answered: only a
 * new start helps it. While the database itself is away, nothing is wrong with the process.
 *
 * @returns why the process cannot go on, in a few words, or null. Answers at once, with what it found out since it was last
 * asked: a liveness probe asks every few seconds and waits one second at most.
 */
export function createStuckPoolCheck(db: Db, databaseUrl: string, watch: PoolWatch): () => string | null {
  let isStuck = false
  let asking = false
  const ask = async (): Promise<void> => {
    const isEmpty = !(await isReachable(db).catch(() => false))
    isStuck = isEmpty && watch.inVainForMs() >= STUCK_AFTER_MS && (await answersBeside(databaseUrl))
  }
  return () => {
    if (watch.inVainForMs() === 0) isStuck = false
    else if (!asking) {
      asking = true
      void ask().finally(() => (asking = false))
    }
    return isStuck ? STUCK : null
  }
}

/** Whether the database answers on a connection that is not of the pool. */
async function answersBeside(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: FRESH_DEADLINE_MS,
    query_timeout: FRESH_DEADLINE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
