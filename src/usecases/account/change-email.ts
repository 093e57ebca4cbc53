import { invalidFields } from '../../domain/error/errors.ts'
import type { Person } from '../../domain/account/person.ts'
import type { People } from '../../ports/account/people.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'

/** The store of people and the sign-in that knows their passwords. */
export interface ChangeEmailPorts {
  readonly people: Pick<People, 'setEmail'>
  readonly signIn: Pick<SignIn, 'isPassword'>
}

/** The person, their new address, and the password that proves that they ask. */
export interface ChangeEmailInput {
  readonly person: Person
  /** In lower case. */
  readonly email: string
  readonly password: string
}

/** Changes what a person signs in with. @throws `invalid_request` for a wrong password and for an address that is taken. */
export type ChangeEmail = (input: ChangeEmailInput) => Promise<void>

/**
 * Changing an email address. Nothing is sent to it: that the person reads it is not checked, nor is it when they
 * are invited. The password is, as whoever holds the address can be given a link for a new one.
 */
export function makeChangeEmail({ people, signIn }: ChangeEmailPorts): ChangeEmail {
  return async ({ person, email, password }) => {
    if (!(await signIn.isPassword(person, password))) {
      throw invalidFields({ current_password: { code: 'invalid', message: 'This is not your password.' } })
    }
    if (!(await people.setEmail(person, email))) {
      throw invalidFields({
        email: { code: 'conflict', message: 'Somebody signs in with this address already.' },
      })
    }
  }
}
