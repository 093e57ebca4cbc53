import type { Invitation, Member, Membership, Person, Role } from '../../domain/account/person.ts'

/** Stores who works for which account, and who is invited to. */
export interface People {
  /** Whether there is anybody at all: the first person may set up the installation. */
  isEmpty(): Promise<boolean>
  findByEmail(email: string): Promise<Person | null>
  /** @param name 1 to 200 characters. */
  rename(personId: string, name: string): Promise<void>
  /** Changes the address that a person signs in with; false when it is another's. Links for the old one end. */
  setEmail(person: Pick<Person, 'id' | 'email'>, email: string): Promise<boolean>
  /** Takes effect with the person's next request. */
  setOperator(personId: string, isOperator: boolean): Promise<void>
  /** The accounts a person works for, in the order in which they joined. */
  membershipsOf(personId: string): Promise<Membership[]>
  /** The people of an account, in the order in which they joined. */
  members(accountId: string): Promise<Member[]>
  /**
   * Some of those who work for an account, in that order.
   *
   * @param after id of the person after whom they come; null: from the first on. @returns null when nobody is like that.
   */
  memberPage(accountId: string, limit: number, after: string | null): Promise<Member[] | null>
  /** How many owners an account has. */
  owners(accountId: string): Promise<number>
  /** A person who is a member already gets the new role. */
  addMember(accountId: string, personId: string, role: Role): Promise<void>
  /**
   * False when it would leave the account without an owner, or when there is no such member. Unused invitations to the
   * account that are for somebody who is no owner any more, or that they made, end.
   */
  setRole(accountId: string, personId: string, role: Role): Promise<boolean>
  /** Takes a person out of an account; false, and what becomes of invitations, as above. */
  removeMember(accountId: string, personId: string): Promise<boolean>
  /** @param tokenHash SHA-256 of the link's token. */
  invite(invitation: Omit<Invitation, 'createdAt'> & { tokenHash: Buffer }): Promise<Invitation>
  /**
   * Invitations that can still be used, newest first.
   *
   * @param after id of the one after which they come; null: from the first on. @returns null when there is none like it.
   */
  invitations(accountId: string, limit: number, after: string | null): Promise<Invitation[] | null>
  /** The invitation of a link that can still be used, or null. */
  findInvitation(tokenHash: Buffer): Promise<Invitation | null>
  /** Uses an invitation up; false when it was used or withdrawn meanwhile, or has expired. */
  useInvitation(invitationId: string): Promise<boolean>
  /** Uses an invitation up, and adds the person to its account: both, or false as above. An owner stays one. */
  joinBy(invitationId: string, personId: string): Promise<boolean>
  /** False when the account has no such invitation that can still be used. */
  withdrawInvitation(accountId: string, invitationId: string): Promise<boolean>
}
