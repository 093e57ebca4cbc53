import { describe, expect } from 'vitest'

import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const PASSWORD = 'correct horse battery staple'

let service: TestService
let person: SignedInPerson
let other: SignedInPerson

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  const account = await service.account()
  person = await signedIn(service, account)
  other = await signedIn(service, account)
})

/** Asks sign-in; the cookie that it sets, if it does. */
async function askSignIn(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/api/auth${path}`, {
    method: 'POST',
    headers: { Origin: service.url, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { status: answer.status, cookie: cookie.join('; ') }
}

/** Signs the person in by another browser. */
function signInAgain(password: string, userAgent: string) {
  return askSignIn('/sign-in/email', { email: person.email, password }, { 'User-Agent': userAgent })
}

describe('a person’s name', () => {
  test('is changed, for themselves alone', async () => {
    expect((await person.request('PUT', '/profile', { name: '  Anna Berg ' })).body).toEqual({
      name: 'Anna Berg',
    })
    expect((await person.request('GET', '/session')).body.person.name).toBe('Anna Berg')
    expect((await other.request('GET', '/session')).body.person.name).toBe('Test Person')
  })

  test.each([
    ['nothing', ''],
    ['white space', '   '],
    ['201 characters', 'x'.repeat(201)],
    ['a number', 7],
  ])('cannot become %s', async (_, name) => {
    const answer = await person.request('PUT', '/profile', { name })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toHaveProperty('name')
  })
})

describe('a person’s email address', () => {
  const change = (email: string, password = PASSWORD) =>
    other.request('PUT', '/profile/email', { email, current_password: password })
  const signIn = (email: string) => askSignIn('/sign-in/email', { email, password: PASSWORD })

  test('is changed by whoever knows the password, and signs them in from then on', async () => {
    const before = other.email
    expect((await change('Anna.New@Example.com')).body).toEqual({ email: 'anna.new@example.com' })
    expect((await other.request('GET', '/session')).body.person.email).toBe('anna.new@example.com')
    expect((await signIn(before)).status).toBe(401)
    expect((await signIn('anna.new@example.com')).status).toBe(200)
    expect((await change(before)).status).toBe(200)
  })

  test('is not changed with a wrong password, nor to the address of somebody else', async () => {
    const wrong = await change('x@example.com', 'not the password at all')
    expect(wrong).toMatchObject({ status: 400, body: { error: { fields: { current_password: {} } } } })
    const taken = await change(person.email.toUpperCase())
    expect(taken).toMatchObject({ status: 400, body: { error: { fields: { email: { code: 'conflict' } } } } })
    expect((await change('nobody')).body.error.fields).toHaveProperty('email')
    expect((await other.request('GET', '/session')).body.person.email).toBe(other.email)
  })

  test('takes the links for a new password with it, which would make somebody else of their holder', async () => {
    const account = await service.account()
    const { path } = await service.app.invite({
      accountId: account.accountId,
      email: other.email,
      role: 'owner',
      resets: true,
    })
    expect((await change('anna.new@example.com')).status).toBe(200)
    const token = path.split('#')[1]!
    expect((await other.request('POST', '/invitation', { token })).status).toBe(404)
    expect((await change(other.email)).status).toBe(200)
  })

  test('is no way to guess the password on and on', async () => {
    const guesser = await signedIn(service, await service.account())
    const guess = () =>
      guesser.request('PUT', '/profile/email', { email: 'y@example.com', current_password: 'a wrong guess' })
    expect((await guess()).status).toBe(400)
    await service.query(`update sign_in_attempts set count = 20 where key like 'e-mail|%'`)
    const refused = await guess()
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } })
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/u)
  })
})

describe('sessions', () => {
  test('are listed with the browser that asks marked, and without their tokens', async () => {
    await signInAgain(PASSWORD, 'Phone')
    const { body } = await person.request('GET', '/profile/sessions')
    expect(body.data).toHaveLength(2)
    expect(body.data.filter(({ is_this_one }: { is_this_one: boolean }) => is_this_one)).toHaveLength(1)
    expect(body.data).toContainEqual(expect.objectContaining({ user_agent: 'Phone', is_this_one: false }))
    const [signed] = person.cookie.split('=')[1]!.split('.')
    expect(JSON.stringify(body)).not.toContain(signed)
  })

  test('are ended at once, by the person alone', async () => {
    const { cookie } = await signInAgain(PASSWORD, 'Tablet')
    const { body } = await person.request('GET', '/profile/sessions')
    const { id } = body.data.find(({ user_agent }: { user_agent: string }) => user_agent === 'Tablet')
    expect((await other.request('DELETE', `/profile/sessions/${id}`)).status).toBe(404)
    const ask = () => fetch(`${service.url}/api/console/people`, { headers: { Cookie: cookie } })
    expect((await ask()).status).toBe(200)
    expect((await person.request('DELETE', `/profile/sessions/${id}`)).status).toBe(200)
    expect((await ask()).status).toBe(401)
    expect((await person.request('DELETE', `/profile/sessions/${id}`)).status).toBe(404)
  })
})

test('a session that is used goes on, and the browser keeps its cookie as long as it', async () => {
  const fresh = await person.request('GET', '/session')
  expect(fresh.headers.getSetCookie()).toEqual([])
  await service.query(
    `update sign_in_sessions set expires_at = now() + interval '3 days' where person_id = $1`,
    [person.id],
  )
  const { headers } = await person.request('GET', '/people')
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(/session_token=.*Max-Age=1209600/u)])
  const [session] = await service.query<{ is_prolonged: boolean }>(
    `select max(expires_at) > now() + interval '13 days' as is_prolonged from sign_in_sessions where person_id = $1`,
    [person.id],
  )
  expect(session?.is_prolonged).toBe(true)
})

describe('a password', () => {
  test('of nobody is not judged, however weak the new one is', async () => {
    const request = { currentPassword: PASSWORD, newPassword: 'passwordpassword' }
    expect((await askSignIn('/change-password', request, {})).status).toBe(401)
  })

  test('is changed only by whoever knows it, and then all other browsers are signed out', async () => {
    const change = (currentPassword: string, newPassword: string) =>
      askSignIn(
        '/change-password',
        { currentPassword, newPassword, revokeOtherSessions: true },
        { Cookie: person.cookie },
      )
    const changed = 'another long password'
    expect((await change('not the password at all', changed)).status).toBe(400)
    for (const weak of ['short', 'letmein letmein letmein']) {
      expect((await change(PASSWORD, weak)).status).toBe(400)
    }
    const { cookie } = await signInAgain(PASSWORD, 'Laptop')
    expect((await change(PASSWORD, changed)).status).toBe(200)
    const elsewhere = await fetch(`${service.url}/api/console/people`, { headers: { Cookie: cookie } })
    expect(elsewhere.status).toBe(401)
    expect((await signInAgain(PASSWORD, 'Laptop')).status).toBe(401)
    expect((await signInAgain(changed, 'Laptop')).status).toBe(200)
  })
})

test('the library’s own routes for names and sessions stay closed', async () => {
  for (const path of ['/update-user', '/revoke-session', '/delete-user', '/change-email']) {
    expect((await askSignIn(path, { name: 'x' }, { Cookie: person.cookie })).status).toBe(404)
  }
})
