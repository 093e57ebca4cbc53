import { explainConnection } from '../../db/connection-problem.ts'
import { isReachable, openDatabase } from '../../db/database.ts'
import type { Db } from '../../db/database.ts'
import { expectMigrated } from '../../db/migrations-there.ts'
import { limitsNotInForce } from '../../db/time-limits.ts'
import type { ConfigurationFinding } from '../../domain/health/operations.ts'
import type { Parts } from '../parts.ts'
import { good } from '../process-findings.ts'

/** The database, its schema and the keys that its rows need. What needs what failed before is not looked at. */
export async function databaseFindings(parts: Parts): Promise<ConfigurationFinding[]> {
  const { config, surroundings, own, administration } = parts
  const { databaseUrl, log } = surroundings
  const found = [await connection(own.db, databaseUrl)]
  const { databaseDirectUrl } = config
  if (databaseDirectUrl !== null) {
    const direct = openDatabase(databaseDirectUrl, log, { poolSize: 1 })
    found.push({ ...(await connection(direct, databaseDirectUrl)), topic: 'Database, direct' })
    await direct.destroy()
  }
  if (found[0]?.verdict === 'problem') return found
  if (config.databasePooler !== null) found.push(await poolerLimits(own.db))
  const migrations = await schema(own.db)
  found.push(migrations)
  if (migrations.verdict !== 'problem') found.push(await masterKeys(administration.secrets))
  return found
}

async function connection(db: Db, url: string): Promise<ConfigurationFinding> {
  const topic = 'Database'
  const { host, pathname, username } = new URL(url)
  try {
    await isReachable(db)
    return good(topic, `PostgreSQL at ${host}${pathname} answers ${decodeURIComponent(username)}.`)
  } catch (error) {
    return {
      topic,
      verdict: 'problem',
      says: textOf(explainConnection(error, url)),
      remedy: 'Start PostgreSQL, let this machine reach it, or correct the address (docs/database.md).',
    }
  }
}

/** Behind a pooler, sessions begin with the limits of their role, or have none. */
async function poolerLimits(db: Db): Promise<ConfigurationFinding> {
  const topic = 'Pooler'
  const missing = await limitsNotInForce(db)
  if (missing.length === 0) return good(topic, 'Transactions are lent connections that have limits of time.')
  return {
    topic,
    verdict: 'problem',
    says: `Connections have no ${missing.join(', ')}.`,
    remedy: 'Run node dist/migrate.js, then RECONNECT in the console of the pooler (docs/database.md).',
  }
}

async function schema(db: Db): Promise<ConfigurationFinding> {
  const topic = 'Migrations'
  try {
    await expectMigrated(db)
    return good(topic, 'All migrations of this release have been applied.')
  } catch (error) {
    return {
      topic,
      verdict: 'problem',
      says: textOf(error),
      remedy: 'Run node dist/migrate.js of this release, as the owner of the tables.',
    }
  }
}

/** Asked without noting anything: a process that starts notes its key as in use. */
async function masterKeys({ statuses }: Parts['administration']['secrets']): Promise<ConfigurationFinding> {
  const topic = 'Master keys'
  const all = await statuses()
  const missing = all.filter(({ role }) => role === 'missing').map(({ id }) => id)
  const given = all.filter(({ role }) => role !== 'missing').map(({ id }) => id)
  if (missing.length === 0) return good(topic, `Everything that is stored opens with ${given.join(', ')}.`)
  return {
    topic,
    verdict: 'problem',
    says: `Stored data needs the master key ${missing.join(' and ')}; this process has ${given.join(' and ')}.`,
    remedy: 'Set MASTER_KEY to the same keys in every process (docs/secrets.md).',
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
