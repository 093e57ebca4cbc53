import { afterAll, beforeAll, expect, test } from 'vitest'

import { startProgram } from '../support/programs/program.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

test('migrate says in a line each what it applied, and that nothing was to do', async () => {
  const settings = { ...service.settings, DATABASE_URL: await createTestDatabase() }
  for (const words of ['"msg":"the database has been migrated"', 'nothing to migrate']) {
    const program = startProgram('src/migrate.ts', [], settings)
    expect(await program.ended, program.output()).toBe(0)
    expect(program.output()).toContain(words)
    expect(program.output()).toContain('the Temporal namespace is as this release needs it')
  }
})
