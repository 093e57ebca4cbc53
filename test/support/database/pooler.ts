import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import pg from 'pg'

import { freePort } from '../../../src/embedded/free-port.ts'
import { postgresUser } from '../../../src/embedded/postgres-user.ts'

/** PgBouncer in front of PostgreSQL. */
export interface Pooler {
  /** host:port. */
  readonly address: string
  /** The address of a database by way of the pooler. */
  urlOf(databaseUrl: string): string
  /** Ends it without a word; clients are refused until it comes back. */
  goDown(): Promise<void>
  /** Starts it again on the same port. */
  comeBack(): Promise<void>
  stop(): Promise<void>
}

/** Debian keeps it where only root looks. */
const PLACES = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

const START_MS = 10_000

/** The machine's own PgBouncer, or null. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...PLACES]
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null
}

/**
 * Starts PgBouncer with its default settings, except that it lends connections for a transaction, for all databases of a
 * server. It lets everybody in as the server's user.
 *
 * @param more lines of its settings.
 */
export async function startPooler(
  program: string,
  postgresUrl: string,
  more: readonly string[] = [],
): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'presenter-pooler-'))
  const listening = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listening}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    ...more,
  ]
  await writeFile(file, `${settings.join('\n')}\n`)
  // It does not run as root.
  const user = await postgresUser(folder)
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const urlOf = (databaseUrl: string) =>
    Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${listening}` }).href
  const start = async () => {
    const running = launch(program, file, user)
    await untilAnswers(urlOf(postgresUrl), running)
    return running
  }
  let running = await start()
  return {
    address: `127.0.0.1:${listening}`,
    urlOf,
    goDown: () => running.end(),
    async comeBack() {
      running = await start()
    },
    async stop() {
      await running.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A PgBouncer that runs. */
interface RunningPooler {
  /** What it has written so far. */
  said(): string
  end(): Promise<void>
}

/** It ends with this process, in whatever way that ends: then nobody holds the shell's input any more. */
function launch(
  program: string,
  file: string,
  user: { uid: number; gid: number } | undefined,
): RunningPooler {
  const child = spawn('/bin/sh', ['-c', '"$0" "$1" & cat >/dev/null; kill -9 $!; wait', program, file], {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  return {
    said: () => said,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

async function untilAnswers(url: string, { said }: RunningPooler): Promise<void> {
  const deadline = Date.now() + START_MS
  while (!(await answers(url))) {
    if (Date.now() > deadline) throw new Error(`PgBouncer did not start:\n${said()}`)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
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
