import type { IncomingHttpHeaders } from 'node:http'

import { betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { fromNodeHeaders } from 'better-auth/node'

import type { Db } from '../db/database.ts'
import { problem } from '../domain/error/errors.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../domain/account/person.ts'
import type { Person, PersonSession } from '../domain/account/person.ts'
import type { NewId } from '../ports/process/new-id.ts'
import type { PasswordTries } from '../ports/account/password-tries.ts'
import type { SignIn, SignInAnswer, SignInRequest } from '../ports/account/sign-in.ts'
import { isOver, limits } from './limits.ts'
import { isGuessable } from './guessable-password.ts'

/** The prefix of all sign-in routes. */
const SIGN_IN_PREFIX = '/api/auth'

/** Carries the client's address to the library, in place of anything that the client sent under this name. */
const CLIENT_ADDRESS_HEADER = 'x-client-address'

/** What a client said of its body holds no more once that was read. */
const OF_THE_BODY = ['content-length', 'content-encoding', 'transfer-encoding', 'content-type']

/** A session lasts for this long after the person was last seen, and is prolonged at most once an hour: so exact is when it was last seen. */
const SESSION_SECONDS = 14 * 86_400
const PROLONGED_AFTER_SECONDS = 3_600

/** How often one address may try to sign in: more is guessing. */
const TRIES = { window: 60, max: 10 }

/** Database, secret and addresses of sign-in. */
export interface SignInSetup {
  /** The database, migrated. */
  readonly db: Db
  /** Signs session cookies: 32 bytes. */
  readonly secret: Buffer
  /** What links start with, without a slash at the end. Requests of pages from elsewhere are refused. */
  readonly publicUrl: string
  readonly newId: NewId
  /** Limits guessing one person's password from many addresses. */
  readonly tries: PasswordTries
}

/** Sign-in by better-auth: its sessions, passwords (scrypt) and limit on guessing, in our own tables. */
export function createSignIn(setup: SignInSetup): SignIn {
  const auth = createLibrary(setup)
  return {
    answer: (request) => answer(auth, setup.publicUrl, request),
    async personOf(headers: IncomingHttpHeaders) {
      const { response: session, headers: answered } = await auth.api.getSession({
        headers: fromNodeHeaders(headers),
        returnHeaders: true,
      })
      if (session === null) return null
      if (isOver(session.session)) {
        const { internalAdapter } = await auth.$context
        await internalAdapter.deleteSession(session.session.token)
        return null
      }
      return { person: toPerson(session.user), cookies: answered.getSetCookie() }
    },
    async sessionsOf(headers) {
      const asking = await auth.api.getSession({ headers: fromNodeHeaders(headers) })
      if (asking === null) return []
      const { internalAdapter } = await auth.$context
      const sessions = await internalAdapter.listSessions(asking.user.id)
      return sessions
        .map((session): PersonSession => ({
          id: session.id,
          userAgent: session.userAgent ?? null,
          signedInAt: session.createdAt,
          lastSeenAt: session.updatedAt,
          isCurrent: session.id === asking.session.id,
        }))
        .toSorted((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime())
    },
    async endSession(personId, sessionId) {
      const { internalAdapter } = await auth.$context
      const session = (await internalAdapter.listSessions(personId)).find(({ id }) => id === sessionId)
      if (session === undefined) return false
      await internalAdapter.deleteSession(session.token)
      return true
    },
    ...peopleIn(auth),
    ...passwordsIn(auth, setup.tries),
    isGuessable,
  }
}

/** Has the library answer a request that was read already: by itself it reads a body of any length. */
async function answer(
  auth: ReturnType<typeof createLibrary>,
  publicUrl: string,
  { path, headers, body, address }: SignInRequest,
): Promise<SignInAnswer> {
  const sent = fromNodeHeaders(headers)
  for (const name of OF_THE_BODY) sent.delete(name)
  sent.set(CLIENT_ADDRESS_HEADER, address)
  sent.set('content-type', 'application/json')
  const answered = await auth.handler(
    new Request(new URL(path, publicUrl), { method: 'POST', headers: sent, body: JSON.stringify(body) }),
  )
  // It says nothing then, and has told its reasons to nobody.
  if (answered.status >= 500) throw new Error(`Sign-in could not answer ${path}: ${answered.status}.`)
  const { 'set-cookie': _, ...others } = Object.fromEntries(answered.headers)
  return {
    status: answered.status,
    headers: others,
    cookies: answered.headers.getSetCookie(),
    body: withoutToken(await answered.text()),
  }
}

/** The library's answers name the session's token, which scripts of a page have no business with. */
function withoutToken(text: string): string {
  if (text === '') return text
  return JSON.stringify(JSON.parse(text, (name, value: unknown) => (name === 'token' ? undefined : value)))
}

function createLibrary(setup: SignInSetup) {
  return betterAuth(signInOptions(setup))
}

function peopleIn(auth: ReturnType<typeof createLibrary>): Pick<SignIn, 'addPerson' | 'removePerson'> {
  return {
    async addPerson({ name, email, isOperator, password }) {
      const { internalAdapter, password: passwords } = await auth.$context
      const person = await internalAdapter
        .createUser({ name, email, isOperator, emailVerified: false }, { method: 'admin' } as never)
        .catch((error: unknown) => {
          if ((error as { constraint?: string }).constraint === 'people_email_key') return null
          throw error
        })
      if (person === null) return null
      try {
        await internalAdapter.linkAccount({
          userId: person.id,
          providerId: 'credential',
          accountId: person.id,
          password: await passwords.hash(password),
        })
      } catch (error) {
        // Nobody could ever sign in as them, nor have the address.
        await internalAdapter.deleteUser(person.id)
        throw error
      }
      return toPerson(person)
    },
    async removePerson(personId) {
      const { internalAdapter } = await auth.$context
      await internalAdapter.deleteUser(personId)
    },
  }
}

function passwordsIn(
  auth: ReturnType<typeof createLibrary>,
  tries: PasswordTries,
): Pick<SignIn, 'isPassword' | 'setPassword'> {
  return {
    async isPassword({ id, email }, password) {
      const retryAfterSeconds = await tries.count(email, null)
      if (retryAfterSeconds > 0) throw problem('rate_limited', { retryAfterSeconds })
      const { internalAdapter, password: passwords } = await auth.$context
      const hash = (await internalAdapter.findAccounts(id)).find(({ password: kept }) => kept)?.password
      return typeof hash === 'string' && passwords.verify({ hash, password })
    },
    async setPassword(personId, password) {
      const { internalAdapter, password: passwords } = await auth.$context
      await internalAdapter.updatePassword(personId, await passwords.hash(password))
      await internalAdapter.deleteUserSessions(personId)
    },
  }
}

/** Our names for the library's tables and columns (migration 0009). */
const TABLES = {
  user: {
    modelName: 'people',
    fields: columns('emailVerified', 'createdAt', 'updatedAt'),
    additionalFields: {
      isOperator: {
        type: 'boolean',
        fieldName: 'is_operator',
        required: true,
        defaultValue: false,
        input: false,
      },
    },
  },
  session: {
    modelName: 'sign_in_sessions',
    fields: {
      ...columns('expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'),
      userId: 'person_id',
    },
    expiresIn: SESSION_SECONDS,
    updateAge: PROLONGED_AFTER_SECONDS,
  },
  account: {
    modelName: 'sign_in_credentials',
    fields: {
      ...columns(
        'accountId',
        'providerId',
        'accessToken',
        'refreshToken',
        'idToken',
        'createdAt',
        'updatedAt',
      ),
      ...columns('accessTokenExpiresAt', 'refreshTokenExpiresAt'),
      userId: 'person_id',
    },
  },
  verification: {
    modelName: 'sign_in_verifications',
    fields: columns('expiresAt', 'createdAt', 'updatedAt'),
  },
  rateLimit: {
    enabled: true,
    storage: 'database',
    modelName: 'sign_in_attempts',
    fields: columns('lastRequest'),
  },
} as const satisfies BetterAuthOptions

/** The options of better-auth; a test compares the tables they ask for with those that are migrated. */
export function signInOptions({ db, secret, publicUrl, newId, tries }: SignInSetup) {
  return {
    appName: 'Presenter Video',
    baseURL: publicUrl,
    basePath: SIGN_IN_PREFIX,
    secret: secret.toString('base64url'),
    trustedOrigins: sameMachine(publicUrl),
    telemetry: { enabled: false },
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      // People come by invitation, and the first one by the link that the first start prints.
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
    },
    hooks: { before: limits(tries) },
    ...TABLES,
    rateLimit: {
      ...TABLES.rateLimit,
      window: 60,
      max: 300,
      customRules: { '/sign-in/email': TRIES, '/change-password': TRIES },
    },
    advanced: {
      // Set by us for each request: what a client says of its address is no reason to let it guess on.
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      cookiePrefix: 'presenter-video',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: ({ model }: { model: string }) => newId(model === 'user' ? 'per' : 'sig') },
    },
    logger: { disabled: true },
  } as const satisfies BetterAuthOptions
}

/** Our columns are named in snake case. */
function columns<Name extends string>(...names: Name[]): Record<Name, string> {
  const column = (name: string) => name.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`)
  return Object.fromEntries(names.map((name) => [name, column(name)])) as Record<Name, string>
}

/** A service on this machine is also opened as localhost. */
function sameMachine(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return [url.origin]
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `${url.protocol}//${host}:${url.port}`)
}

function toPerson(user: { id: string; name: string; email: string; isOperator?: unknown }): Person {
  return { id: user.id, name: user.name, email: user.email, isOperator: user.isOperator === true }
}
