import { setTimeout as delay } from 'node:timers/promises'

import { readConfig, requireOutside } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { readMasterKeys } from '../config/master-key.ts'
import type { Log } from '../ports/process/log.ts'
import { openDataDir } from '../process/data-dir.ts'
import { createLog } from '../process/log.ts'
import { onceThere } from '../process/once-there.ts'
import { endWithin, stopSignal, reportStop } from '../process/stop-signals.ts'
import { isTemporalAway, startWorker } from '../temporal/run-worker.ts'
import type { RunningWorker } from '../temporal/run-worker.ts'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { claimOnceThere } from './adapters/database.ts'
import { sayIfMediaAreRefused } from './adapters/media.ts'
import type { Studio } from './adapters/studio.ts'
import { logOrigin } from './log-origin.ts'
import { openOps } from './ops.ts'

const LOOK_EVERY_MS = 10_000

/** For telling Temporal what was not finished, and for closing connections. */
const SECONDS_AFTER_GRACE = 10

/** What tests replace in the process, which is otherwise that of production. */
interface WorkerReplacements {
  /** Speaks and draws instead of the speech and render processes. */
  readonly studio?: Studio
  /** How steps reach Temporal, where that is another way than the worker's own. */
  readonly clientTemporalAddress?: string
}

/**
 * The worker process from its start to its end, which SIGTERM asks for. It waits for servers that are away, and pauses for
 * whatever else its work needs.
 *
 * It requires `PUBLIC_URL`, because webhooks contain links.
 *
 * @throws an error in words when a setting is wrong, and when only a new start of the process can help.
 */
export async function runWorkerProcess(replacements: WorkerReplacements = {}): Promise<void> {
  const config = readConfig()
  const { databaseUrl, temporalAddress } = requireOutside(config)
  const { publicUrl } = config
  if (publicUrl === null) throw new Error('Set PUBLIC_URL: it is the base URL of the links in webhooks.')
  await openDataDir(config.dataDir)
  const log = createLog({ level: config.logLevel, origin: logOrigin('worker', config) })
  const masterKeys = await readMasterKeys({ ...config, production: true })
  const stop = stopsInTime(config, log)
  const ops = await openOps(config, logOrigin('worker', config), log)
  const { studio, clientTemporalAddress } = replacements
  const app = await createApp(
    config,
    {
      databaseUrl,
      temporalAddress: clientTemporalAddress ?? temporalAddress,
      role: 'worker',
      publicUrl,
      masterKeys,
      log,
      ops,
    },
    studio,
  )
  const worker = await begin(app, config, { address: temporalAddress, log, stop })
  if (worker !== null) {
    ops.probe({ ...app, readiness: app.readiness(), stopping: stop })
    await Promise.race([worker.ended, failWhenStuck(app.whyStuck, stop)])
    await worker.stop()
    log.info({}, 'work has ended: closing connections')
  }
  await app.close()
  await ops.stop()
  log.info({}, 'worker stopped')
}

/** Is aborted when the process is asked to stop, which it then does within the time that it states. */
function stopsInTime({ stop: { workerShutdownGraceSeconds } }: Config, log: Log): AbortSignal {
  const stop = stopSignal()
  const mostSeconds = workerShutdownGraceSeconds + SECONDS_AFTER_GRACE
  reportStop(stop, () => log.info({ mostSeconds }, 'asked to stop: finishing what was begun'))
  endWithin(stop, mostSeconds, () =>
    log.warn({ mostSeconds }, 'stop took too long: ended, and what was begun is done elsewhere'),
  )
  return stop
}

/** Temporal, and how one waits for it. */
interface Beginning {
  readonly address: string
  readonly log: Log
  readonly stop: AbortSignal
}

/** Begins to work as soon as the servers are there. Null when the process was asked to stop before. */
async function begin(
  app: App,
  config: Config,
  { address, log, stop }: Beginning,
): Promise<RunningWorker | null> {
  if (!(await claimOnceThere(app.secrets, log, stop))) return null
  await sayIfMediaAreRefused(app, log)
  // A part that does not answer is looked at again before any work is asked for.
  await app
    .warmUp(config.taskQueues)
    .catch((error: unknown) => log.warn({ error }, 'warm-up of the speech and render processes failed'))
  await app.joinFleet()
  const worker = await onceThere(() => startWorker(config, address, app, log), {
    isAway: isTemporalAway,
    tell: ({ message }) => log.warn({ address, why: message }, 'waiting for Temporal (TEMPORAL_ADDRESS)'),
    stop,
  })
  if (worker !== null) log.info({ taskQueues: config.taskQueues }, 'worker started')
  return worker
}

/** Rejects when only a new start can help, as nobody can ask a worker how it is; resolves when it is asked to stop. */
async function failWhenStuck(whyStuck: () => string | null, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await delay(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
    const why = whyStuck()
    if (why !== null) throw new Error(`The worker ends, so that it is started again: ${why}.`)
  }
}
