import { randomBytes } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { VOICES } from '../../../src/speech/voice-catalogue.ts'

import { createAdmin } from '../../support/programs/admin.ts'
import type { Admin } from '../../support/programs/admin.ts'
import { createTestDatabase } from '../../support/database/database.ts'

let databaseUrl: string
let admin: Admin['say']
let json: Admin['json']
let stop: Admin['stop']
let accountId: string

beforeAll(async () => {
  databaseUrl = await createTestDatabase()
  const masterKey = randomBytes(32).toString('base64')
  ;({ say: admin, json, stop } = createAdmin({ DATABASE_URL: databaseUrl, MASTER_KEY: masterKey }))
  const account = ['--email', 'a@example.com', '--name', 'A', '--plan', 'starter']
  accountId = (await json('accounts', 'create', ...account)).id
})
afterAll(() => stop())

describe('twins', () => {
  test('are made, listed, switched off and on, and deleted', async () => {
    const options = ['--account', accountId, '--name', 'Anna', '--look', 'maya', '--voice', 'flite:slt']
    const twin = await json('twins', 'create', ...options, '--status', 'building')
    expect(twin).toMatchObject({ account: accountId, name: 'Anna', state: 'building', look: 'maya' })
    expect(await json('twins', 'list', '--account', accountId)).toEqual([twin])
    expect(await json('twins', 'switch-off', twin.id)).toEqual({ ...twin, switched_off: true })
    expect(await json('twins', 'switch-on', twin.id)).toEqual(twin)
    const { events } = await json('twins', 'show', twin.id)
    expect(events).toMatchObject([
      { what: 'switched_off', who: 'operator' },
      { what: 'switched_on', who: 'operator' },
    ])
    const { events: since } = await json('twins', 'show', twin.id)
    expect(since.slice(events.length)).toMatchObject([{ what: 'consent_shown', who: 'operator' }])
    expect(await json('twins', 'reviews')).toEqual([])
    const undecided = await admin('twins', 'review', twin.id, '--decision', 'approve')
    expect(undecided).toMatchObject({ code: 1, stderr: `${twin.id} does not wait for a review.\n` })
    expect(await json('twins', 'delete', twin.id)).toEqual({ id: twin.id, deleted: true })
    expect(await json('twins', 'list')).toEqual([])
    const again = await admin('twins', 'delete', twin.id)
    expect(again).toMatchObject({ code: 1, stderr: `There is no twin "${twin.id}".\n` })
  })
})

test.each([
  ['accounts', ['--email', 'b@example.com', '--plan', 'free']],
  ['keys', []],
  ['twins', ['--look', 'maya', '--voice', 'flite:slt']],
])('%s create takes the names that the application takes, and no others', async (things, options) => {
  const of = things === 'accounts' ? [] : ['--account', accountId]
  const create = (name: string) => admin(things, 'create', ...of, ...options, '--name', name, '--json')
  for (const [name, why] of [
    ['\u001B]0;owned\u0007', 'Remove the control characters.'],
    ['gnp.exe\u202E', 'Remove the control characters.'],
    ['   ', 'This field must not be empty.'],
    ['a'.repeat(201), /At most (60|100|200) characters/u],
  ] as const) {
    expect(await create(name)).toMatchObject({ code: 1, stderr: expect.stringMatching(why) })
  }
  const { code, stdout } = await create('  Zoë  ')
  expect([code, JSON.parse(stdout).name]).toEqual([0, 'Zoë'])
  if (things === 'twins') await admin('twins', 'delete', JSON.parse(stdout).id)
})

test('the help of a command says which of its options are required', async () => {
  const { code, stdout } = await admin('twins', 'create', '--help')
  expect(code).toBe(0)
  const options = stdout.split(/\n {2}(?=-)/u).slice(1)
  const required = options.filter((option) => option.includes('(required)'))
  expect(required.map((option) => /^--\w+/u.exec(option)?.[0])).toEqual([
    '--account',
    '--name',
    '--look',
    '--voice',
  ])
})

test('a new account has starred all but earlier voices; stars come and go, and voices keep their ids', async () => {
  const listed = await json('voices', 'list', '--account', accountId)
  const starred = listed.map(({ voice }: { voice: string }) => voice)
  const first = VOICES.filter(({ isEarlier }) => !isEarlier).map(({ id }) => id)
  expect(starred.toSorted()).toEqual(first.toSorted())
  expect(await json('voices', 'star', 'kokoro:nora', '--account', accountId)).toMatchObject({
    voice: 'kokoro:nora',
  })
  expect(await json('voices', 'list', '--account', accountId)).toHaveLength(listed.length + 1)
  expect(starred).toContain('flite:slt')
  const slt = listed.find(({ voice }: { voice: string }) => voice === 'flite:slt')
  expect(await json('voices', 'unstar', slt.id, '--account', accountId)).toEqual({
    id: slt.id,
    starred: false,
  })
  expect(await json('voices', 'list', '--account', accountId)).toHaveLength(listed.length)
  expect(await json('voices', 'star', 'flite:slt', '--account', accountId)).toEqual(slt)
})

describe('requests for other plans', () => {
  async function requestPlan(planId: string): Promise<string> {
    const id = `plr_${planId}_${Math.random().toString(36).slice(2)}`
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query('insert into plan_requests (id, account_id, plan_id) values ($1, $2, $3)', [
      id,
      accountId,
      planId,
    ])
    await client.end()
    return id
  }

  test('are listed, approved and declined', async () => {
    const id = await requestPlan('growth')
    expect(await json('plans', 'requests')).toEqual([
      expect.objectContaining({ id, account: accountId, plan: 'starter', wanted: 'growth', status: 'open' }),
    ])
    expect(await json('plans', 'approve', id, '--note', 'Welcome.')).toMatchObject({
      plan: 'growth',
      status: 'approved',
      note: 'Welcome.',
    })
    const other = await requestPlan('scale')
    expect(await json('plans', 'decline', other)).toMatchObject({
      plan: 'growth',
      status: 'declined',
      note: null,
    })
    expect(await json('plans', 'requests')).toEqual([])
    const again = await admin('plans', 'approve', other)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no open request') })
    await json('accounts', 'set-plan', '--account', accountId, '--plan', 'starter')
  })

  test('stay open when their plan is no longer there', async () => {
    const id = await requestPlan('gold')
    expect(await admin('plans', 'approve', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no plan "gold"'),
    })
    expect(await json('plans', 'requests')).toEqual([expect.objectContaining({ id, status: 'open' })])
    await json('plans', 'decline', id)
  })
})

describe('audit', () => {
  test('passes on right books and fails on a planted difference', async () => {
    expect(await admin('audit')).toMatchObject({ code: 0, stdout: 'No discrepancies found.\n' })
    expect(await json('audit')).toEqual([])
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('update accounts set remaining_seconds = remaining_seconds + 5 where id = $1', [
      accountId,
    ])
    await client.end()

    const { code, stdout } = await admin('audit', '--json')

    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      {
        account: accountId,
        video: null,
        rule: 'remaining seconds are the sum of the ledger',
        expected: 3600,
        found: 3605,
      },
    ])
  })
})

test('decisions about videos are counted by day, newest first, by account and who decided', async () => {
  const { id: other } = await json(
    'accounts',
    'create',
    '--email',
    'moderated@example.com',
    '--name',
    'B',
    '--plan',
    'free',
  )
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ day: string; account: string; decided_by: string }>(
    `insert into moderation_counts (account_id, day, decided_by, decision, count)
     select account, (clock_timestamp() at time zone 'utc')::date - ago, decided_by, decision, count
     from (values ($1, 0, 'service', 'allow', 7), ($1, 0, 'words', 'refuse', 2), ($1, 29, 'silence', 'refuse', 1),
       ($1, 30, 'service', 'allow', 9), ($2, 0, 'service', 'allow', 3)) as made (account, ago, decided_by, decision, count)
     returning day::text, account_id as account, decided_by, decision, count`,
    [accountId, other],
  )
  await client.end()
  const mine = rows.filter(({ account }) => account === accountId)
  expect(await json('moderation', 'counts', '--account', accountId)).toEqual(mine.slice(0, 3))
  expect(await json('moderation', 'counts', '--account', accountId, '--days', '31')).toEqual(mine)
  const today = [...mine.slice(0, 2), rows.at(-1)].toSorted((a, b) => (a!.account < b!.account ? -1 : 1))
  expect(await json('moderation', 'counts', '--days', '1')).toEqual(today)
  const wrong = await admin('moderation', 'counts', '--days', '0')
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('whole number from 1') })
})

describe('pronunciations', () => {
  test('are set, listed and removed', async () => {
    const set = await json('pronunciations', 'set', 'Nguyen', 'nwin', '--account', accountId)
    expect(set).toMatchObject({ word: 'Nguyen', say_as: 'nwin' })
    expect(await json('pronunciations', 'list', '--account', accountId)).toEqual([set])
    const removed = await json('pronunciations', 'remove', 'Nguyen', '--account', accountId)
    expect(removed).toEqual({ word: 'Nguyen', removed: true })
    expect(await admin('pronunciations', 'remove', 'Nguyen', '--account', accountId)).toMatchObject({
      code: 1,
    })
  })

  test('are refused for words that are none and accounts that are not there', async () => {
    const wrong = await admin('pronunciations', 'set', 'two words', 'x', '--account', accountId)
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Send a single word') })
    const nobody = await admin('pronunciations', 'set', 'word', 'x', '--account', 'acc_nobody')
    expect(nobody).toMatchObject({ code: 1, stderr: 'There is no account "acc_nobody".\n' })
  })
})

describe('a key', () => {
  const create = ['keys', 'create', '--account', 'a@example.com', '--name', 'Report']

  test('is limited to scopes, and expires', async () => {
    const scopes = ['--scope', 'videos:read', 'webhooks', '--scope', 'account:read']
    const key = await json(...create, ...scopes, '--expires', '2100-03-31')
    expect(key).toMatchObject({
      scopes: ['videos:read', 'webhooks', 'account:read'],
      expires_at: '2100-03-31T00:00:00.000Z',
      last_used_from: null,
    })
    const plain = await json(...create)
    expect(plain).toMatchObject({ scopes: 'all', expires_at: null })
    expect((await admin('keys', 'list')).stdout).toContain('["videos:read","webhooks","account:read"]')
  })

  test.each([
    [['--scope', 'videos'], 'Allowed choices are videos:read, '],
    [['--expires', '2100-02-31'], 'Must be a day or a time in UTC'],
    [['--expires', 'tomorrow'], 'Must be a day or a time in UTC'],
    [['--expires', '2100-01-01T00:00:00'], 'Must be a day or a time in UTC'],
    [['--expires', '2020-01-01'], 'expires_at: Choose a time in the future.'],
  ])('is not made with %j', async (options, why) => {
    expect(await admin(...create, ...options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(why),
    })
  })
})

describe('an account', () => {
  const EMAIL = 'a@example.com'

  test('is named by its email address wherever it is named by its id', async () => {
    const options = ['--account', EMAIL]
    const key = await json('keys', 'create', ...options, '--name', 'By address')
    expect(await json('keys', 'list', ...options)).toContainEqual(expect.objectContaining({ id: key.id }))
    expect(await json('accounts', 'set-plan', ...options, '--plan', 'growth')).toMatchObject({
      id: accountId,
    })
    expect(await json('accounts', 'rename', ...options, '--name', 'Kern Ltd')).toMatchObject({
      id: accountId,
      name: 'Kern Ltd',
    })
    expect(await json('voices', 'list', ...options)).toEqual(
      await json('voices', 'list', '--account', accountId),
    )
    await json('pronunciations', 'set', 'Siobhan', 'shivawn', ...options)
    expect(await json('pronunciations', 'list', '--account', accountId)).toHaveLength(1)
    await json('pronunciations', 'remove', 'Siobhan', ...options)
    const look = ['--name', 'Anna', '--look', 'maya', '--voice', 'flite:slt']
    const twin = await json('twins', 'create', ...options, ...look)
    expect(await json('twins', 'list', ...options)).toEqual([twin])
    await json('twins', 'delete', twin.id)
  })

  test.each(['acc_nobody', 'nobody@example.com'])('that is not there is said so: %s', async (named) => {
    for (const command of [
      ['keys', 'list'],
      ['voices', 'list'],
      ['twins', 'list'],
      ['pronunciations', 'list'],
      ['webhooks', 'show'],
      ['accounts', 'set-plan', '--plan', 'growth'],
      ['accounts', 'rename', '--name', 'Kern Ltd'],
    ]) {
      const answer = await admin(...command, '--account', named)
      expect(answer).toMatchObject({ code: 1, stderr: `There is no account "${named}".\n` })
    }
  })
})
