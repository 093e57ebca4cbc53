import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { generateRowTypes } from '../../scripts/support/generate-row-types.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase } from '../support/database/database.ts'

test('the row types are those of the migrated database (else: npm run row-types)', async () => {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl)
  const folder = await mkdtemp(path.join(tmpdir(), 'presenter-row-types-'))
  const generated = path.join(folder, 'schema.ts')
  const result = await generateRowTypes(databaseUrl, generated)
  expect(result.ok, result.output).toBe(true)
  expect(await readFile(generated, 'utf8')).toBe(await readFile('src/db/schema.ts', 'utf8'))
  await rm(folder, { recursive: true })
})

test('migrating again changes nothing, also from several processes at once', async () => {
  const databaseUrl = await createTestDatabase()
  await Promise.all([migrate(databaseUrl), migrate(databaseUrl), migrate(databaseUrl)])
  await migrate(databaseUrl)
})
