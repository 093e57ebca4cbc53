import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { Invitation, Member, Membership, Person, PersonSession, Role } from '../domain/person.ts'

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
  /** Whether it is the person's password. @throws `rate_limited` after too many tries. */
  isPassword(person: Person, password: string): Promise<boolean>
  /** Replaces a password, and signs the person out everywhere. */
  setPassword(personId: string, password: string): Promise<void>
}

/** Counts how often somebody's password is tried. */
export interface PasswordTries {
  /**
   * Counts a try, if it may be made.
   *
   * @param email as it was typed; nobody needs to have it.
   * @param address of whoever tries. Where the person is signed in already, tries are not counted: strangers cannot
   *   keep them out there. Null when it is unknown.
   * @returns 0 when it may be made, else the whole seconds after which one may.
   */
  count(email: string, address: string | null): Promise<number>
}

/** Stores who works for which account, and who is invited to. */
export interface People {
  /** Whether there is anybody at all: the first person may set up the installation. */
  isEmpty(): Promise<boolean>
  findByEmail(email: string): Promise<Person | null>
  /** @param name 1 to 200 characters. */
  rename(personId: string, name: string): Promise<void>
  /** Changes the address that a person signs in with; false when it is another's. Links for a new password end. */
  setEmail(person: Pick<Person, 'id' | 'email'>, email: string): Promise<boolean>
  /** Takes effect with the person's next request. */
  setOperator(personId: string, isOperator: boolean): Promise<void>
  /** The accounts a person works for, in the order in which they joined. */
  membershipsOf(personId: string): Promise<Membership[]>
  /** Who works for an account, in the order in which they joined. */
  members(accountId: string): Promise<Member[]>
  /** A person who is a member already gets the new role. */
  addMember(accountId: string, personId: string, role: Role): Promise<void>
  /** False when it would leave the account without an owner, or when there is no such member. */
  setRole(accountId: string, personId: string, role: Role): Promise<boolean>
  /** False when it would leave the account without an owner, or when there is no such member. */
  removeMember(accountId: string, personId: string): Promise<boolean>
  /** @param tokenHash SHA-256 of the link's token. */
  invite(invitation: Omit<Invitation, 'createdAt'> & { tokenHash: Buffer }): Promise<Invitation>
  /** Invitations that can still be used, newest first. */
  invitations(accountId: string): Promise<Invitation[]>
  /** The invitation of a link that can still be used, or null. */
  findInvitation(tokenHash: Buffer): Promise<Invitation | null>
  /** Uses an invitation up; false when it was used or withdrawn meanwhile, or has expired. */
  useInvitation(invitationId: string): Promise<boolean>
  /** False when the account has no such invitation that can still be used. */
  withdrawInvitation(accountId: string, invitationId: string): Promise<boolean>
}
