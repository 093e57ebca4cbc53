import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../support/database/database.ts'
import { startProgram } from '../support/programs/program.ts'
import { startTestService } from '../support/service/service.ts'
import type { TestService } from '../support/service/service.ts'

let service: TestService
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  service = await startTestService({ worker: false })
  folder = await mkdtemp(join(tmpdir(), 'presenter-check-'))
  // Folders of its own: the service uses its.
  settings = { ...service.settings, DATA_DIR: join(folder, 'data'), STUDIO_PROCESSES: '1' }
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What the check of a process says, and its exit code. */
async function check(role: string, changed: Readonly<Record<string, string>> = {}) {
  const program = startProgram('src/check.ts', [role], { ...settings, ...changed })
  const code = await program.ended
  return { code, page: program.output() }
}

/** The topics of the lines that fail. */
const failing = (page: string) => [...page.matchAll(/^FAIL {2}(\S+(?: \S+)*)/gmu)].map(([, topic]) => topic)

test('a worker that lacks nothing is told so, line by line, and no secret is shown', async () => {
  const { code, page } = await check('worker')
  expect(code, page).toBe(0)
  expect(page).toContain(
    'What a worker of videos, speech, render, assembly, twins, webhooks can reach and do',
  )
  for (const line of [
    /^ok {4}Secrets +Set are .*MASTER_KEY.*DATABASE_URL/mu,
    /^ok {4}Database +PostgreSQL at \S+ answers \S+\.$/mu,
    /^ok {4}Migrations +All migrations of this release have been applied\.$/mu,
    /^ok {4}Master keys +Everything that is stored opens with [0-9a-f]{8}\.$/mu,
    /^ok {4}Temporal +Temporal at \S+, namespace "\S+", answers and is prepared\.$/mu,
    /^ok {4}Disk +/mu,
    /^ok {4}Media store +\S+media takes a file, gives it back and removes it\.$/mu,
    /^ok {4}Voices +The voices of SPEECH_ENGINE=flite are there\.$/mu,
    /^ok {4}Speaking +The child processes that speak answer\.$/mu,
    /^ok {4}Drawing +The child processes that draw answer\.$/mu,
    /^ok {4}Joining +The child processes that join answer\.$/mu,
    /^\S+ +Webhooks +/mu,
    /^Nothing fails\.$/mu,
  ])
    expect(page).toMatch(line)
  expect(page).not.toContain(settings['MASTER_KEY'])
  expect(page).not.toContain(new URL(settings['DATABASE_URL']!).password)
})

test('an API process is asked neither for voices nor for child processes', async () => {
  const { code, page } = await check('api', { SPEECH_ENGINE: 'kokoro', CACHE_DIR: join(folder, 'empty') })
  expect(code, page).toBe(0)
  expect(page).not.toMatch(/Voices|Drawing/u)
  expect(page).toContain('Media store')
})

const AWAY = 'http://localhost:1'
const CASES: readonly (readonly [
  string,
  () => Promise<Record<string, string>>,
  readonly string[],
  string,
])[] = [
  [
    'the database',
    async () => ({ DATABASE_URL: 'postgres://me:hidden-word@localhost:1/none' }),
    ['Database'],
    'nothing listens there',
  ],
  [
    'its tables',
    async () => ({ DATABASE_URL: await createTestDatabase() }),
    ['Migrations'],
    'Run node dist/migrate.js of this release',
  ],
  [
    'its master key',
    async () => ({ MASTER_KEY: randomBytes(32).toString('base64') }),
    ['Master keys'],
    'Stored data needs the master key',
  ],
  ['Temporal', async () => ({ TEMPORAL_ADDRESS: 'localhost:1' }), ['Temporal'], 'no answer'],
  [
    'its namespace',
    async () => ({ TEMPORAL_NAMESPACE: 'nowhere' }),
    ['Temporal'],
    'the namespace does not exist',
  ],
  [
    'the bucket',
    async () => ({
      S3_BUCKET: 'media',
      S3_ENDPOINT: AWAY,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    }),
    ['Media store'],
    'Correct S3_…',
  ],
  [
    'the voices',
    async () => ({ SPEECH_ENGINE: 'kokoro', CACHE_DIR: join(folder, 'empty') }),
    ['Voices'],
    'Run node dist/voices/main.js pull',
  ],
  ['a setting', async () => ({ STUDIO_PROCESSES: 'many' }), ['Settings'], 'STUDIO_PROCESSES'],
  ['the public address', async () => ({ PUBLIC_URL: '' }), ['Settings'], 'Set PUBLIC_URL'],
]

test.each(CASES)(
  'a worker without %s: the check fails for that alone, and says what to do',
  async (_, change, topics, says) => {
    const { code, page } = await check('worker', await change())
    expect(code, page).toBe(1)
    expect(failing(page)).toEqual(topics)
    expect(page).toContain(says)
    expect(page.match(/^FAIL.*\n(?: +(?!Do: ).*\n)* +Do: \S/gmu)).toHaveLength(topics.length)
    expect(page).not.toContain('hidden-word')
  },
)

test('asks what is to be checked', async () => {
  const { code, page } = await check('everything')
  expect(code).toBe(1)
  expect(page).toContain('node dist/check.js worker')
})
