import { createApp } from './app.ts'
import type { App } from './app.ts'
import type { Config } from '../config/config.ts'
import { openDataDir } from '../process/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { lockDataDir } from '../process/data-dir-lock.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { SILENT_PROGRESS } from '../process/progress.ts'
import type { Progress } from '../process/progress.ts'
import { resolveTemporalExecutable } from '../embedded/temporal-executable.ts'
import { startTemporal } from '../embedded/temporal-server.ts'
import { listen } from '../process/http-server.ts'
import { readMasterKeys } from '../config/master-key.ts'
import type { Log } from '../ports/log.ts'
import { provideVoices } from '../voices/provide.ts'
import type { VoicesOnTheWay } from '../voices/provide.ts'
import { temporalServer } from '../temporal/connection.ts'
import { prepareTemporal } from '../temporal/prepare.ts'
import { startWorker } from '../temporal/run-worker.ts'

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
  /** Stops requests, workers, connections and servers, in this order, so that nothing is lost. Safe to repeat. */
  stop(): Promise<void>
}

/**
 * Starts the service and reports its progress. When a part fails, everything that was started is stopped again.
 *
 * @param voicesProgress reports the installation of the neural voices, which may end after everything else has started.
 */
export async function startService(
  config: Config,
  progress: Progress,
  log: Log,
  voicesProgress: Progress = SILENT_PROGRESS,
): Promise<RunningService> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    await openDataDir(config.dataDir)
    const lock = await lockDataDir(config.dataDir)
    stops.push(lock.release)
    const voices = provideVoices(config, voicesProgress, log)
    stops.push(voices.stop)
    const masterKeys = await readMasterKeys(config)
    const temporal = await provideTemporal(config, progress)
    stops.push(temporal.stop)
    const database = await provideDatabase(config, progress)
    stops.push(database.stop)

    await requireVoices(config, voices)

    const step = progress.step('Service')
    await migrate(database.url, config)
    const http = await listen(config.host, config.port)
    stops.push(http.stop)
    const url = config.publicUrl ?? http.url
    const app = await createApp(config, {
      databaseUrl: database.url,
      temporalAddress: temporal.address,
      publicUrl: url,
      masterKeys,
      log,
      temporalUiUrl: temporal.uiUrl,
    })
    stops.push(app.close)
    await app.secrets.claim()
    await app.checkMedia()
    warmUp(app, config, log)
    // Warmed up once more when they have come, so that their first video does not wait either.
    void voices.outcome.then((outcome) => outcome === 'installed' && warmUp(app, config, log))
    await prepareTemporal(temporalServer(temporal.address, config), log, tell)
    const worker = await startWorker(config, temporal.address, app, log)
    // Requests end before the work does: whoever is still waiting gets an answer.
    stops.splice(stops.indexOf(http.stop), 1)
    stops.push(worker.stop, http.stop)
    http.answerWith(app.createAnswer(), app.answerBroken)
    step.done(http.url)
    return { app, url, temporalUiUrl: temporal.uiUrl, ended: worker.ended, voices, stop }
  } catch (error) {
    await stop()
    throw error
  }
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

const NOTHING_TO_STOP = () => Promise.resolve()

async function provideDatabase({ databaseUrl, dataDir }: Config, progress: Progress) {
  if (databaseUrl !== null) return { url: databaseUrl, stop: NOTHING_TO_STOP }
  return startPostgres({ dataDir, progress })
}

async function provideTemporal(config: Config, progress: Progress) {
  const { temporalAddress, temporalCliPath, cacheDir, dataDir } = config
  if (temporalAddress !== null) return { address: temporalAddress, uiUrl: null, stop: NOTHING_TO_STOP }
  const executable = await resolveTemporalExecutable({
    ...(temporalCliPath !== null && { cliPath: temporalCliPath }),
    cacheDir,
    progress,
  })
  return startTemporal({ dataDir, executable, progress })
}
