import { randomBytes } from 'node:crypto'

import { getMigrations } from 'better-auth/db/migration'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { seedFirstAccount } from '../../../src/app/seed.ts'
import { logSetupLink } from '../../../src/app/setup-link.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { createLog } from '../../../src/process/log.ts'
import { signInOptions } from '../../../src/sign-in/sign-in.ts'
import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'

const PASSWORD = 'correct horse battery staple'

/** Only the tables are looked at. */
const NOBODY_TRIES = { count: async () => 0 }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

/** Sends JSON as a page of the application does. */
async function post(path: string, body: object, headers: Record<string, string> = {}, { url } = service) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

test('the tables of people and sessions are those that the library expects', async () => {
  const db = openDatabase(service.databaseUrl, createLog({ level: 'silent' }))
  try {
    const setup = {
      db,
      secret: randomBytes(32),
      publicUrl: service.url,
      newId: () => 'x',
      tries: NOBODY_TRIES,
    }
    const { toBeCreated, toBeAdded } = await getMigrations(signInOptions(setup))
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
  } finally {
    await db.destroy()
  }
})

describe('the first owner', () => {
  const owner = { account_name: 'Kern Ltd', name: 'Ada Kern', email: 'ada@example.com', password: PASSWORD }

  /** What an API process logs for whoever started it. */
  async function loggedLinks(): Promise<unknown[]> {
    const lines: unknown[] = []
    await logSetupLink(service.app, { info: (facts) => lines.push(facts) })
    return lines
  }

  test('finds the link in the log of an installation that has no account', async () => {
    const link = `${service.app.publicUrl}/setup#${service.app.setupCode}`
    expect(await loggedLinks()).toEqual([{ setup: link }])
  })

  test.each(['short', 'passwordpassword', 'qwertyuiopasdfgh', 'ada@example.com'])(
    'gets no password that is quickly guessed: %s',
    async (password) => {
      const weak = await post('/api/console/setup', { ...owner, password, code: service.app.setupCode })
      expect(weak).toMatchObject({
        status: 400,
        body: { error: { fields: { password: { code: 'invalid' } } } },
      })
    },
  )

  test('is made by whoever knows the code that the start printed, and once', async () => {
    const wrong = await post('/api/console/setup', { ...owner, code: 'guessed' })
    expect(wrong).toMatchObject({ status: 400, body: { error: { fields: { code: { code: 'invalid' } } } } })

    const { setupCode } = service.app
    expect(await post('/api/console/setup', { ...owner, code: setupCode })).toMatchObject({ status: 200 })
    const again = { ...owner, email: 'eve@example.com', code: setupCode }
    expect(await post('/api/console/setup', again)).toMatchObject({
      status: 400,
      body: { error: { fields: { code: { code: 'reused' } } } },
    })
    const [account] = await service.app.accounts.list()
    expect(account!.name).toBe('Kern Ltd')
    const [first] = await service.app.people.members(account!.id)
    expect(first).toMatchObject({ role: 'owner', person: { email: 'ada@example.com', isOperator: true } })
    expect(await loggedLinks()).toEqual([])
  })
})

describe('where there are accounts and no people yet', () => {
  let another: TestService
  beforeAll(async () => {
    another = await startTestService({ worker: false })
    await another.account()
  })
  afterAll(() => another.stop())

  test('the log has no link: its readers could become operators', async () => {
    const lines: unknown[] = []
    await logSetupLink(another.app, { info: (facts) => lines.push(facts) })
    expect(lines).toEqual([])
  })

  test('the first owner gets the account whose key the start printed, not the one that was made before', async () => {
    const printed = await seedFirstAccount(another.app)
    const { setupCode } = another.app
    const owner = { account_name: 'Kern Ltd', name: 'Ada Kern', email: 'ada@example.com', password: PASSWORD }
    const setup = { ...owner, code: setupCode }
    expect(await post('/api/console/setup', setup, {}, another)).toMatchObject({ status: 200 })
    const [person] = await another.app.people.members(printed!.accountId)
    expect(person).toMatchObject({ role: 'owner', person: { email: 'ada@example.com' } })
    expect(await another.app.accounts.find(printed!.accountId)).toMatchObject({ name: 'Kern Ltd' })
  })
})

describe('a session', () => {
  test('opens the application for its person and for nobody else', async () => {
    const account = await service.account()
    const person = await signedIn(service, account)
    expect(await person.request('GET', '/session')).toMatchObject({
      body: { person: { email: person.email }, memberships: [{ account_id: account.accountId }] },
    })
    const nobody = await fetch(`${service.url}/api/console/projects`)
    expect(nobody.status).toBe(401)
    expect(await nobody.json()).toMatchObject({ error: { code: 'signed_out' } })
  })

  test('is over at once when the person signs out', async () => {
    const person = await signedIn(service, await service.account())
    expect((await post('/api/auth/sign-out', {}, { Cookie: person.cookie })).status).toBe(200)
    expect((await person.request('GET', '/projects')).status).toBe(401)
  })

  test('is no key: the API itself does not know it', async () => {
    const person = await signedIn(service, await service.account())
    const answer = await fetch(`${service.url}/api/v1/me`, { headers: { Cookie: person.cookie } })
    expect(answer.status).toBe(401)
  })

  test('cannot be used by a page from elsewhere to change anything', async () => {
    const account = await service.account()
    const person = await signedIn(service, account)
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null' },
    ]) {
      const answer = await post(
        '/api/console/keys',
        { name: 'stolen' },
        { ...headers, Cookie: person.cookie },
      )
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
    }
    expect(await service.app.apiKeys.list(account.accountId)).toHaveLength(1)
  })
})

test('a password cannot be guessed by trying: after ten tries in a minute, all are refused', async () => {
  const tries = []
  for (let count = 0; count < 12; count += 1) {
    const guess = { email: 'ada@example.com', password: `wrong password number ${count}` }
    tries.push((await post('/api/auth/sign-in/email', guess, { 'X-Forwarded-For': '192.0.2.7' })).status)
  }
  expect(new Set(tries)).toEqual(new Set([401, 429]))
  expect(tries.at(-1)).toBe(429)
})

describe('one person’s password, guessed from many addresses,', () => {
  const guess = (email: string, address: string, password = 'wrong password, and long') =>
    post('/api/auth/sign-in/email', { email, password }, { 'X-Forwarded-For': address })

  /** Somebody whose password was tried 20 times in this minute: each try takes a good part of a second. */
  async function guessed() {
    const person = await signedIn(service, await service.account())
    const first = await guess(person.email.toUpperCase(), '192.0.2.1')
    expect(first.status).toBe(401)
    await service.query(`update sign_in_attempts set count = 19 where key like 'e-mail|%'`)
    expect((await guess(person.email, '192.0.2.2')).status).toBe(401)
    return person
  }

  test('is safe after twenty tries in a minute, and the person gets in where they are signed in', async () => {
    const other = await signedIn(service, await service.account())
    const person = await guessed()
    // The right password is not let in either: whoever guesses learns nothing.
    const refused = await guess(person.email, '192.0.2.3', PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect((await guess(other.email, '192.0.2.3', PASSWORD)).status).toBe(200)
    expect((await guess(person.email, '127.0.0.1', PASSWORD)).status).toBe(200)
  })

  test('keeps nobody out for longer than a minute after the first try, whatever was tried meanwhile', async () => {
    const person = await guessed()
    for (let count = 0; count < 5; count += 1) await guess(person.email, `198.51.100.${count}`)
    await service.query('update sign_in_attempts set last_request = last_request - 60000')
    expect((await guess(person.email, '198.51.100.99', PASSWORD)).status).toBe(200)
  })
})

test.each(['/sign-up/email', '/delete-user', '/request-password-reset', '/link-social', '/ok'])(
  'what the library offers and nobody needs is not there: %s',
  async (path) => {
    expect((await post(`/api/auth${path}`, {})).status).toBe(404)
  },
)

describe('an invitation', () => {
  test('lets a new person join once, with the role it gives', async () => {
    const account = await service.account()
    const owner = await signedIn(service, account)
    const { body } = await owner.request('POST', '/people/invitations', {
      email: 'Kim@Example.com',
      role: 'member',
    })
    const token = String(body.path).split('#')[1]!
    expect(await post('/api/console/invitation', { token })).toMatchObject({
      body: { email: 'kim@example.com', asks: 'new', role: 'member' },
    })
    const joining = { token, name: 'Kim', password: PASSWORD }
    const weak = await post('/api/console/join', { ...joining, password: 'kim@example.com' })
    expect(weak.body.error.fields).toMatchObject({
      password: { message: expect.stringMatching(/easy to guess/u) },
    })
    expect((await post('/api/console/join', joining)).status).toBe(200)
    expect((await post('/api/console/join', joining)).status).toBe(404)
    const { body: people } = await owner.request('GET', '/people')
    expect(people.members).toMatchObject([{ role: 'owner' }, { email: 'kim@example.com', role: 'member' }])
  })

  test('of an owner never sets the password of somebody who has one', async () => {
    const [victims, other] = [await service.account(), await service.account()]
    const victim = await signedIn(service, victims)
    const owner = await signedIn(service, other)
    const { body } = await owner.request('POST', '/people/invitations', {
      email: victim.email,
      role: 'member',
    })
    const token = String(body.path).split('#')[1]!
    const taken = await post('/api/console/join', {
      token,
      name: 'x',
      password: 'a password of the attacker',
    })
    expect(taken).toMatchObject({ status: 400, body: { error: { fields: { token: { code: 'conflict' } } } } })
    // The person it is for accepts it signed in, and then works for both.
    expect((await post('/api/console/join', { token }, { Cookie: victim.cookie })).status).toBe(200)
    const { body: session } = await victim.request('GET', '/session')
    expect(session.memberships).toHaveLength(2)
  })

  test('cannot be made by members, nor for another account', async () => {
    const account = await service.account()
    const member = await signedIn(service, account, { role: 'member' })
    const refused = await member.request('POST', '/people/invitations', {
      email: 'a@example.com',
      role: 'owner',
    })
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'not_allowed' } } })
  })
})

test('an account never loses its last owner', async () => {
  const account = await service.account()
  const owner = await signedIn(service, account)
  expect((await owner.request('DELETE', `/people/${owner.id}`)).status).toBe(403)
  expect((await owner.request('PUT', `/people/${owner.id}`, { role: 'member' })).status).toBe(403)
  const second = await signedIn(service, account)
  expect((await owner.request('DELETE', `/people/${owner.id}`)).status).toBe(200)
  expect((await second.request('GET', '/people')).body.members).toHaveLength(1)
})

test('a person of one account sees nothing of another, whatever account they name', async () => {
  const [mine, theirs] = [await service.account(), await service.account()]
  const me = await signedIn(service, mine)
  const keysOf = (accountId: string) =>
    fetch(`${service.url}/api/console/keys`, { headers: { Cookie: me.cookie, 'X-Account-Id': accountId } })
  expect((await keysOf(mine.accountId)).status).toBe(200)
  // Their own account neither: a page left open after they were removed would act for it unasked.
  const refused = await keysOf(theirs.accountId)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'not_allowed' } })
})
