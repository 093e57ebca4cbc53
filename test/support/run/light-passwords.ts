import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Guessing a test's password is worth nothing. */
const COST = 2

/**
 * Runs before each file: passwords are hashed by scrypt as ever, at a cost that only guessers would mind. Tests sign
 * in hundreds of people, each for two hashes of a tenth of a second of a processor. Programs that tests start hash at
 * the cost that is meant.
 */
const { scrypt } = crypto as { scrypt: Scrypt & { isLight?: true } }
if (!scrypt.isLight) {
  const light: Scrypt = (password, salt, length, options, done) =>
    scrypt(password, salt, length, { ...options, N: COST }, done)
  crypto.scrypt = Object.assign(light, { isLight: true }) as never
  syncBuiltinESMExports()
}

type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void
