import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Connection } from '@temporalio/client'
import { z } from 'zod'

import type { Log } from '../ports/process/log.ts'
import type { Progress } from '../process/progress.ts'

import { bareEnvironment } from '../process/program-environment.ts'
import { SEARCH_ATTRIBUTES } from '../workflows/contract.ts'
import { freePort } from './free-port.ts'
import { watchTemporal } from './temporal-watch.ts'
import type { TemporalCondition } from './temporal-watch.ts'
import { processIdentity } from '../process/process-status.ts'
import { firstLines } from '../process/run-command.ts'
import { readStateFile, writeStateFile } from '../process/state-file.ts'

/** What an operator can search workflows by. The development server learns them anew at each start. */
const SEARCHED_BY = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => name)
/** Temporal's well-known ports, which its CLI and its users expect. */
const USUAL_PORTS: Partial<TemporalPorts> = { grpc: 7233, ui: 8233 }
/**
 * Tasks that wait are handed out in turn by their fairness key, the account, where they would be first
 * in, first out. In one line for each queue instead of four: turns are taken within a line only, and one
 * is enough for hundreds of tasks a second.
 */
const TURNS_BY_ACCOUNT = [
  'matching.enableFairness=true',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
]
/** Usually under a second; a machine busy with other things takes its time. */
const START_PATIENCE_MS = 60_000
/** Usually 1.4 s; past this the server is killed, which its database survives. */
const STOP_PATIENCE_MS = 15_000
/** Ports to try: between asking for a free one and taking it, another program can be faster. */
const PORT_ATTEMPTS = 3
const POLL_MS = 50
/** For one answer. */
const ANSWER_MS = 2_000
/** What SQLite says of a query that was cancelled; the server's one connection then says it of all others, too. */
const INTERRUPTED = 'interrupted (9)'

const TemporalPorts = z.object({ grpc: z.number(), ui: z.number(), http: z.number(), metrics: z.number() })
type TemporalPorts = z.infer<typeof TemporalPorts>
const TemporalState = z.object({ pid: z.number(), identity: z.string(), ports: TemporalPorts })
type TemporalState = z.infer<typeof TemporalState>

/** Options for the embedded Temporal server. */
export interface TemporalServerOptions {
  /** Folder of the service's data; Temporal's is `temporal` below it, made when missing. */
  readonly dataDir: string
  /** From `resolveTemporalExecutable`. */
  readonly executable: string
  /** Ports to take when they are free. Default: those of the last start, then 7233 and 8233. */
  readonly ports?: Partial<TemporalPorts>
  readonly progress: Progress
  /** For tests: workflows are kept in memory only. */
  readonly scratch?: boolean
  /** Restarts the server when it ends or breaks, and says so here. Default: it is not watched. */
  readonly watchLog?: Log
}

/** A running Temporal server with its namespace and search attributes. */
export interface RunningTemporal {
  /** host:port for clients and workers. */
  readonly address: string
  readonly uiUrl: string
  /** Whether it was already running, started by an earlier process that may have been killed. */
  readonly adopted: boolean
  /** Stops the server, even an adopted one. Resolves when it has exited. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * Starts Temporal's development server, or adopts the one that already runs on the same data.
 *
 * Workflows are kept in an SQLite file and continue after a stop or a kill. The server listens on
 * 127.0.0.1 only, keeps its ports over restarts while they are free, and outlives a Ctrl-C and a kill
 * of this process: whoever starts it has to stop it.
 * @throws when it does not start; the message ends with the server's own words.
 */
export async function startTemporal(options: TemporalServerOptions): Promise<RunningTemporal> {
  const step = options.progress.step('Temporal')
  try {
    const folder = resolve(options.dataDir, 'temporal')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const last = await readStateFile(join(folder, 'state.json'), TemporalState)
    const adopted = last !== null && (await isReadyWhileAlive(last, folder))
    const server = adopted ? last : await launchOnFreePorts(folder, options, last?.ports)
    step.done(`${adopted ? 'using the running server on ' : ''}port ${server.ports.grpc}`)
    const uiUrl = `http://127.0.0.1:${server.ports.ui}`
    return { address: addressOf(server), uiUrl, adopted, stop: watched(server, folder, options) }
  } catch (error) {
    step.fail('did not start')
    throw error
  }
}

/** Watches the server if that is wanted. @returns what stops both. */
function watched(
  started: TemporalState,
  folder: string,
  options: TemporalServerOptions,
): RunningTemporal['stop'] {
  const { watchLog } = options
  if (watchLog === undefined) return () => stopServer(started)
  let server = started
  const watch = watchTemporal({
    look: () => conditionOf(server),
    async restart(why) {
      watchLog.warn({ why }, 'the Temporal server is restarted')
      await stopServer(server)
      try {
        // Clients know its address.
        server = await launchOnFreePorts(folder, { ...options, ports: server.ports }, server.ports)
      } catch (error) {
        watchLog.error({ error }, 'the Temporal server could not be restarted')
      }
    },
  })
  return async () => {
    await watch.stop()
    await stopServer(server)
  }
}

/** The host:port of the Temporal server that runs on this data, or null when none is running. */
export async function findRunningTemporal(dataDir: string): Promise<string | null> {
  const last = await readStateFile(join(resolve(dataDir, 'temporal'), 'state.json'), TemporalState)
  return last !== null && isAlive(last) ? addressOf(last) : null
}

function addressOf({ ports }: TemporalState): string {
  return `127.0.0.1:${ports.grpc}`
}

async function launchOnFreePorts(
  folder: string,
  options: TemporalServerOptions,
  lastPorts: TemporalPorts | undefined,
): Promise<TemporalState> {
  let wanted: Partial<TemporalPorts> = { ...USUAL_PORTS, ...lastPorts, ...options.ports }
  for (let attempt = 1; ; attempt += 1) {
    const ports = await freePorts(wanted)
    const logFile = join(folder, 'server.log')
    const logged = (await stat(logFile).catch(() => null))?.size ?? 0
    const pid = await launch(options.executable, serverArguments(folder, ports, options.scratch), logFile)
    const state: TemporalState = { pid, identity: processIdentity(pid) ?? '', ports }
    await writeStateFile(join(folder, 'state.json'), state)
    if (await isReadyWhileAlive(state, folder)) return state
    await stopServer(state)
    // All of it: a port that it chose for an inner service may have been taken, which a long trace
    // follows. So what it complains of comes first.
    const said = (await readFile(logFile)).subarray(logged).toString()
    if (attempt === PORT_ATTEMPTS || !/address already in use/u.test(said)) {
      throw new Error(`The Temporal server did not start. Its log ${logFile} contains:\n${firstLines(said)}`)
    }
    wanted = {}
  }
}

async function freePorts(wanted: Partial<TemporalPorts>): Promise<TemporalPorts> {
  const [grpc, ui, http, metrics] = await Promise.all([
    freePort(wanted.grpc),
    freePort(wanted.ui),
    freePort(wanted.http),
    freePort(wanted.metrics),
  ])
  return { grpc, ui, http, metrics }
}

/** Every port is named: those left out are taken at random and may meet another program's. */
function serverArguments(folder: string, ports: TemporalPorts, scratch = false): string[] {
  return [
    'server',
    'start-dev',
    '--ip=127.0.0.1',
    '--log-level=warn',
    `--port=${ports.grpc}`,
    `--ui-port=${ports.ui}`,
    `--http-port=${ports.http}`,
    `--metrics-port=${ports.metrics}`,
    `--namespace=${markOf(folder)}`,
    ...(scratch ? [] : [`--db-filename=${join(folder, 'temporal.db')}`]),
    ...SEARCHED_BY.map((name) => `--search-attribute=${name}=Keyword`),
    // It would otherwise tell its maker about itself.
    '--dynamic-config-value=frontend.enableServerVersionCheck=false',
    ...TURNS_BY_ACCOUNT.map((setting) => `--dynamic-config-value=${setting}`),
  ]
}

/** In a session of its own: a Ctrl-C reaches the service, which stops the server last. */
async function launch(executable: string, args: readonly string[], logFile: string): Promise<number> {
  const log = openSync(logFile, 'a')
  const child = spawn(executable, args, {
    env: bareEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
  })
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject)
  })
  child.unref()
  if (child.pid === undefined) throw new Error(`${executable} could not be started.`)
  return child.pid
}

/**
 * A namespace that only the server on this folder has, and nobody uses. Of two services that start at the same moment, one may
 * find its port taken by the server of the other, which would answer in its place: each would then be given the other's work.
 */
function markOf(folder: string): string {
  return `data-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
}

/** Waits until the server takes workflows with our search attributes; false when it ends or never does. */
async function isReadyWhileAlive(server: TemporalState, folder: string): Promise<boolean> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (isAlive(server) && Date.now() < deadline) {
    if (await isReady(server.ports.grpc, markOf(folder))) return true
    await delay(POLL_MS)
  }
  return false
}

/** Its number may have gone to another program since. */
function isAlive(server: TemporalState): boolean {
  return processIdentity(server.pid) === server.identity
}

async function isReady(port: number, mark: string): Promise<boolean> {
  return asked(port, async ({ workflowService, operatorService }) => {
    for (const namespace of [mark, 'default']) await workflowService.describeNamespace({ namespace })
    const known = await operatorService.listSearchAttributes({ namespace: 'default' })
    return SEARCHED_BY.every((name) => name in known.customAttributes)
  }).catch(() => false)
}

async function conditionOf(server: TemporalState): Promise<TemporalCondition> {
  if (!isAlive(server)) return 'ended'
  try {
    await asked(server.ports.grpc, ({ workflowService }) =>
      workflowService.describeNamespace({ namespace: 'default' }),
    )
    return 'ready'
  } catch (error) {
    return error instanceof Error && error.message.includes(INTERRUPTED) ? 'broken' : 'unknown'
  }
}

/** Asks a server something, and closes the connection. */
async function asked<Answer>(
  port: number,
  ask: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  // Without interceptors, which would ask again until the time is over: what the server says is wanted.
  const connection = Connection.lazy({ address: `127.0.0.1:${port}`, interceptors: [] })
  try {
    return await connection.withDeadline(Date.now() + ANSWER_MS, () => ask(connection))
  } finally {
    await connection.close()
  }
}

async function stopServer(server: TemporalState): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(server)) return
    process.kill(server.pid, signal)
    const deadline = Date.now() + STOP_PATIENCE_MS
    while (isAlive(server) && Date.now() < deadline) await delay(POLL_MS)
  }
}
