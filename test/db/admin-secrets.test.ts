import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deriveKeys } from '../../src/secrets/derive-keys.ts'
import { newDevelopmentKey } from '../../src/secrets/development-key.ts'
import { createTestDatabase } from '../support/database.ts'

const [oldKey, newKey, foreignKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const text = (key: Buffer) => key.toString('base64')

let databaseUrl: string
let folder: string
let keyFile: string

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

async function run(entry: string, args: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'silent', ...settings }
  try {
    const command = ['bootstrap.mjs', entry, ...args]
    return { code: 0, ...(await promisify(execFile)(process.execPath, command, { env })) }
  } catch (error) {
    return error as Ended
  }
}

/** `npm run -s admin -- …` with the keys of the file. */
const admin = (...args: string[]) => run('src/admin/main.ts', args, { MASTER_KEY_FILE: keyFile })

async function json(...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await admin(...args, '--json')
  return JSON.parse(stdout || JSON.stringify(stderr)) as unknown
}

const useKeys = (...keys: Buffer[]) =>
  writeFile(keyFile, ['# newest first', ...keys.map(text), ''].join('\n'))

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'master-keys-'))
  keyFile = path.join(folder, 'master.keys')
})
afterAll(() => rm(folder, { recursive: true }))

test('an operator changes the master key by the commands of docs/secrets.md', async () => {
  await useKeys(oldKey)
  const newAccount = ['--email', 'a@example.com', '--name', 'A', '--plan', 'starter']
  const { id: accountId } = (await json('accounts', 'create', ...newAccount)) as { id: string }
  const { id: apiKeyId } = (await json('keys', 'create', '--account', accountId, '--name', 'k')) as {
    id: string
  }
  const [oldRow, newRow] = [oldKey, newKey].map((key) => ({
    key: deriveKeys(key).id,
    all_used_since: null,
  })) as [object, { key: string }]

  await useKeys(newKey, oldKey)
  expect(await json('secrets', 'rotate')).toEqual({
    key: newRow.key,
    resealed: 1,
    unopened: 0,
    api_keys_left: 1,
  })
  expect(await json('secrets', 'status')).toEqual([
    { ...newRow, role: 'newest', secrets: 1, api_keys: 0, can_be_dropped: false },
    { ...oldRow, role: 'older', secrets: 0, api_keys: 1, can_be_dropped: false },
  ])
  expect(await json('keys', 'revoke', apiKeyId)).toMatchObject({ revoked: true })
  expect(await json('secrets', 'status')).toContainEqual({
    ...oldRow,
    role: 'older',
    secrets: 0,
    api_keys: 0,
    can_be_dropped: true,
  })
  expect(await json('secrets', 'rotate')).toMatchObject({ resealed: 0, api_keys_left: 0 })

  await useKeys(newKey)
  expect(await admin('accounts', 'list')).toMatchObject({ code: 0 })
})

test('with the wrong key nothing is kept, and it is told which one is needed', async () => {
  await useKeys(foreignKey)
  const { code, stderr } = await admin('accounts', 'list')
  expect(code).toBe(1)
  expect(stderr).toContain(`needs the master key ${deriveKeys(newKey).id}`)
  expect(stderr).not.toContain(text(foreignKey))
  const rotated = await admin('secrets', 'rotate', '--json')
  expect(rotated.code).toBe(1)
  expect(JSON.parse(rotated.stdout)).toMatchObject({ resealed: 0, unopened: 1 })
})

describe.each(['src/server.ts', 'src/worker.ts'])('%s, in production, does not start', (program) => {
  const production = { TEMPORAL_ADDRESS: 'localhost:1', PUBLIC_URL: 'https://v.example' }

  test.each([
    ['made automatically', newDevelopmentKey()],
    ['of zeros', Buffer.alloc(32)],
  ])('with a key %s, and says how to make one', async (_, key) => {
    const { code, stderr } = await run(program, [], { ...production, MASTER_KEY: text(key) })
    expect(code).toBe(1)
    expect(stderr).toMatch(/Production needs a master key of its own[\s\S]*openssl rand -base64 32/u)
    expect(stderr).not.toContain(text(key))
  })

  test('with another key than the other processes, and says which one they have', async () => {
    const database = { DATABASE_URL: await createTestDatabase() }
    await run('src/admin/main.ts', ['accounts', 'list'], { ...database, MASTER_KEY: text(newKey) })
    const settings = { ...production, ...database, MASTER_KEY: text(foreignKey) }
    const { code, stderr } = await run(program, [], settings)
    expect(code).toBe(1)
    expect(stderr).toContain(`needs the master key ${deriveKeys(newKey).id}`)
  })
})

test('the one command does not make a key when it runs in production', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' }
  const { code, stderr } = await run('src/main.ts', [], { ...settings, TEMPORAL_ADDRESS: 'localhost:1' })
  expect(code).toBe(1)
  expect(stderr).toContain('Production needs a master key of its own: none was given')
})
