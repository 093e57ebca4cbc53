import { createHash, randomBytes } from 'node:crypto'

const KEY_BYTES = 32

/** The last bytes of a key made for development say so: 28 random ones are still beyond guessing. */
const MARK_BYTES = 4

/** 32 random bytes hold 30 different ones on average; fewer than 20 come up once in 10^15 keys. */
const FEWEST_DIFFERENT_BYTES = 20

/** What a keyboard can write: once in 10^13 random keys there is nothing else. */
const ALL_TEXT = /^[\t\n\r -~]*$/u

/**
 * Generates a master key for development. It is random but recognizable, so that it cannot be used in production by
 * accident.
 */
export function newDevelopmentKey(): Buffer {
  const random = randomBytes(KEY_BYTES - MARK_BYTES)
  return Buffer.concat([random, markOf(random)])
}

/** Why a master key cannot be used in production, in words for an operator, or null when it can. */
export function whyNotForProduction(key: Buffer): string | null {
  const random = key.subarray(0, KEY_BYTES - MARK_BYTES)
  if (markOf(random).equals(key.subarray(KEY_BYTES - MARK_BYTES))) {
    return 'it was generated automatically for development'
  }
  if (ALL_TEXT.test(key.toString('latin1'))) return 'it encodes text instead of random bytes'
  if (new Set(key).size < FEWEST_DIFFERENT_BYTES) return 'it is repetitive, so it is not random'
  return null
}

function markOf(random: Buffer): Buffer {
  return createHash('sha256').update('development key\n').update(random).digest().subarray(0, MARK_BYTES)
}
