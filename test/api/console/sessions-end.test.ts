import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestService } from '../../support/service/service.ts'
import type { TestService } from '../../support/service/service.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import type { SignedInPerson } from '../../support/http/signed-in.ts'

const PASSWORD = 'correct horse battery staple'
const ANOTHER = 'another horse, another battery'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

async function post(path: string, body: object, headers: Record<string, string> = {}, url = service.url) {
  const answer = await fetch(`${url}/api/auth${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const newPerson = async () => signedIn(service, await service.account())

/** Signs in once more, in another browser; its cookie. */
async function anotherBrowser({ email }: SignedInPerson): Promise<string> {
  await service.query('delete from sign_in_attempts')
  const { headers } = await post('/sign-in/email', { email, password: PASSWORD })
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const statusWith = async (cookie: string) =>
  (await fetch(`${service.url}/api/console/keys`, { headers: { Cookie: cookie } })).status

const signedInSince = (person: SignedInPerson, days: number) =>
  service.query(
    `update sign_in_sessions set created_at = now() - make_interval(days => $2), updated_at = now(),
      expires_at = now() + interval '14 days' where person_id = $1`,
    [person.id, days],
  )

describe('a session', () => {
  test('is nowhere but in its cookie', async () => {
    const { email } = await newPerson()
    const signIn = await post('/sign-in/email', { email, password: PASSWORD })
    expect(signIn.status).toBe(200)
    const [row] = await service.query<{ token: string }>(
      `select token from sign_in_sessions s join people p on p.id = person_id where email = $1
        order by s.created_at desc limit 1`,
      [email],
    )
    expect(signIn.text).not.toContain(row!.token)
    expect(signIn.text).not.toContain('token')
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const change = { currentPassword: PASSWORD, newPassword: ANOTHER }
    const changed = await post('/change-password', change, { Cookie: cookie })
    expect(changed.status).toBe(200)
    expect(changed.text).not.toContain('token')
    const asked = await fetch(`${service.url}/api/auth/get-session`, { headers: { Cookie: cookie } })
    expect(asked.status).toBe(404)
  })

  test('that is used every day ends 30 days after it began', async () => {
    const person = await newPerson()
    await signedInSince(person, 29)
    expect((await person.request('GET', '/keys')).status).toBe(200)
    await signedInSince(person, 30)
    expect((await person.request('GET', '/keys')).status).toBe(401)
    expect(await service.query('select from sign_in_sessions where person_id = $1', [person.id])).toEqual([])
  })

  test('that has ended so changes no password and ends no other session', async () => {
    const person = await newPerson()
    const other = await anotherBrowser(person)
    await service.query(
      `update sign_in_sessions set created_at = now() - interval '31 days'
        where id = (select id from sign_in_sessions where person_id = $1 order by created_at limit 1)`,
      [person.id],
    )
    const headers = { Cookie: person.cookie }
    const change = { currentPassword: PASSWORD, newPassword: ANOTHER }
    expect((await post('/change-password', change, headers)).status).toBe(401)
    expect((await post('/revoke-other-sessions', {}, headers)).status).toBe(401)
    expect(await statusWith(other)).toBe(200)
  })

  test('ends elsewhere with a new password, whatever the request says', async () => {
    const person = await newPerson()
    const other = await anotherBrowser(person)
    const change = { currentPassword: PASSWORD, newPassword: ANOTHER, revokeOtherSessions: false }
    const changed = await post('/change-password', change, { Cookie: person.cookie })
    expect(changed.status).toBe(200)
    expect([await statusWith(other), await statusWith(person.cookie)]).toEqual([401, 401])
    const cookie = changed.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect(await statusWith(cookie)).toBe(200)
  })
})

describe('the current password, guessed with a session that was taken,', () => {
  const change = (person: SignedInPerson, address: string, currentPassword: string) =>
    post(
      '/change-password',
      { currentPassword, newPassword: ANOTHER },
      { Cookie: person.cookie, 'X-Forwarded-For': address },
    )

  test('is safe after twenty tries in a minute, from whatever addresses', async () => {
    const person = await newPerson()
    await service.query('delete from sign_in_attempts')
    expect((await change(person, '192.0.2.1', 'not the right password')).status).toBe(400)
    await service.query(`update sign_in_attempts set count = 19 where key like 'e-mail|%'`)
    expect((await change(person, '192.0.2.2', 'not this one either')).status).toBe(400)
    const refused = await change(person, '192.0.2.3', PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    await service.query('update sign_in_attempts set last_request = last_request - 60000')
    expect((await change(person, '192.0.2.4', PASSWORD)).status).toBe(200)
  })
})

test('an address that is only said is not believed of anybody but a proxy that is named', async () => {
  const distrusting = await startTestService({ worker: false, config: { trustedProxies: ['192.0.2.1/32'] } })
  try {
    const statuses = []
    for (let count = 0; count < 12; count += 1) {
      const guess = { email: `person-${count}@example.com`, password: 'wrong password, and long' }
      const headers = { 'X-Forwarded-For': `198.51.100.${count}` }
      statuses.push((await post('/sign-in/email', guess, headers, distrusting.url)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  } finally {
    await distrusting.stop()
  }
})
