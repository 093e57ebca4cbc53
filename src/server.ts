import { createApp } from './app/app.ts'
import { claimOnceThere } from './app/adapters/database.ts'
import { sayIfMediaAreRefused } from './app/adapters/media.ts'
import { readConfig, requireOutside } from './config/config.ts'
import { openDataDir } from './process/data-dir.ts'
import { listen } from './process/http-server.ts'
import { createLog } from './process/log.ts'
import { readMasterKeys } from './config/master-key.ts'
import { runProgram } from './process/program.ts'
import { logOrigin } from './app/log-origin.ts'
import { openOps } from './app/ops.ts'
import { logSetupLink } from './app/setup-link.ts'
import { endWithin, stopSignal, reportStop, untilAborted } from './process/stop-signals.ts'

/** Downloads have twenty seconds to end (http-server.ts); the rest is for closing connections. */
const SECONDS_TO_END = 24

/** Production API process. PostgreSQL and Temporal run elsewhere, and the database has already been migrated. */
async function main(): Promise<void> {
  const config = readConfig()
  const outside = requireOutside(config)
  const masterKeys = await readMasterKeys({ ...config, production: true })
  await openDataDir(config.dataDir)
  const log = createLog({ level: config.logLevel, origin: logOrigin('api', config) })
  const stop = stopSignal()
  const mostSeconds = config.stop.shutdownDelaySeconds + SECONDS_TO_END
  reportStop(stop, () => log.info({ mostSeconds }, 'asked to stop: answering what has arrived'))
  endWithin(stop, mostSeconds, () =>
    log.warn({ mostSeconds }, 'stop took too long: ended with connections open'),
  )
  const ops = await openOps(config, logOrigin('api', config), log)
  const http = await listen(config.host, config.port)
  const app = await createApp(config, {
    ...outside,
    role: 'api',
    publicUrl: config.publicUrl ?? http.url,
    masterKeys,
    log,
    ops,
    stopping: stop,
  })
  if (await claimOnceThere(app.secrets, log, stop)) {
    await sayIfMediaAreRefused(app, log)
    await app.joinFleet()
    http.answerWith(await app.createAnswer(), app.answerBroken)
    ops.probe({ ...app, readiness: app.readiness(), stopping: stop })
    log.info({ url: http.url }, 'API listening')
    await logSetupLink(app, log)
    await untilAborted(stop)
    // Load balancers hear of it and send their requests elsewhere, before any would be refused here.
    await new Promise((resolve) => setTimeout(resolve, config.stop.shutdownDelaySeconds * 1_000))
  }
  await http.stop()
  log.info({}, 'requests have ended: closing connections')
  await app.close()
  await ops.stop()
  log.info({}, 'API stopped')
}

await runProgram(logOrigin('api'), main)
