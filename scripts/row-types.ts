/**
 * Row types from the migrated database: `npm run row-types`, after a new migration.
 *
 * The migrations are run on a database that is made for it and thrown away, so that the types follow
 * from nothing else.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '../src/db/migrate.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { createProgress } from '../src/process/progress.ts'
import { generateRowTypes } from './support/generate-row-types.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'presenter-row-types-'))
await chmod(dataDir, 0o755)
const progress = createProgress()
const postgres = await startPostgres({ dataDir, progress, scratch: true })
try {
  await migrate(postgres.url)
  const result = await generateRowTypes(postgres.url, 'src/db/schema.ts')
  if (!result.ok) throw new Error(result.output)
  progress.step('Row types').done('src/db/schema.ts')
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
