import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What follows is not looked at: it makes no password worse, and looking takes longer than its length grows. */
const MOST_LOOKED_AT = 32

/** Ways to read signs as letters that are tried: a hundred, as usual, take forty milliseconds, in which nobody is answered. */
const MOST_READINGS = 5

/** Fewer than a hundred million guesses (zxcvbn's scores 0 to 2): within reach of somebody who has stolen the hash. */
const SAFE_SCORE = 3

let loading: Promise<ZxcvbnFactory> | null = null

/**
 * Whether a password is easy to guess: a common password, a keyboard pattern, a repetition, the person's own name or
 * address, or a combination of these (OWASP ASVS 5, 6.2.4).
 *
 * @param about what others know of the person, such as their name and address.
 */
export async function isGuessable(password: string, about: readonly string[]): Promise<boolean> {
  const zxcvbn = await (loading ??= load())
  return zxcvbn.check(password.slice(0, MOST_LOOKED_AT), about.flatMap(withItsWords)).score < SAFE_SCORE
}

/** Passwords are chosen seldom, and the lists take some twenty megabytes. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary, graphs, l33tMaxSubstitutions: MOST_READINGS })
}

function withItsWords(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)]
}
