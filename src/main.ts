import { readConfig } from './config/config.ts'
import { isForThisMachine, withLocalWebhooks } from './config/local-webhooks.ts'
import { buildWeb } from './embedded/web-build.ts'
import { createProgress } from './process/progress.ts'
import { createLog } from './process/log.ts'
import { logOrigin } from './app/log-origin.ts'
import { WEB_SOURCES } from './app/shipped.ts'
import { seedFirstAccount } from './app/seed.ts'
import { startService } from './app/service.ts'
import type { RunningService } from './app/service.ts'
import { welcome } from './app/welcome.ts'
import { openLogFile } from './process/service-log.ts'
import { untilAskedToStop } from './process/stop-signals.ts'
import { NotStopped } from './process/stops.ts'

/** `npm start`: runs the whole service in one process until Ctrl-C. */
async function main(): Promise<void> {
  const settings = readConfig()
  const takesLocalWebhooks = isForThisMachine(settings)
  const config = takesLocalWebhooks ? withLocalWebhooks(settings) : settings
  const progress = createProgress()
  const logFile = await openLogFile(config.dataDir)
  const { stream: destination } = logFile
  const log = createLog({ level: config.logLevel, destination, origin: logOrigin('service', config) })
  const service = await startService(config, progress, log, {
    alongside: () => buildWeb(WEB_SOURCES, progress),
  })
  log.info({ url: service.url }, 'service started')
  const first = await seedFirstAccount(service.app)
  const needsOwner = await service.app.people.isEmpty()
  // Heard from the moment that it says how to stop it.
  const asked = untilAskedToStop()
  process.stdout.write(welcome({ service, first, logPath: logFile.path, needsOwner, takesLocalWebhooks }))
  void reportVoices(service)
  void asked.then(() => log.info({}, 'asked to stop'))
  await untilStopped(service, asked, config.stop.workerShutdownGraceSeconds)
  log.info({}, 'service stopped')
}

/** Reports when the neural voices have been installed, or could not be; the service may already be running by then. */
async function reportVoices({ voices }: RunningService): Promise<void> {
  const known = await voices.within(0)
  if (known === 'there' || known === 'not wanted') return
  process.stderr.write(
    'Installing the neural voices (one-time download of 90 to 97 MB). The basic voices are used until then.\n',
  )
  const installed = (await voices.outcome) === 'installed'
  process.stderr.write(
    installed
      ? 'The neural voices are installed and in use.\n'
      : 'The neural voices could not be installed; using the basic voices. Run `npm run voices -- pull` to see why.\n',
  )
}

/** Waits for Ctrl-C or for the end of the worker, then stops the service. */
async function untilStopped(
  service: RunningService,
  asked: Promise<void>,
  graceSeconds: number,
): Promise<void> {
  const told = asked.then(() => {
    process.stderr.write(
      `\nStopping: finishing work in progress (up to ${graceSeconds} s). Press Ctrl-C again to quit immediately.\n`,
    )
  })
  try {
    await Promise.race([told, service.ended])
  } finally {
    await service.stop()
  }
  process.stderr.write('Stopped. All data is kept, and `npm start` continues from here.\n')
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
  // What did not stop would keep this process alive.
  if (error instanceof NotStopped) process.exit()
})
