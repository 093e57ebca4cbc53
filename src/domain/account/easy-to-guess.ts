import { invalidFields } from '../error/errors.ts'

/** The refusal of a password that is easy to guess. @param field its name in the request. */
export function easyToGuess(field: string): Error {
  const message =
    'This password is easy to guess. Use a few words that have nothing to do with each other or with you.'
  return invalidFields({ [field]: { code: 'invalid', message } })
}
