import type { Account } from './account.ts'

/** A person who signs in to the application. */
export interface Person {
  /** Such as `per_01h455vb4pex5vsknk084sn02q`. */
  readonly id: string
  readonly name: string
  /** In lower case. */
  readonly email: string
  /** Whether this person runs the installation and sees its workers, queues and books. */
  readonly isOperator: boolean
}

/** What a person may do for an account: owners also manage its people, keys, webhook and plan. */
export type Role = 'owner' | 'member'

/** An account that a person works for. */
export interface Membership {
  readonly account: Account
  readonly role: Role
}

/** A person who works for an account. */
export interface Member {
  readonly person: Person
  readonly role: Role
  readonly joinedAt: Date
}

/** A link by which a person can join an account; the link itself is shown once and not kept. */
export interface Invitation {
  /** Such as `inv_01h455vb4pex5vsknk084sn02q`. */
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly role: Role
  /** Whether who joins by it becomes an operator. */
  readonly isOperator: boolean
  /** Whether it sets a new password for somebody who has one. */
  readonly resets: boolean
  /** Id of the person who made it; null when it was made at the command line. */
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A browser that is signed in. */
export interface PersonSession {
  readonly id: string
  /** What the browser calls itself; null when it did not say. */
  readonly userAgent: string | null
  readonly signedInAt: Date
  /** Exact to an hour. */
  readonly lastSeenAt: Date
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
}

/** Most characters of a person's name. */
export const LONGEST_PERSON_NAME = 200

/** Fewest characters of a password (NIST SP 800-63B, section 3.1.1.2, for a password that is the only factor). */
export const SHORTEST_PASSWORD = 15

/** Most characters of a password: enough for any passphrase, and a bound on what is hashed. */
export const LONGEST_PASSWORD = 128

/**
 * How many passwords may be tried for one email address in a window, from all addresses together. Twice what one
 * address of the internet may try, so that no single one keeps a person out.
 */
export const MOST_TRIES = 20

/** The window of the limit on tries: as long as it lasts, at most, is a person kept out. */
export const TRIES_WINDOW_SECONDS = 60

/** After so many days a person signs in again, however often they were seen. */
export const LONGEST_SESSION_DAYS = 30

/** How long an invitation can be used. */
export const INVITATION_DAYS = 7
