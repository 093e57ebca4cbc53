import { Command } from 'commander'

import { createAdministration } from '../app.ts'
import type { Administration } from '../app.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { SILENT_PROGRESS } from '../embedded/progress.ts'
import { createLog } from '../log.ts'
import { readMasterKey } from '../master-key.ts'
import { addAccountCommands } from './accounts.ts'
import { addAuditCommand } from './audit.ts'
import { addKeyCommands } from './keys.ts'
import { addTwinCommands } from './twins.ts'
import { addVoiceCommands } from './voices.ts'
import type { Office } from './office.ts'

/**
 * Works on the running service's database; where the embedded one is not running, it is started
 * for as long as the command takes.
 */
const office: Office = async (work) => {
  const config = readConfig()
  const database =
    config.databaseUrl === null
      ? await startPostgres({ dataDir: config.dataDir, progress: SILENT_PROGRESS })
      : { url: config.databaseUrl, adopted: true, stop: () => Promise.resolve() }
  let administration: Administration | null = null
  try {
    await migrate(database.url)
    const log = createLog({ level: 'silent' })
    const masterKey = await readMasterKey(config)
    administration = createAdministration(config, { databaseUrl: database.url, masterKey, log })
    await work(administration)
  } finally {
    await administration?.close()
    if (!database.adopted) await database.stop()
  }
}

const program = new Command('admin')
  .description('Accounts of this service, and what is theirs.')
  .showHelpAfterError('(add --help for what can be said here)')
addAccountCommands(program, office)
addKeyCommands(program, office)
addTwinCommands(program, office)
addVoiceCommands(program, office)
addAuditCommand(program, office)

try {
  await program.parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
