import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdministration } from '../../../src/app/administration.ts'
import type { Administration } from '../../../src/app/administration.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/process/log.ts'
import { deriveKeys } from '../../../src/secrets/derive-keys.ts'
import { newDevelopmentKey } from '../../../src/secrets/development-key.ts'
import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { createMigratedDatabase } from '../../support/database/database.ts'

const [oldKey, newKey, foreignKey] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const text = (key: Buffer) => key.toString('base64')

const newId = deriveKeys(newKey).id
const UNUSED = { all_used_since: null }

let databaseUrl: string
let folder: string
const administrations: Administration[] = []
let keyFile: string
let admin: Admin | undefined

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

const useKeys = (...keys: Buffer[]) =>
  writeFile(keyFile, ['# newest first', ...keys.map(text), ''].join('\n'))

/** A new database with an account and an API key that were made under a master key. */
async function keptUnder(masterKey: Buffer) {
  databaseUrl = await createMigratedDatabase()
  const log = createLog({ level: 'silent' })
  const surroundings = { databaseUrl, temporalAddress: null, masterKeys: [masterKey], log }
  const administration = createAdministration(readConfig({}), surroundings)
  administrations.push(administration)
  const { apiKeys, createAccount, createApiKey, secrets } = administration
  await secrets.claim()
  const { account } = await createAccount({ email: 'a@example.com', name: 'A', planId: 'starter' })
  const { apiKey } = await createApiKey({ accountId: account.id, name: 'k' })
  return { database: databaseUrl, apiKeys, apiKeyId: apiKey.id }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'master-keys-'))
  keyFile = path.join(folder, 'master.keys')
})
afterAll(async () => {
  await admin?.stop()
  await Promise.all(administrations.map((administration) => administration.close()))
  await rm(folder, { recursive: true })
})

test('an operator changes the master key by the commands of docs/secrets.md', async () => {
  const { database, apiKeys, apiKeyId } = await keptUnder(oldKey)
  admin = createAdmin({ DATABASE_URL: database, LOG_LEVEL: 'silent', MASTER_KEY_FILE: keyFile })
  const [oldRow, newRow] = [
    { ...UNUSED, key: deriveKeys(oldKey).id },
    { ...UNUSED, key: newId },
  ]

  await useKeys(newKey, oldKey)
  const rotated = { key: newId, resealed: 1, unopened: 0, api_keys_left: 1 }
  expect(await admin.json('secrets', 'rotate')).toEqual(rotated)
  expect(await admin.json('secrets', 'status')).toEqual([
    { ...newRow, role: 'newest', secrets: 1, api_keys: 0, can_be_dropped: false },
    { ...oldRow, role: 'older', secrets: 0, api_keys: 1, can_be_dropped: false },
  ])
  const payloadKeys = [newKey, oldKey].map((key) => {
    const { id, temporalPayloads } = deriveKeys(key)
    return `${id}:${text(temporalPayloads)}`
  })
  const printed = await admin.say('secrets', 'payload-keys')
  expect(printed.stdout).toBe(`${payloadKeys.join(',')}\n`)
  await apiKeys.revoke(apiKeyId)
  expect(await admin.json('secrets', 'rotate')).toMatchObject({ resealed: 0, api_keys_left: 0 })

  await useKeys(newKey)
  expect(await admin.say('accounts', 'list')).toMatchObject({ code: 0 })
  await useKeys(foreignKey)
  for (const command of ['accounts list', 'secrets rotate']) {
    const { code, stderr } = await admin.say(...command.split(' '))
    expect(code).toBe(1)
    expect(stderr).toContain(`needs the master key ${newId}`)
    expect(stderr).not.toContain(text(foreignKey))
  }
})

describe.each(['src/server.ts', 'src/worker.ts'])('%s, in production, does not start', (program) => {
  const production = { TEMPORAL_ADDRESS: 'localhost:1', PUBLIC_URL: 'https://v.example' }

  test.each([
    ['made automatically', newDevelopmentKey()],
    ['of zeros', Buffer.alloc(32)],
  ])('with a key %s, and says how to make one', async (_, key) => {
    const settings = { ...production, DATABASE_URL: 'postgres://localhost:1/none', MASTER_KEY: text(key) }
    const { code, stderr } = await run(program, [], settings)
    expect(code).toBe(1)
    expect(stderr).toMatch(/Production requires its own master key[\s\S]*openssl rand -base64 32/u)
    expect(stderr).not.toContain(text(key))
  })

  test('with another key than the other processes, and says which one they have', async () => {
    const { database } = await keptUnder(newKey)
    const settings = { ...production, DATABASE_URL: database, MASTER_KEY: text(foreignKey) }
    const { code, stderr } = await run(program, [], settings)
    expect(code).toBe(1)
    expect(stderr).toContain(`needs the master key ${newId}`)
  })
})

test('the one command does not make a key when it runs in production', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' }
  const { code, stderr } = await run('src/main.ts', [], { ...settings, TEMPORAL_ADDRESS: 'localhost:1' })
  expect(code).toBe(1)
  expect(stderr).toContain('Production requires its own master key: none is configured')
})
