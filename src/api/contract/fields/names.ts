import { z } from 'zod'

import { isShownAsWritten, UNSEEN_IN_NAME } from '../../../domain/account/name.ts'

/**
 * A name that a person types: of themselves, a key or a twin. It is shown in lists, in terminals and to others, so it has
 * no line ends, control characters or marks of direction. Blanks around it are cut off.
 *
 * @param most characters.
 * @param empty what is said of an empty one.
 */
export function name(most: number, empty = 'This field must not be empty.') {
  return z.string().trim().min(1, empty).max(most).refine(isShownAsWritten, UNSEEN_IN_NAME)
}

/**
 * What a person writes to another in some sentences: as a name, but of several lines, and perhaps empty.
 *
 * @param most characters.
 */
export function note(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .refine((value) => isShownAsWritten(value.replaceAll(/[\t\n\r]/gu, ' ')), UNSEEN_IN_NAME)
}

/** An email address that a person signs in with, in lower case. */
export const emailAddress = z.email('This is not an email address.').max(320).toLowerCase()
