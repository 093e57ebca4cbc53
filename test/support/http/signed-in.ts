import { randomUUID } from 'node:crypto'

import type { Role } from '../../../src/domain/account/person.ts'
import type { ApiAnswer } from '../service/client.ts'
import type { TestService } from '../service/service.ts'

const PASSWORD = 'correct horse battery staple'

/** A person who is signed in to the application, as their browser asks it. */
export interface SignedInPerson {
  readonly id: string
  readonly email: string
  /** What their browser sends with everything. */
  readonly cookie: string
  /** Asks an endpoint of the application; `path` is below `/api/console`. */
  request(method: string, path: string, body?: object): Promise<ApiAnswer>
}

/** What people sign in to. */
interface Entrance extends Pick<TestService, 'url' | 'query'> {
  readonly app: Pick<TestService['app'], 'signIn' | 'people'>
}

/** Adds a person who works for an account, and signs them in. */
export async function signedIn(
  service: Entrance,
  account: { readonly accountId: string },
  { role = 'owner', isOperator = false }: { role?: Role; isOperator?: boolean } = {},
): Promise<SignedInPerson> {
  const { signIn, people } = service.app
  const email = `${randomUUID()}@example.com`
  const person = await signIn.addPerson({ name: 'Test Person', email, isOperator, password: PASSWORD })
  if (person === null) throw new Error(`Somebody signs in as ${email} already.`)
  await people.addMember(account.accountId, person.id, role)

  // Most tests sign in more people in a minute than one address may.
  await service.query('delete from sign_in_attempts')
  const fromOurPages = { Origin: service.url, 'Content-Type': 'application/json' }
  const answer = await fetch(`${service.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: fromOurPages,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}: ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  return {
    id: person.id,
    email,
    cookie,
    async request(method, path, body) {
      const response = await fetch(`${service.url}/api/console${path}`, {
        method,
        headers: { ...fromOurPages, Cookie: cookie },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      // A stream lasts: what counts here is that there is one.
      const lasts = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
      if (lasts) await response.body?.cancel()
      return {
        status: response.status,
        headers: response.headers,
        body: lasts ? null : await response.json(),
      }
    },
  }
}
