import { EASY_TO_GUESS } from '../../domain/account/person.ts'
import { invalidFields } from '../../domain/error/errors.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'

/** @param about what others know of the person. @throws `invalid_request` for a password that is tried first. */
export async function requireHardToGuess(
  { isGuessable }: Pick<SignIn, 'isGuessable'>,
  password: string,
  about: readonly string[],
): Promise<void> {
  if (await isGuessable(password, about)) {
    throw invalidFields({ password: { code: 'invalid', message: EASY_TO_GUESS } })
  }
}
