import { createHash, randomBytes } from 'node:crypto'

import { INVITATION_DAYS } from '../../domain/account/person.ts'
import type { Invitation, Role } from '../../domain/account/person.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { NewId } from '../../ports/process/new-id.ts'
import type { People } from '../../ports/account/people.ts'

/** The store and the sources of ids, time and chance that an invitation is made from. */
export interface InvitePersonPorts {
  readonly people: Pick<People, 'invite'>
  readonly newId: NewId
  readonly clock: Clock
}

/** The person to invite, and the account and role that the invitation is for. */
export interface InvitePersonInput {
  readonly accountId: string
  readonly email: string
  readonly role: Role
  /** For operators to give. */
  readonly isOperator?: boolean
  /** Lets somebody who has a password set a new one: for operators to give, who know who asked for it. */
  readonly resets?: boolean
  /** Id of the person who invites; absent at the command line. */
  readonly invitedBy?: string
}

/** Makes an invitation. The path of its link is shown once; only its hash is kept. */
export type InvitePerson = (input: InvitePersonInput) => Promise<{ invitation: Invitation; path: string }>

/** What is kept of a link's token: its SHA-256, as it has 256 bits of chance and no dictionary holds it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Making an invitation. */
export function makeInvitePerson({ people, newId, clock }: InvitePersonPorts): InvitePerson {
  return async ({ accountId, email, role, isOperator = false, resets = false, invitedBy }) => {
    const token = randomBytes(32).toString('base64url')
    const invitation = await people.invite({
      id: newId('inv'),
      tokenHash: tokenHash(token),
      accountId,
      email: email.toLowerCase(),
      role,
      isOperator,
      resets,
      invitedBy: invitedBy ?? null,
      expiresAt: new Date(clock().getTime() + INVITATION_DAYS * 86_400_000),
    })
    // Behind the mark, so that no server and no log sees it when the page is opened.
    return { invitation, path: `/join#${token}` }
  }
}
