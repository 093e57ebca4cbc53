import { easyToGuess } from '../../domain/account/easy-to-guess.ts'
import type { SignIn } from '../../ports/account/sign-in.ts'

/** @param about what others know of the person. @throws `invalid_request` for a password that is easy to guess. */
export async function requireHardToGuess(
  { isGuessable }: Pick<SignIn, 'isGuessable'>,
  password: string,
  about: readonly string[],
): Promise<void> {
  if (await isGuessable(password, about)) throw easyToGuess('password')
}
