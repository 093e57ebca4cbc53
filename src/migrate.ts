import { logOrigin } from './app/log-origin.ts'
import { readConfig, requireOutside } from './config/config.ts'
import { migrate } from './db/migrate.ts'
import { createLog } from './process/log.ts'
import { runProgram } from './process/program.ts'
import { temporalServer } from './temporal/connection.ts'
import { prepareTemporal } from './temporal/prepare.ts'

/**
 * One-shot process of a deployment: brings the database up to this version's schema, and Temporal's namespace to its search
 * attributes and schedule. No other process does, so that fifty workers that start at once do not do it fifty times.
 */
async function main(): Promise<void> {
  const config = readConfig()
  const { databaseUrl, temporalAddress } = requireOutside(config)
  const log = createLog({ level: config.logLevel, origin: logOrigin('migrate', config) })
  const applied = await migrate(databaseUrl, config)
  if (applied.length > 0) log.info({ applied }, 'the database has been migrated')
  else log.info({}, 'the database is as this release needs it: nothing to migrate')
  const server = temporalServer(temporalAddress, config)
  await prepareTemporal(server, log, (text) => process.stderr.write(`${text}\n`))
  log.info({ namespace: server.namespace }, 'the Temporal namespace is as this release needs it')
}

await runProgram(logOrigin('migrate'), main)
