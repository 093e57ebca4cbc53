import type { Invitation, Member, Membership, Person, Role } from '../domain/person.ts'

/** Stores who works for which account, and who is invited to. */
export interface People {
  /** Whether there is anybody at all: the first person may set up the installation. */
  isEmpty(): Promise<boolean>
  findByEmail(email: string): Promise<Person | null>
  /** @param name 1 to 200 characters. */
  rename(personId: string, name: string): Promise<void>
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
