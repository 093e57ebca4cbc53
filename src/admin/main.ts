import { Command, Help } from 'commander'
import type { Option } from 'commander'

import { createAdministration } from '../app/administration.ts'
import type { OperatorsAdministration } from '../app/administration.ts'
import { readConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { SILENT_PROGRESS } from '../process/progress.ts'
import { findRunningTemporal } from '../embedded/temporal-server.ts'
import { createLog } from '../process/log.ts'
import { readMasterKeys } from '../config/master-key.ts'
import { addAccountCommands } from './accounts.ts'
import { addAuditCommand } from './audit.ts'
import { addKeyCommands } from './keys.ts'
import { addModerationCommands } from './moderation.ts'
import { addPeopleCommands } from './people.ts'
import { addPlanCommands } from './plans.ts'
import { addSecretCommands } from './secrets.ts'
import { addPronunciationCommands } from './pronunciations.ts'
import { addReleaseCommands } from './releases.ts'
import { addTwinCommands } from './twins.ts'
import { addVideoCommands } from './videos.ts'
import { addVoiceCommands } from './voices.ts'
import { addWebhookCommands } from './webhooks.ts'
import type { Office } from './office.ts'

/**
 * Opens the database of the running service. If the embedded PostgreSQL is not running, starts it for the duration of
 * the command.
 */
const open: Office = async (work) => {
  const config = readConfig()
  const database =
    config.databaseUrl === null
      ? await startPostgres({ dataDir: config.dataDir, progress: SILENT_PROGRESS })
      : { url: config.databaseUrl, adopted: true, stop: () => Promise.resolve() }
  let administration: OperatorsAdministration | null = null
  try {
    // Behind a pooler, whoever may migrate has its own address: the one-shot process of the deployment.
    if (config.databasePooler === null || config.databaseDirectUrl !== null)
      await migrate(database.url, config)
    const log = createLog({ level: 'silent' })
    const masterKeys = await readMasterKeys(config)
    const temporalAddress = config.temporalAddress ?? (await findRunningTemporal(config.dataDir))
    const surroundings = { databaseUrl: database.url, temporalAddress, masterKeys, log }
    administration = createAdministration(config, surroundings)
    await work(administration)
  } finally {
    await administration?.close()
    if (!database.adopted) await database.stop()
  }
}

const office: Office = (work) =>
  open(async (administration) => {
    await administration.secrets.claim()
    await work(administration)
  })

/** Commander itself tells of a required option only when it is missing. */
const help = new Help()
const optionDescription = (option: Option) =>
  `${help.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`

const program = new Command('admin')
  .description('Manage the accounts of this service, with their keys, twins, voices and webhooks.')
  .configureHelp({ optionDescription })
  .showHelpAfterError('(run with --help for usage)')
addAccountCommands(program, office)
addPeopleCommands(program, office)
addKeyCommands(program, office)
addTwinCommands(program, office)
addVideoCommands(program, office)
addVoiceCommands(program, office)
addPronunciationCommands(program, office)
addWebhookCommands(program, office)
addModerationCommands(program, office)
addPlanCommands(program, office)
addAuditCommand(program, office)
addReleaseCommands(program)
// These commands diagnose missing master keys, so they also work without the right ones.
addSecretCommands(program, open)

try {
  await program.parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
