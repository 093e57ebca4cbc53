import { createApp } from './app/app.ts'
import { readConfig, requireOutside } from './config/config.ts'
import { readMasterKeys } from './config/master-key.ts'
import { openDataDir } from './process/data-dir.ts'
import { createLog } from './process/log.ts'
import { untilAskedToStop } from './process/stop-signals.ts'
import { startWorker } from './temporal/run-worker.ts'
import { requireInstalled } from './voices/installed.ts'

/** Production worker process. It requires `PUBLIC_URL`, because webhooks contain links. */
async function main(): Promise<void> {
  const config = readConfig()
  const outside = requireOutside(config)
  // The API relies on every worker to have the voices that it offers.
  if (config.taskQueues.includes('speech')) requireInstalled(config.speechEngine, config.cacheDir)
  if (config.publicUrl === null)
    throw new Error('Set PUBLIC_URL: it is the base URL of the links in webhooks.')
  await openDataDir(config.dataDir)
  const log = createLog({ level: config.logLevel })
  const masterKeys = await readMasterKeys({ ...config, production: true })
  const app = await createApp(config, {
    ...outside,
    role: 'worker',
    publicUrl: config.publicUrl,
    masterKeys,
    log,
  })
  await app.secrets.claim()
  await app.checkMedia()
  await app.warmUp(config.taskQueues)
  const worker = await startWorker(config, outside.temporalAddress, app, log)
  log.info({ taskQueues: config.taskQueues }, 'worker started')
  await Promise.race([untilAskedToStop(), worker.ended])
  await worker.stop()
  await app.close()
}

await main()
