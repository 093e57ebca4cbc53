import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openDatabase } from '../../src/db/database.ts'
import { createProcessStates } from '../../src/db/processes.ts'
import type { DB } from '../../src/db/schema.ts'
import { createLog } from '../../src/process/log.ts'
import { createMigratedDatabase } from '../support/database/database.ts'

let db: Kysely<DB>

beforeAll(async () => {
  db = openDatabase(await createMigratedDatabase(), createLog({ level: 'silent' }))
})
afterAll(() => db.destroy())

/** A process on a machine whose clock is wrong by so many minutes. */
const processOff = (minutes: number) => createProcessStates(db, () => new Date(Date.now() + minutes * 60_000))

test.each([0, 90, -90])(
  'how long a process lacks something is told rightly although its clock is %i minutes ahead',
  async (minutes) => {
    const startedAt = new Date()
    const since = new Date(Date.now() + minutes * 60_000 - 75_000)
    await processOff(minutes).note({
      id: `off by ${minutes}`,
      name: '7@studio',
      role: 'worker',
      version: '0.1.0',
      buildId: null,
      queues: ['speech'],
      speechEngine: 'auto',
      lacks: [{ need: 'disk', why: 'only 0 MB are free', since }],
      startedAt,
    })
    const [state] = (await processOff(0).seenWithin(60)).filter(({ id }) => id === `off by ${minutes}`)
    const lackingMs = Date.now() - state!.lacks[0]!.since.getTime()
    // It was noted and read in between, however long that took.
    expect(lackingMs).toBeGreaterThan(74_900)
    expect(lackingMs).toBeLessThan(75_000 + (Date.now() - startedAt.getTime()) + 1_000)
    expect(state!.seenAt.getTime()).toBeGreaterThan(startedAt.getTime() - 1_000)
  },
)
