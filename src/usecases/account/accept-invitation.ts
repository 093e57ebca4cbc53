import { invalidFields, problem } from '../../domain/error/errors.ts'
import type { Invitation, Person } from '../../domain/account/person.ts'
import type { People } from '../../ports/account/people.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'
import { tokenHash } from './invite-person.ts'
import { requireHardToGuess } from './require-hard-to-guess.ts'

/** The store of people and the sign-in that an invitation leads to. */
export interface AcceptInvitationPorts {
  readonly people: Pick<People, 'findInvitation' | 'useInvitation' | 'findByEmail' | 'joinBy'>
  readonly signIn: Pick<SignIn, 'addPerson' | 'removePerson' | 'setPassword' | 'isGuessable'>
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
  /** The name of a new person. */
  readonly name?: string | undefined
  /** The chosen password, where one is asked for. */
  readonly password?: string | undefined
  /** The person who is signed in, if any. */
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
    if (asks !== 'sign in')
      await requireHardToGuess(ports.signIn, password ?? '', [name ?? '', invitation.email])
    const answer = { name, password, signedIn }
    if (asks === 'reset') return choosePassword(ports, invitation, answer)
    const person = asks === 'new' ? await newPerson(ports, invitation, answer) : signedIn!
    // Last, so that whatever fails before leaves the link as it was.
    if (await ports.people.joinBy(invitation.id, person.id)) return person
    if (asks === 'new') await ports.signIn.removePerson(person.id)
    throw usedMeanwhile()
  }
}

type Answer = Omit<AcceptInvitationInput, 'token'>

async function choosePassword(
  { people, signIn }: AcceptInvitationPorts,
  { id, email }: Invitation,
  { password = '' }: Answer,
): Promise<Person> {
  const person = await people.findByEmail(email)
  // First, so that of two with the same link only one chooses the password.
  if (person === null || !(await people.useInvitation(id))) throw usedMeanwhile()
  await signIn.setPassword(person.id, password)
  return person
}

async function newPerson(
  { signIn }: AcceptInvitationPorts,
  { email, isOperator }: Invitation,
  { name = '', password = '' }: Answer,
): Promise<Person> {
  const person = await signIn.addPerson({ name, email, isOperator, password })
  // Somebody else with the same link was quicker.
  if (person === null) throw usedMeanwhile()
  return person
}

function usedMeanwhile(): Error {
  return problem('not_found', { message: 'This link was used meanwhile. Ask for a new one.' })
}

function missing(field: string, message: string): Error {
  return invalidFields({ [field]: { code: 'required', message } })
}
