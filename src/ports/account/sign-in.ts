import type { IncomingHttpHeaders } from 'node:http'

import type { Person, PersonSession } from '../../domain/account/person.ts'

/** A request to sign in or out, or about the person's sessions and password. */
export interface SignInRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** What was sent, read and checked. */
  readonly body: object
  /** The address that the request comes from. */
  readonly address: string
}

/** The answer to it, as it goes to the browser. */
export interface SignInAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[]
  /** JSON, or nothing; the session's token is in the cookie alone. */
  readonly body: string
}

/** Knows who is signed in to the application. */
export interface SignIn {
  /** Answers a request to sign in or out, or about the person's sessions and password. */
  answer(request: SignInRequest): Promise<SignInAnswer>
  /**
   * The person whose session cookie a request carries; null when that session has ended, at the latest `LONGEST_SESSION_DAYS`
   * after they signed in.
   *
   * @returns the person, and the `Set-Cookie` lines by which their browser keeps a session that was prolonged.
   */
  personOf(headers: IncomingHttpHeaders): Promise<{ person: Person; cookies: readonly string[] } | null>
  /** Adds a person with a password; null when the email address is taken. */
  addPerson(person: Omit<Person, 'id'> & { password: string }): Promise<Person | null>
  /** Removes a person with their sessions and memberships. */
  removePerson(personId: string): Promise<void>
  /** The browsers in which the person of a session cookie is signed in, most recently seen first. */
  sessionsOf(headers: IncomingHttpHeaders): Promise<PersonSession[]>
  /** Signs a person out there; false when they have no such session. */
  endSession(personId: string, sessionId: string): Promise<boolean>
  /** Whether it is the person's password. @throws `rate_limited` after too many tries. */
  isPassword(person: Person, password: string): Promise<boolean>
  /** Whether a password is easy to guess. @param about what others know of the person. */
  isGuessable(password: string, about: readonly string[]): Promise<boolean>
  /** Replaces a password, and signs the person out everywhere. */
  setPassword(personId: string, password: string): Promise<void>
}
