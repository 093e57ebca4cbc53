import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { Person, PersonSession } from '../domain/person.ts'

/** Knows who is signed in to the application. */
export interface SignIn {
  /** Answers a request to sign in or out, or about the person's sessions and password. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /**
   * The person whose session cookie a request carries; null when that session has ended.
   *
   * @returns the person, and the `Set-Cookie` lines by which their browser keeps a session that was prolonged.
   */
  personOf(headers: IncomingHttpHeaders): Promise<{ person: Person; cookies: readonly string[] } | null>
  /** Adds a person with a password. @throws when the e-mail address is taken. */
  addPerson(person: Omit<Person, 'id'> & { password: string }): Promise<Person>
  /** The browsers in which the person of a session cookie is signed in, most recently seen first. */
  sessionsOf(headers: IncomingHttpHeaders): Promise<PersonSession[]>
  /** Signs a person out there; false when they have no such session. */
  endSession(personId: string, sessionId: string): Promise<boolean>
  /** Replaces a password, and signs the person out everywhere. */
  setPassword(personId: string, password: string): Promise<void>
}
