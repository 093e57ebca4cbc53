import { setTimeout as delay } from 'node:timers/promises'

import { createApp } from './app/app.ts'
import { claimOnceThere } from './app/database.ts'
import { readConfig, requireOutside } from './config/config.ts'
import { readMasterKeys } from './config/master-key.ts'
import { openDataDir } from './process/data-dir.ts'
import { createLog } from './process/log.ts'
import { onceThere } from './process/once-there.ts'
import { endWithin, stopSignal } from './process/stop-signals.ts'
import { isTemporalAway, startWorker } from './temporal/run-worker.ts'

const LOOK_EVERY_MS = 10_000

/** For telling Temporal what was not finished, and for closing connections. */
const SECONDS_AFTER_GRACE = 10

/** Production worker process. It requires `PUBLIC_URL`, because webhooks contain links. */
async function main(): Promise<void> {
  const config = readConfig()
  const outside = requireOutside(config)
  if (config.publicUrl === null)
    throw new Error('Set PUBLIC_URL: it is the base URL of the links in webhooks.')
  await openDataDir(config.dataDir)
  const log = createLog({ level: config.logLevel })
  const masterKeys = await readMasterKeys({ ...config, production: true })
  const stop = stopSignal()
  const mostSeconds = config.stop.workerShutdownGraceSeconds + SECONDS_AFTER_GRACE
  endWithin(stop, mostSeconds, () =>
    log.warn({ mostSeconds }, 'stop took too long: ended, and what was begun is done elsewhere'),
  )
  const app = await createApp(config, {
    ...outside,
    role: 'worker',
    publicUrl: config.publicUrl,
    masterKeys,
    log,
  })
  if (!(await claimOnceThere(app.secrets, log, stop))) return app.close()
  await app.checkMedia()
  // Whoever does not answer is looked at again before any work is asked for.
  await app
    .warmUp(config.taskQueues)
    .catch((error: unknown) => log.warn({ error }, 'warm-up of the speech and render processes failed'))
  await app.joinFleet()
  const { temporalAddress: address } = outside
  const worker = await onceThere(() => startWorker(config, address, app, log), {
    isAway: isTemporalAway,
    tell: ({ message }) => log.warn({ address, why: message }, 'waiting for Temporal (TEMPORAL_ADDRESS)'),
    stop,
  })
  if (worker === null) return app.close()
  log.info({ taskQueues: config.taskQueues }, 'worker started')
  await Promise.race([worker.ended, failWhenStuck(app.whyStuck, stop)])
  await worker.stop()
  await app.close()
}

/** Rejects when only a new start can help, as nobody can ask a worker how it is; resolves when it is asked to stop. */
async function failWhenStuck(whyStuck: () => string | null, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await delay(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
    const why = whyStuck()
    if (why !== null) throw new Error(`The worker ends, to be started anew: ${why}.`)
  }
}

await main()
