import { readConfig, requireOutside } from './config/config.ts'
import { migrate } from './db/migrate.ts'

/** One-shot process of a deployment: brings the database up to this version's schema. */
await migrate(requireOutside(readConfig()).databaseUrl)
