import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { createTestDatabase } from '../../support/database/database.ts'
import pg from 'pg'

const ACCOUNT = 'a@example.com'
const PUBLIC_URL = 'https://video.example.com'

let admin: Admin['say']
let json: Admin['json']
let stop: Admin['stop']
let client: pg.Client
let accountId: string

beforeAll(async () => {
  const databaseUrl = await createTestDatabase()
  const settings = { DATABASE_URL: databaseUrl, MASTER_KEY: randomBytes(32).toString('base64'), PUBLIC_URL }
  ;({ say: admin, json, stop } = createAdmin(settings))
  accountId = (await json('accounts', 'create', '--email', ACCOUNT, '--name', 'A', '--plan', 'free')).id
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await stop()
  await client.end()
})

/** Somebody who has accepted an invitation. */
async function join(id: string, email: string, role: string): Promise<void> {
  await client.query('insert into people (id, name, email) values ($1, $1, $2)', [id, email])
  await client.query('insert into members (account_id, person_id, role) values ($1, $2, $3)', [
    accountId,
    id,
    role,
  ])
}

/** What is kept of the newest link. */
async function newestInvitation(): Promise<Record<string, unknown>> {
  const { rows } = await client.query('select * from invitations order by created_at desc limit 1')
  return rows[0]
}

describe('an invitation', () => {
  test('is a link at the public address, of which only a hash is kept', async () => {
    const made = await json('people', 'invite', '--account', ACCOUNT, '--email', 'New@Example.com')
    expect(made).toMatchObject({ email: 'new@example.com', account: accountId, role: 'member' })
    expect(made.link).toMatch(/^https:\/\/video\.example\.com\/join#[\w-]{43}$/u)
    const kept = await newestInvitation()
    expect(kept).toMatchObject({ role: 'member', is_operator: false, resets: false })
    expect(JSON.stringify(kept)).not.toContain(made.link.split('#')[1])
  })

  test('makes an owner, or an operator, when asked to', async () => {
    await json(
      'people',
      'invite',
      '--account',
      accountId,
      '--email',
      'o@example.com',
      '--role',
      'owner',
      '--operator',
    )
    expect(await newestInvitation()).toMatchObject({ role: 'owner', is_operator: true, resets: false })
  })

  test.each([
    [['--account', ACCOUNT, '--email', 'nobody'], 'is not a mail address'],
    [['--account', ACCOUNT, '--email', 'x@example.com', '--role', 'king'], 'owner or member, not "king"'],
    [['--account', 'acc_0', '--email', 'x@example.com'], 'There is no account "acc_0".'],
  ])('with %j is refused with the reason', async (options, reason) => {
    const answer = await admin('people', 'invite', ...options)
    expect(answer.code).toBe(1)
    expect(answer.stderr).toContain(reason)
  })
})

describe('people', () => {
  beforeAll(async () => {
    await join('per_1', 'owner@example.com', 'owner')
    await join('per_2', 'member@example.com', 'member')
  })

  test('are listed with their account and role', async () => {
    const people = await json('people', 'list')
    expect(people).toMatchObject([
      { id: 'per_1', email: 'owner@example.com', account: accountId, role: 'owner', operator: false },
      { id: 'per_2', email: 'member@example.com', account: accountId, role: 'member', operator: false },
    ])
    expect(await json('people', 'list', '--account', ACCOUNT)).toEqual(people)
  })

  test('who have a sign-in are not promised to become operators', async () => {
    const whom = ['--account', ACCOUNT, '--email', 'member@example.com', '--operator']
    const answer = await admin('people', 'invite', ...whom)
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.stderr).toContain('Use people operator')
  })

  test('who have a sign-in become operators, and stop being it', async () => {
    const isOperator = async () => {
      const people = (await json('people', 'list')) as { email: string; operator: boolean }[]
      return people.find(({ email }) => email === 'member@example.com')?.operator
    }
    const whom = ['people', 'operator', '--email', 'Member@example.com']
    expect(await json(...whom)).toEqual({ email: 'member@example.com', operator: true })
    expect(await isOperator()).toBe(true)
    expect(await json(...whom, '--remove')).toEqual({ email: 'member@example.com', operator: false })
    expect(await isOperator()).toBe(false)
  })

  test('get a link that sets a new password and leaves their role as it is', async () => {
    const made = await json('people', 'reset', '--email', 'OWNER@example.com')
    expect(made).toMatchObject({ email: 'owner@example.com', account: accountId, role: 'owner' })
    expect(await newestInvitation()).toMatchObject({ resets: true, is_operator: false })
  })

  test.each(['reset', 'operator'])('nobody knows are told so by %s', async (command) => {
    expect(await admin('people', command, '--email', 'who@example.com')).toMatchObject({
      code: 1,
      stderr: 'Nobody signs in as "who@example.com".\n',
    })
  })

  test('are taken out of an account, but never its last owner', async () => {
    const whom = ['--account', ACCOUNT, '--email', 'owner@example.com']
    const refused = await admin('people', 'remove', ...whom)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('is the last owner')
    expect(await json('people', 'remove', '--account', ACCOUNT, '--email', 'member@example.com')).toEqual({
      account: accountId,
      email: 'member@example.com',
      removed: true,
    })
    expect(await json('people', 'list')).toHaveLength(1)
    const again = await admin('people', 'remove', '--account', ACCOUNT, '--email', 'member@example.com')
    expect(again).toMatchObject({ code: 1, stderr: `member@example.com does not work for ${accountId}.\n` })
  })

  test('who work for no account any more are invited, not given a new password', async () => {
    const answer = await admin('people', 'reset', '--email', 'member@example.com')
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.stderr).toContain('Use people invite')
  })
})

describe('an address that somebody else should have', () => {
  test('is freed, and who had it keeps all but the address', async () => {
    await join('per_squatter', 'kim-himself@example.com', 'member')
    const meant = await json('people', 'invite', '--account', ACCOUNT, '--email', 'kim-other@example.com')
    expect(meant.link).toContain('/join#')
    const freed = await json('people', 'free', '--email', 'Kim-Himself@example.com')
    expect(freed).toEqual({
      person: 'per_squatter',
      freed: 'kim-himself@example.com',
      signs_in_as: 'per_squatter@freed.invalid',
    })
    const people = await json('people', 'list', '--account', ACCOUNT)
    expect(people).toContainEqual(
      expect.objectContaining({ id: 'per_squatter', email: 'per_squatter@freed.invalid', role: 'member' }),
    )
    expect(
      await json('people', 'invite', '--account', ACCOUNT, '--email', 'kim-himself@example.com'),
    ).toMatchObject({
      email: 'kim-himself@example.com',
    })
  })

  test('cannot be freed when nobody signs in with it', async () => {
    expect(await json('people', 'free', '--email', 'nobody@example.com')).toContain('Nobody signs in')
  })
})
