import { readConfig, requireOutside } from './config/config.ts'
import { migrate } from './db/migrate.ts'
import { createLog } from './process/log.ts'
import { temporalServer } from './temporal/connection.ts'
import { prepareTemporal } from './temporal/prepare.ts'

/**
 * One-shot process of a deployment: brings the database up to this version's schema, and Temporal's namespace to its search
 * attributes and schedule. No other process does, so that fifty workers that start at once do not do it fifty times.
 */
const config = readConfig()
const { databaseUrl, temporalAddress } = requireOutside(config)
const log = createLog({ level: config.logLevel })
await migrate(databaseUrl, config)
await prepareTemporal(temporalServer(temporalAddress, config), log, (text) =>
  process.stderr.write(`${text}\n`),
)
