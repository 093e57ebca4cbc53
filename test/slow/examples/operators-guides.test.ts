import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../../src/config/config.ts'
import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { CODE_OF_GUIDES } from '../../support/programs/guide-code.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { startTwinService } from '../../support/twin/twin-service.ts'
import type { TwinService } from '../../support/twin/twin-service.ts'

const COMMANDS = CODE_OF_GUIDES.flatMap(({ page, administration }) =>
  administration.map((words) => ({ page, command: words.join(' '), words })),
)

const SETTINGS = CODE_OF_GUIDES.flatMap(({ page, settings: blocks, json }) =>
  blocks.map((settings) => ({ page, names: Object.keys(settings).join(', '), settings, json })),
)

let at: TwinService
let admin: Admin

beforeAll(async () => {
  at = await startTwinService()
  admin = createAdmin(at.service.settings)
})
afterAll(async () => {
  await admin.stop()
  await at.stop()
})

/** Somebody has recorded themselves, and the checks are not sure. */
async function twinInReview(): Promise<string> {
  const twin = await at.start()
  await twin.recordAll()
  await twin.consent()
  await twin.builds.askForReview(twin.twinId, { likeness: 0.61 })
  return twin.twinId
}

async function finishedTwin(): Promise<string> {
  const twin = await at.start()
  await twin.complete()
  return twin.twinId
}

/** A customer has asked for another plan. */
async function planRequest(): Promise<string> {
  const owner = await signedIn(at.service, await at.service.account('free'))
  return (await owner.request('POST', '/plans/growth/order')).body.request.id
}

/** What an operator writes in the place of a word of the guide: something that is there, or that is to be made. */
async function filled(word: string, command: string): Promise<string> {
  const isNew = /\b(?:create|invite)\b/u.test(command)
  if (word === 'acc_…') return at.account.accountId
  if (word === 'plr_…') return planRequest()
  if (word === 'twn_…') return command.includes('review') ? twinInReview() : finishedTwin()
  if (!word.includes('@')) return word
  return isNew ? `${randomUUID()}@example.com` : (await signedIn(at.service, at.account)).email
}

test.each(COMMANDS)('$page: admin $command', async ({ command, words }) => {
  const said = await Promise.all(words.map((word) => filled(word, command)))
  const { code, stdout, stderr } = await admin.say(...said)
  expect(code, stderr).toBe(0)
  expect(stdout).not.toBe('')
})

test('all guides together tell of many commands', () => {
  expect(COMMANDS.length).toBeGreaterThan(15)
})

test.each(SETTINGS)('$page: the settings $names are accepted together', async ({ settings, json }) => {
  const known = await readFile('.env.example', 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'presenter-settings-'))
  const given: Record<string, string> = { ...settings }
  for (const name of Object.keys(settings)) {
    expect(known).toContain(`${name}=`)
    if (!name.endsWith('_FILE')) continue
    // A file that the page shows, or one with a secret.
    given[name] = join(folder, name)
    await writeFile(given[name], json[0] ?? randomUUID())
  }
  // What all processes need beside the settings of a page.
  if (given['DATABASE_URL'] !== undefined) given['MASTER_KEY'] = randomBytes(32).toString('base64')
  expect(() => readConfig(given)).not.toThrow()
  await rm(folder, { recursive: true })
})
