/**
 * A program of its own that runs one real server for the tests: `postgres` or `temporal`.
 *
 * Prints one line of JSON, the server's address, and serves until its stdin closes. So the server ends
 * with the test run in whatever way that ends, a kill included, and leaves nothing behind.
 *
 * Arguments: the server, and for `temporal` its executable.
 */
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { startPostgres } from '../../../src/embedded/postgres.ts'
import { SILENT_PROGRESS } from '../../../src/process/progress.ts'
import { startTemporal } from '../../../src/embedded/temporal-server.ts'

const [kind, executable = 'temporal'] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'presenter-tests-'))
// PostgreSQL may run as another user, who has to get in.
await chmod(dataDir, 0o755)

/** Each service has pools of its own, and several files run at a time. A pooler keeps connections of each test's database for ten minutes. */
const CONNECTIONS = process.env['TEST_POOLER'] === undefined ? 400 : 1_000

/** Not the usual ones: those belong to the service that a developer may start meanwhile. */
const ANY_PORTS = { grpc: 0, ui: 0 }

const options = { dataDir, progress: SILENT_PROGRESS, scratch: true }
try {
  const server = await start()
  try {
    process.stdout.write(`${JSON.stringify(server.address)}\n`)
    await once(process.stdin.resume(), 'close')
  } finally {
    await server.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function start(): Promise<{ address: string; stop: () => Promise<void> }> {
  if (kind === 'temporal') return await startTemporal({ ...options, executable, ports: ANY_PORTS })
  const postgres = await startPostgres(options)
  await allowConnections(postgres.url, CONNECTIONS)
  await postgres.stop()
  const { url, stop } = await startPostgres(options)
  return { address: url, stop }
}

async function allowConnections(url: string, most: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`alter system set max_connections = ${most}`)
  await client.end()
}
