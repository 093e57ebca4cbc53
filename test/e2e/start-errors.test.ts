import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { startProgram } from '../support/programs/program.ts'

const SETTINGS = {
  DATABASE_URL: 'postgres://localhost:1/none',
  TEMPORAL_ADDRESS: 'localhost:1',
  PUBLIC_URL: 'https://v.example',
  MASTER_KEY: randomBytes(32).toString('base64'),
}

describe.each(['src/server.ts', 'src/worker.ts', 'src/migrate.ts'])('%s', (entry) => {
  test.each([
    ['a wrong one', { ...SETTINGS, PORT: 'none' }, 'PORT'],
    ['a missing one', { ...SETTINGS, TEMPORAL_ADDRESS: '' }, 'TEMPORAL_ADDRESS'],
  ])('ends with one line of JSON that names the setting: %s', async (_, settings, name) => {
    const program = startProgram(entry, [], settings)
    expect(await program.ended).toBe(1)
    // What comes before is told of compiling the sources.
    const lines = program.output().split('\n').filter(Boolean)
    const told = lines.slice(lines.findIndex((line) => line.startsWith('{')))
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'fatal', msg: expect.stringContaining(name) }),
    ])
  })
})

test.each(['thrown', 'rejected'])(
  'a crash is one line of JSON too: an error that is %s later',
  async (how) => {
    const program = startProgram('test/support/programs/crashing-program.ts', [how], {})
    expect(await program.ended).toBe(1)
    const lines = program.output().split('\n').filter(Boolean)
    const told = lines.slice(lines.findIndex((line) => line.startsWith('{')))
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'fatal', msg: 'a bug', role: 'worker', release: '1.2.3' }),
    ])
  },
)
