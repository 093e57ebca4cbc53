import { invalidFields } from '../error/errors.ts'
import { hasUnseen } from './unseen-characters.ts'

/** What is said of a name with characters that nobody types. */
export const UNSEEN_IN_NAME = 'Remove the control characters.'

/** Longest name of an account, in characters. */
export const LONGEST_ACCOUNT_NAME = 200
/** Longest name of an API key, in characters. */
export const LONGEST_KEY_NAME = 100

/**
 * Whether a name is shown as it was written: valid Unicode without line ends, control characters and marks of direction.
 * Names are shown in lists, in terminals and to others.
 */
export function isShownAsWritten(name: string): boolean {
  return name.isWellFormed() && !hasUnseen(name)
}

/**
 * A name that a person gave, with the blanks around it cut off. Forms and commands obey the same rule.
 *
 * @param most characters. @throws `invalid_request`.
 */
export function requireName(given: string, most: number): string {
  const name = given.trim()
  if (name === '') throw refused('required', 'This field must not be empty.')
  if ([...name].length > most) throw refused('too_long', `At most ${most} characters.`)
  if (!isShownAsWritten(name)) throw refused('invalid', UNSEEN_IN_NAME)
  return name
}

function refused(code: 'required' | 'too_long' | 'invalid', message: string) {
  return invalidFields({ name: { code, message } })
}
