import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import { z } from 'zod'

import type { PostgresInstance } from './postmaster.ts'
import type { Progress } from '../process/progress.ts'
import type { CommandUser } from '../process/run-command.ts'

import { freePort } from './free-port.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { canEnter, postgresUser } from './postgres-user.ts'
import { clusterFolder, halt, launch, runningServer, runProgram, serverLog } from './postmaster.ts'
import { lastLines } from '../process/run-command.ts'
import { readStateFile, writeStateFile } from '../process/state-file.ts'
import { intoPlace } from '../process/whole-file.ts'

const NAME = 'presenter'
/** Where root keeps a database whose own folder lies behind a closed one, such as root's home. */
const OPEN_ROOT = '/var/lib/presenter-video-api'
/** Ports to try: between asking for a free one and taking it, another program can be faster. */
const PORT_ATTEMPTS = 5
/** A server that runs but does not answer is recovering from a crash: minutes only on a huge log. */
const ADOPTION_PATIENCE_MS = 60_000
/** Nothing is safe on disk, and all is faster: for data that nobody will miss. */
const SCRATCH_SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

const PostgresState = z.object({ port: z.number() })

/** Options for the embedded PostgreSQL. */
export interface PostgresOptions {
  /** Folder of the service's data; PostgreSQL's is `postgres` below it, made when missing. */
  readonly dataDir: string
  readonly progress: Progress
  /** For tests: fast, and lost with the machine's power. */
  readonly scratch?: boolean
}

/** A running PostgreSQL with the service's database. */
export interface RunningPostgres {
  readonly url: string
  /** Whether it was already running, started by another program or by an earlier start of this one. */
  readonly adopted: boolean
  /** Stops the server, even an adopted one. Resolves when its data is on disk. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL, or adopts the one that already runs on the same data.
 *
 * Recovers by itself after a kill or a power cut. The server listens on 127.0.0.1 only, has a random
 * password, keeps its port over restarts while it is free, and outlives a Ctrl-C and a kill of this
 * process: whoever starts it has to stop it.
 * @throws when no PostgreSQL can run here; the message says what to do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const step = options.progress.step('PostgreSQL')
  try {
    const instance = await prepareInstance(options.dataDir)
    if (!existsSync(clusterFolder(instance))) {
      step.update('creating the database')
      await makeCluster(instance, options.scratch === true)
    }
    const adoptedPort = await adoptablePort(instance, step.update)
    const port = adoptedPort ?? (await launchOnFreePort(instance, options.scratch === true))
    const url = await databaseUrl(instance, port)
    await ensureDatabase(await databaseUrl(instance, port, 'postgres'))
    const adopted = adoptedPort !== null
    step.done(`${adopted ? 'using the running server on ' : ''}port ${port}, data in ${instance.home}`)
    return { url, adopted, stop: () => halt(instance) }
  } catch (error) {
    step.fail('did not start')
    throw error
  }
}

/** Finds user, programs and folder; after this the folder exists and belongs to the user. */
async function prepareInstance(dataDir: string): Promise<PostgresInstance> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const user = await postgresUser(join(dataDir, 'postgres'))
  const home = await prepareHome(dataDir, user)
  return { user, home, binaries: await postgresBinaries(user, OPEN_ROOT) }
}

async function prepareHome(dataDir: string, user: CommandUser | undefined): Promise<string> {
  const wanted = join(dataDir, 'postgres')
  const known = existsSync(wanted) ? await realpath(wanted) : null
  if (known !== null && known !== join(await realpath(dataDir), 'postgres')) return known
  const canReach = await letPass(user, dataDir)
  if (known !== null) return known
  if (canReach) return await makeHome(wanted, user)
  const dataDirName = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  await mkdir(OPEN_ROOT, { recursive: true })
  const home = await makeHome(join(OPEN_ROOT, dataDirName), user)
  await symlink(home, wanted)
  return home
}

/**
 * Lets the user whom root's database runs as pass through the data directory to its own folder, and no other user;
 * not even this one can list the directory.
 *
 * @returns whether the user gets there: a closed folder further up may keep it out, and the directory stays closed.
 */
async function letPass(user: CommandUser | undefined, dataDir: string): Promise<boolean> {
  if (user === undefined || (await canEnter(user, dataDir))) return true
  const { uid, gid, mode } = await stat(dataDir)
  await chown(dataDir, uid, user.gid)
  await chmod(dataDir, (mode & 0o700) | 0o010)
  if (await canEnter(user, dataDir)) return true
  await chown(dataDir, uid, gid)
  await chmod(dataDir, mode & 0o777)
  return false
}

async function makeHome(home: string, user: CommandUser | undefined): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  if (user !== undefined) await chown(home, user.uid, user.gid)
  return await realpath(home)
}

/** Made beside its place and then moved there: an interrupted attempt leaves no half cluster. */
async function makeCluster(instance: PostgresInstance, scratch: boolean): Promise<void> {
  const { home, user, binaries } = instance
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user !== undefined) await chown(passwordFile, user.uid, user.gid)
  // The built-in locale sorts alike on every system and version, so that no index goes bad on a move.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  const access = ['-U', NAME, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
  const speed = scratch ? ['--no-sync'] : []
  const make = async (folder: string): Promise<void> => {
    const made = await runProgram(instance, binaries.initdb, ['-D', folder, ...access, ...locale, ...speed])
    if (made.ok) return
    throw new Error(
      `PostgreSQL could not create its database in ${home} (${made.end}). To use your own PostgreSQL, set ` +
        `DATABASE_URL. The last output was:\n${lastLines(made.output)}`,
    )
  }
  await intoPlace(clusterFolder(instance), make, join(home, 'data.new'))
}

/** Port of a server of ours that already runs and answers, or null when none runs. */
async function adoptablePort(
  instance: PostgresInstance,
  tell: (news: string) => void,
): Promise<number | null> {
  const deadline = Date.now() + ADOPTION_PATIENCE_MS
  for (;;) {
    const running = await runningServer(instance)
    if (running === null) return null
    const problem = await serverProblem(instance, running.port)
    if (problem === null) return running.port
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL server (process ${running.pid}) is running on ${instance.home}, but it ${problem}.`,
      )
    }
    tell('waiting for the server that is already running')
    await delay(200)
  }
}

/** Null when the server on the port answers and serves this very cluster. */
async function serverProblem(instance: PostgresInstance, port: number): Promise<string | null> {
  if (!(port > 0)) return 'has not opened its port'
  try {
    const rows = await query(await databaseUrl(instance, port, 'postgres'), 'show data_directory')
    const folder = String(rows[0]?.['data_directory'])
    return folder === clusterFolder(instance) ? null : `serves ${folder}`
  } catch (error) {
    return `does not respond (${error instanceof Error ? error.message : String(error)})`
  }
}

async function launchOnFreePort(instance: PostgresInstance, scratch: boolean): Promise<number> {
  const stateFile = join(instance.home, 'state.json')
  let preferred = (await readStateFile(stateFile, PostgresState))?.port
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(preferred)
    const launched = await launch(instance, port, scratch ? SCRATCH_SETTINGS : [])
    if (launched.ok) {
      await writeStateFile(stateFile, { port })
      return port
    }
    const log = lastLines(await readFile(serverLog(instance), 'utf8').catch(() => launched.output))
    if (attempt === PORT_ATTEMPTS || !/could not (bind|create any TCP)/u.test(log)) {
      throw new Error(`PostgreSQL did not start; ${serverLog(instance)} ends with:\n${log}`)
    }
    preferred = undefined
  }
}

async function databaseUrl(instance: PostgresInstance, port: number, database = NAME): Promise<string> {
  const password = (await readFile(join(instance.home, 'password'), 'utf8')).trim()
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  const found = await query(maintenanceUrl, `select from pg_database where datname = '${NAME}'`)
  if (found.length === 0) await query(maintenanceUrl, `create database ${NAME}`)
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A server that dies while the connection is open must not end this process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
