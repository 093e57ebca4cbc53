import type { App } from './app.ts'
import { logOrigin } from './log-origin.ts'
import { openOps } from './ops.ts'
import type { Ops } from './ops.ts'
import type { Config } from '../config/config.ts'
import { openDataDir } from '../process/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { lockDataDir } from '../process/data-dir-lock.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { createStops, NotStopped } from '../process/stops.ts'
import type { Stops } from '../process/stops.ts'
import { SILENT_PROGRESS } from '../process/progress.ts'
import type { Progress } from '../process/progress.ts'
import { resolveTemporalExecutable } from '../embedded/temporal-executable.ts'
import { startTemporal } from '../embedded/temporal-server.ts'
import { listen } from '../process/http-server.ts'
import type { RunningHttpServer } from '../process/http-server.ts'
import { readMasterKeys } from '../config/master-key.ts'
import type { Log } from '../ports/process/log.ts'
import { provideVoices } from '../voices/provide.ts'
import type { VoicesOnTheWay } from '../voices/provide.ts'
import { temporalServer } from '../temporal/connection.ts'
import { prepareTemporal } from '../temporal/prepare.ts'
import type { RunningWorker } from '../temporal/run-worker.ts'

/** The whole service in one process group: API, worker and embedded servers. */
export interface RunningService {
  readonly app: App
  /** Base URL of links. */
  readonly url: string
  /** Null when Temporal is not embedded. */
  readonly temporalUiUrl: string | null
  /** Resolves when the worker has stopped, and rejects when it failed. */
  readonly ended: Promise<void>
  /** The neural voices, whose installation may still be in progress. */
  readonly voices: VoicesOnTheWay
  /**
   * Stops requests, workers, connections and servers, in this order, so that nothing is lost: within the worker's grace
   * period and three minutes, whatever is away. Safe to repeat.
   *
   * @throws NotStopped when a part was given up.
   */
  stop(): Promise<void>
}

/** What a start reports and waits for besides the service itself. */
interface StartOptions {
  /** Reports the installation of the neural voices, which may end after everything else has started. */
  readonly voicesProgress?: Progress
  /** Done side by side with the start of the servers; nothing is answered before. */
  readonly alongside?: () => Promise<void>
}

/**
 * How long the parts have to end, in seconds. Most end at once: requests have twenty seconds to be answered
 * (process/http-server.ts), and a server a minute to write what it holds to a slow disk.
 */
const SECONDS = {
  requests: 22,
  workAfterGrace: 10,
  connections: 15,
  temporal: 35,
  postgres: 65,
  ops: 8,
  other: 5,
}

/**
 * Starts the service and reports its progress. When a part fails, everything that was started is stopped again.
 *
 * What takes long and needs nothing of each other goes side by side. Requests are answered as soon as they can be, before
 * the worker polls and the processes that speak and draw are warm.
 */
export async function startService(
  config: Config,
  progress: Progress,
  log: Log,
  { voicesProgress = SILENT_PROGRESS, alongside = () => Promise.resolve() }: StartOptions = {},
): Promise<RunningService> {
  const stops = createStops()
  try {
    await openDataDir(config.dataDir)
    const lock = await lockDataDir(config.dataDir)
    stops.add({ name: 'the lock of its folder', seconds: SECONDS.other, stop: lock.release })
    const voices = provideVoices(config, voicesProgress, log)
    stops.add({ name: 'the voices', seconds: SECONDS.other, stop: voices.stop })
    const masterKeys = await readMasterKeys(config)
    const ops = await provideOps(config, log, stops)
    const starting = [
      // Loading the program takes as long as starting its servers.
      import('./app.ts'),
      provideTemporal(config, progress, stops, log),
      provideDatabase(config, progress, stops),
      alongside(),
    ] as const
    // When one of them fails, the others have started, and are stopped.
    await Promise.allSettled(starting)
    const [{ createApp }, temporal, database] = await Promise.all(starting)
    await requireVoices(config, voices)

    const step = progress.step('Service')
    const http = await listen(config.host, config.port)
    const stopping = addRequests(stops, http)
    const url = config.publicUrl ?? http.url
    const app = await createApp(config, {
      databaseUrl: database.url,
      temporalAddress: temporal.address,
      publicUrl: url,
      masterKeys,
      log,
      ops,
      temporalUiUrl: temporal.uiUrl,
      stopping,
    })
    stops.addBeforeLast({ name: 'connections', seconds: SECONDS.connections, stop: app.close })
    await app.secrets.claim()
    await app.checkMedia()
    http.answerWith(await app.createAnswer(), app.answerBroken)
    await app.joinFleet()
    ops.probe({ ...app, readiness: app.readiness(), stopping })
    const worker = await startWork(app, temporal.address, config, log)
    // Requests end before the work does: whoever is still waiting gets an answer.
    const seconds = config.stop.workerShutdownGraceSeconds + SECONDS.workAfterGrace
    stops.addBeforeLast({ name: 'the worker', seconds, stop: worker.stop })
    warmUp(app, config, log)
    // Warmed up once more when they have come, so that their first video does not wait either.
    void voices.outcome.then((outcome) => outcome === 'installed' && warmUp(app, config, log))
    step.done(http.url)
    return { app, url, temporalUiUrl: temporal.uiUrl, ended: worker.ended, voices, stop: stops.stopAll }
  } catch (error) {
    throw await stopAfter(error, stops)
  }
}

/** Stops what was started before a start failed. Returns what the start fails with. */
async function stopAfter(error: unknown, stops: Stops): Promise<unknown> {
  const failure: unknown = await stops.stopAll().catch((problem: unknown) => problem)
  if (!(failure instanceof NotStopped)) return error
  const why = error instanceof Error ? error.message : String(error)
  return new NotStopped(`${why}\n${failure.message}`, { cause: error })
}

/** Prepares Temporal and has the worker poll it. Its library is loaded only now: nothing else needs it. */
async function startWork(
  app: App,
  temporalAddress: string,
  config: Config,
  log: Log,
): Promise<RunningWorker> {
  const [{ startWorker }] = await Promise.all([
    import('../temporal/run-worker.ts'),
    prepareTemporal(temporalServer(temporalAddress, config), log, tell),
  ])
  return startWorker(config, temporalAddress, app, log)
}

/** What an operator of a server of their own has to do: nothing goes on until then. */
function tell(text: string): void {
  process.stderr.write(`\n${text}\n`)
}

/** Starts the child processes ahead of the first video. If that fails, the first video reports the error. */
function warmUp(app: App, { taskQueues }: Config, log: Log): void {
  app
    .warmUp(taskQueues)
    .catch((error: unknown) => log.warn({ error }, 'warm-up of the speech and render processes failed'))
}

/** Fails when an engine's voices are required but could not be installed. */
async function requireVoices({ speechEngine }: Config, voices: VoicesOnTheWay): Promise<void> {
  if (speechEngine === 'auto' || (await voices.outcome) !== 'unavailable') return
  throw new Error(
    `SPEECH_ENGINE is ${speechEngine}, but its files could not be installed. Run \`npm run voices -- pull\` to see why.`,
  )
}

async function provideOps(config: Config, log: Log, stops: Stops): Promise<Ops> {
  const ops = await openOps(config, logOrigin('service', config), log)
  stops.add({ name: 'metrics and traces', seconds: SECONDS.ops, stop: ops.stop })
  return ops
}

async function provideDatabase(config: Config, progress: Progress, stops: Stops) {
  const { databaseUrl, dataDir } = config
  const url = databaseUrl ?? (await startOwn(stops, 'postgres', startPostgres({ dataDir, progress }))).url
  await migrate(url, config)
  return { url }
}

async function provideTemporal(config: Config, progress: Progress, stops: Stops, log: Log) {
  const { temporalAddress, temporalCliPath, cacheDir, dataDir } = config
  if (temporalAddress !== null) return { address: temporalAddress, uiUrl: null }
  const executable = await resolveTemporalExecutable({
    ...(temporalCliPath !== null && { cliPath: temporalCliPath }),
    cacheDir,
    progress,
  })
  return startOwn(stops, 'temporal', startTemporal({ dataDir, executable, progress, watchLog: log }))
}

/** Stopped with the service from the moment that it runs. */
async function startOwn<Server extends { stop(): Promise<void> }>(
  stops: Stops,
  name: 'postgres' | 'temporal',
  starting: Promise<Server>,
): Promise<Server> {
  const server = await starting
  stops.add({ name, seconds: SECONDS[name], stop: server.stop })
  return server
}

/** Requests end last; those whose answers last are asked to, because they would not by themselves. */
function addRequests(stops: Stops, http: RunningHttpServer): AbortSignal {
  const asked = new AbortController()
  const stop = () => {
    asked.abort()
    return http.stop()
  }
  stops.add({ name: 'requests', seconds: SECONDS.requests, stop })
  return asked.signal
}
