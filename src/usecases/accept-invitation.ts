import { invalidFields, problem } from '../domain/errors.ts'
import type { Invitation, Person } from '../domain/person.ts'
import type { People } from '../ports/people.ts'
import type { SignIn } from '../ports/sign-in.ts'
import { tokenHash } from './invite-person.ts'

/** The store of people and the sign-in that an invitation leads to. */
export interface AcceptInvitationPorts {
  readonly people: Pick<People, 'findInvitation' | 'useInvitation' | 'findByEmail' | 'addMember'>
  readonly signIn: Pick<SignIn, 'addPerson' | 'setPassword'>
}

/** What is asked of whoever opens a link. */
export interface OpenInvitation {
  readonly invitation: Invitation
  /**
   * `new`: choose a name and a password. `sign in`: the address has a password already, so only its owner may
   * accept. `reset`: choose a new password.
   */
  readonly asks: 'new' | 'sign in' | 'reset'
}

/** What somebody answers a link with. */
export interface AcceptInvitationInput {
  readonly token: string
  /** Of a new person. */
  readonly name?: string | undefined
  /** The chosen password, where one is asked for. */
  readonly password?: string | undefined
  /** Who is signed in, if anybody. */
  readonly signedIn: Person | null
}

/** Looks at what a link leads to. @throws `not_found` when it was used or withdrawn, or has expired. */
export type OpenInvitationLink = (token: string) => Promise<OpenInvitation>

/** Lets a person join an account by a link, once. @throws `not_found` as above, `invalid_request`. */
export type AcceptInvitation = (input: AcceptInvitationInput) => Promise<Person>

/** Looking at a link. */
export function makeOpenInvitation({ people }: AcceptInvitationPorts): OpenInvitationLink {
  return async (token) => {
    const invitation = await people.findInvitation(tokenHash(token))
    if (invitation === null) {
      throw problem('not_found', {
        message: 'This link was used or withdrawn, or has expired. Ask for a new one.',
      })
    }
    const known = (await people.findByEmail(invitation.email)) !== null
    return { invitation, asks: !known ? 'new' : invitation.resets ? 'reset' : 'sign in' }
  }
}

/**
 * Accepting an invitation. A link of an account's owner never sets the password of somebody who has one: it
 * would hand that person's other accounts to whoever made the link.
 */
export function makeAcceptInvitation(ports: AcceptInvitationPorts): AcceptInvitation {
  const open = makeOpenInvitation(ports)
  return async ({ token, name, password, signedIn }) => {
    const { invitation, asks } = await open(token)
    if (asks === 'sign in' && signedIn?.email !== invitation.email) {
      const message = `Sign in as ${invitation.email} to accept this invitation.`
      throw invalidFields({ token: { code: 'conflict', message } })
    }
    if (asks === 'new' && !name) throw missing('name', 'Give your name.')
    if (asks !== 'sign in' && !password) throw missing('password', 'Choose a password.')
    if (!(await ports.people.useInvitation(invitation.id))) {
      throw problem('not_found', { message: 'This link was used meanwhile. Ask for a new one.' })
    }
    const person = await personOf(ports, invitation, asks, { name, password, signedIn })
    await ports.people.addMember(invitation.accountId, person.id, invitation.role)
    return person
  }
}

async function personOf(
  { people, signIn }: AcceptInvitationPorts,
  { email, isOperator }: Invitation,
  asks: OpenInvitation['asks'],
  { name = '', password = '', signedIn }: Omit<AcceptInvitationInput, 'token'>,
): Promise<Person> {
  if (asks === 'new') return signIn.addPerson({ name, email, isOperator, password })
  const person = asks === 'sign in' ? signedIn : await people.findByEmail(email)
  if (person === null) throw problem('not_found')
  if (asks === 'reset') await signIn.setPassword(person.id, password)
  return person
}

function missing(field: string, message: string): Error {
  return invalidFields({ [field]: { code: 'required', message } })
}
