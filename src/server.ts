import { createApp } from './app/app.ts'
import { readConfig, requireOutside } from './config/config.ts'
import { openDataDir } from './process/data-dir.ts'
import { listen } from './process/http-server.ts'
import { createLog } from './process/log.ts'
import { readMasterKeys } from './config/master-key.ts'
import { untilAskedToStop } from './process/stop-signals.ts'

/** Production API process. PostgreSQL and Temporal run elsewhere, and the database has already been migrated. */
const config = readConfig()
const outside = requireOutside(config)
const masterKeys = await readMasterKeys({ ...config, production: true })
await openDataDir(config.dataDir)
const log = createLog({ level: config.logLevel })
const http = await listen(config.host, config.port)
let isStopping = false
const app = await createApp(config, {
  ...outside,
  role: 'api',
  publicUrl: config.publicUrl ?? http.url,
  masterKeys,
  log,
  isStopping: () => isStopping,
})
await app.secrets.claim()
await app.checkMedia()
http.answerWith(app.createAnswer(), app.answerBroken)
log.info({ url: http.url }, 'API listening')
await untilAskedToStop()
// Load balancers hear of it and send their requests elsewhere, before any would be refused here.
isStopping = true
await new Promise((resolve) => setTimeout(resolve, config.stop.shutdownDelaySeconds * 1_000))
await http.stop()
await app.close()
