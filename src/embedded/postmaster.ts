import { readFile, readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { PostgresBinaries } from './postgres-binaries.ts'
import type { CommandResult, CommandUser } from '../process/run-command.ts'

import { commandLine, processState } from '../process/process-status.ts'
import { runCommand } from '../process/run-command.ts'

/** A PostgreSQL cluster on disk, with the user and the programs to run it. */
export interface PostgresInstance {
  readonly binaries: PostgresBinaries
  readonly user: CommandUser | undefined
  /** Folder of this service's PostgreSQL; the cluster itself is in `data` below it. */
  readonly home: string
}

/** Long enough for a recovery after a crash on a slow disk; a healthy start takes 0.3 s. */
const START_SECONDS = 60
/** Long enough for the last checkpoint on a slow disk; usual is 0.1 s. */
const STOP_SECONDS = 60
/** How long a killed server may stay a zombie before its lock file is taken away from it. */
const ZOMBIE_PATIENCE_MS = 10_000
const POLL_MS = 100
/**
 * Set at each start, so that it holds for a cluster of an earlier version too. A failed statement is logged without
 * its details: those quote the row, which may be a customer's script or webhook URL.
 */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_error_verbosity=terse']

/** Folder of the cluster. */
export const clusterFolder = (instance: PostgresInstance): string => join(instance.home, 'data')
/** The server's own log. */
export const serverLog = (instance: PostgresInstance): string => join(instance.home, 'server.log')

/**
 * Runs one of PostgreSQL's programs as the right user, in an environment of its own: a stray
 * `PGPORT` or locale of the person who starts must not decide anything.
 */
export function runProgram(
  instance: PostgresInstance,
  program: string,
  args: readonly string[],
): Promise<CommandResult> {
  const { user, home } = instance
  return runCommand(program, args, {
    cwd: home,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(user === undefined ? {} : { user }),
  })
}

/** Starts the server on a port and waits until it takes connections. */
export function launch(
  instance: PostgresInstance,
  port: number,
  settings: readonly string[],
): Promise<CommandResult> {
  const options = [`port=${port}`, ...SETTINGS, ...settings]
  const args = ['-w', '-t', String(START_SECONDS), '-l', serverLog(instance), '-s']
  return runPgCtl(instance, 'start', [...args, '-o', options.map((option) => `-c ${option}`).join(' ')])
}

/** Stops the server immediately and cleanly: running statements are rolled back, and the data is on disk. */
export async function halt(instance: PostgresInstance): Promise<void> {
  const result = await runPgCtl(instance, 'stop', ['-m', 'fast', '-w', '-t', String(STOP_SECONDS), '-s'])
  if (result.ok || (await runningServer(instance)) === null) return
  throw new Error(`PostgreSQL did not stop: ${result.output}`)
}

/**
 * Finds the server that is running on this cluster. Returns null when there is none.
 *
 * Takes the lock file away from a server that is gone but for its number: one that was killed and
 * stays a zombie, or one whose number another program has got since. PostgreSQL itself would refuse
 * to start over both.
 */
export async function runningServer(
  instance: PostgresInstance,
): Promise<{ pid: number; port: number } | null> {
  const lockFile = join(clusterFolder(instance), 'postmaster.pid')
  const deadline = Date.now() + ZOMBIE_PATIENCE_MS
  for (;;) {
    const lines = (await readFile(lockFile, 'utf8').catch(() => '')).split('\n')
    const pid = Number(lines[0])
    const state = pid > 0 ? processState(pid) : 'gone'
    if (state === 'gone') return null
    if (state === 'running' && mayBePostgres(pid)) return { pid, port: Number(lines[3]) }
    const abandoned = state === 'running' || Date.now() > deadline
    if (abandoned && !(await hasBackends(instance))) {
      await rm(lockFile, { force: true })
      return null
    }
    await delay(POLL_MS)
  }
}

function runPgCtl(instance: PostgresInstance, action: string, args: readonly string[]) {
  return runProgram(instance, instance.binaries.pgCtl, ['-D', clusterFolder(instance), ...args, action])
}

/** Unseen command lines pass: better a late start than two servers on one cluster. */
function mayBePostgres(pid: number): boolean {
  const command = commandLine(pid)
  return command === '' || command.includes('postgres')
}

/** Whether processes of a dead server still work on the cluster: they all have it as working folder. */
async function hasBackends(instance: PostgresInstance): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return folders.includes(clusterFolder(instance))
}
