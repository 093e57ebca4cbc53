import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { startPostgres } from '../../../src/embedded/postgres.ts'
import { SILENT_PROGRESS } from '../../../src/process/progress.ts'

/** A PostgreSQL of its own that keeps what it has committed, and has what befalls databases befall it. */
export interface MortalPostgres {
  readonly url: string
  /**
   * Ends it without a word and starts it again on the same port, as when a standby takes over: every connection is reset,
   * and unlogged tables are empty.
   */
  failOver(): Promise<void>
  /** Ends it without a word; resolves when nothing answers any more. */
  goDown(): Promise<void>
  /** Starts it again on the same port, with what it had committed. */
  comeBack(): Promise<void>
  /** Remembers the database as it is now. Every connection is reset. */
  backUp(): Promise<void>
  /** Makes the database what it was at the back-up. Every connection is reset. */
  restore(): Promise<void>
  stop(): Promise<void>
}

const BACKUP = 'as_it_was'

/** Starts it. Stop it in `afterAll`. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'presenter-mortal-'))
  await chmod(dataDir, 0o755)
  const start = () => startPostgres({ dataDir, progress: SILENT_PROGRESS })
  let postgres = await start()
  const name = new URL(postgres.url).pathname.slice(1)

  /** Runs statements from another database while nobody is connected to the service's. */
  async function aside(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url.replace(/\/\w+$/u, '/postgres') })
    await client.connect()
    try {
      await client.query(`alter database ${name} allow_connections false`)
      await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
        name,
      ])
      for (const statement of statements) await client.query(statement)
      await client.query(`alter database ${name} allow_connections true`)
    } finally {
      await client.end()
    }
  }

  async function goDown(): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: string }>(
      `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
    )
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    process.kill(Number(rows[0]!.pid), 'SIGQUIT')
    await ended
    await postgres.stop()
  }

  return {
    url: postgres.url,
    async failOver() {
      await goDown()
      postgres = await start()
    },
    goDown,
    async comeBack() {
      postgres = await start()
    },
    backUp: () => aside(`create database ${BACKUP} template ${name}`),
    restore: () => aside(`drop database ${name}`, `alter database ${BACKUP} rename to ${name}`),
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
