import { parsePhoneTimes } from '../../flite/flite.ts'
import { runFlite } from '../../flite/program.ts'

/** A voice of Flite that speaks fastest; only what it pronounces is used. */
const SPELLING_VOICE = 'kal'

/** Most words whose sounds are kept; names come back within a script and then no more. */
const MOST_CACHED = 5_000

/** Phones of Flite beyond those of the dictionary. */
const FLITE_PHONES: ReadonlyMap<string, string> = new Map([
  ['ax', 'AH0'],
  ['axr', 'ER0'],
  ['ix', 'IH0'],
  ['dx', 'T'],
  ['hv', 'HH'],
  ['nx', 'N'],
  ['el', 'AH0 L'],
  ['em', 'AH0 M'],
  ['en', 'AH0 N'],
])

const VOWEL = /^(?:A[AEHOWY]|EH|ER|EY|IH|IY|OW|OY|UH|UW)$/u

/** Diphthongs and open vowels keep some stress in long words. */
const KEEPS_STRESS = /^(?:A[AEWY]|EY|OW|OY|UW)$/u

/** Endings that have the stress on the syllable before them. */
const STRESSED_BEFORE = /(?:ic|ics|ical|ity|ian|ial|ious|eous|logy|graphy|[st]ion|[st]ions)$/u

const kept = new Map<string, readonly string[]>()

/**
 * How words of no dictionary are probably pronounced, by Flite's rules for English spelling.
 *
 * @param words of letters and apostrophes.
 * @param mostCached words whose sounds are kept for the next time; past it all are forgotten.
 * @returns phones with stress for each word; none for a word that Flite finds nothing to say in.
 */
export async function guessPhones(
  words: readonly string[],
  mostCached = MOST_CACHED,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const word of words) {
    const phones = kept.get(word)
    if (phones) found.set(word, phones)
  }
  const unknown = [...new Set(words)].filter((word) => !found.has(word))
  if (unknown.length > 0) {
    if (kept.size > mostCached) kept.clear()
    for (const [word, phones] of await askFlite(unknown)) {
      kept.set(word, phones)
      found.set(word, phones)
    }
  }
  return found
}

/** All at once when each word comes out as a line of its own, which nearly always is so; else one by one. */
async function askFlite(words: readonly string[]): Promise<(readonly [string, readonly string[]])[]> {
  const text = words.map((word) => `${word}\n\n`).join('')
  const lines = parsePhoneTimes((await runFlite(text, SPELLING_VOICE)).phoneTimes)
  if (lines.length === words.length)
    return words.map((word, index) => [word, stressed(word, lines[index]?.map(({ phone }) => phone) ?? [])])
  if (words.length > 1) return (await Promise.all(words.map((word) => askFlite([word])))).flat()
  return words.map((word) => [
    word,
    stressed(
      word,
      lines.flat().map(({ phone }) => phone),
    ),
  ])
}

/** Flite does not tell which syllable it stresses. */
function stressed(word: string, printed: readonly string[]): string[] {
  const phones = printed
    .filter((phone) => phone !== 'pau')
    .flatMap((phone) => (FLITE_PHONES.get(phone) ?? phone.toUpperCase()).split(' '))
  const syllables = phones.flatMap((phone, index) =>
    VOWEL.test(phone) || phone.endsWith('0') ? [index] : [],
  )
  const full = syllables.filter((index) => VOWEL.test(phones[index] ?? ''))
  const primary = primaryOf(word, syllables, full)
  return phones.map((phone, index) => {
    if (!VOWEL.test(phone)) return phone
    if (index === primary) return `${phone}1`
    return full.length > 2 && KEEPS_STRESS.test(phone) ? `${phone}2` : `${phone}0`
  })
}

/** By the ending, if it tells; else the first full vowel, in long words the last but one. */
function primaryOf(word: string, syllables: readonly number[], full: readonly number[]): number | undefined {
  if (STRESSED_BEFORE.test(word)) {
    const fromEnd = /(?:ity|ical|logy|graphy)$/u.test(word) ? 3 : 2
    const place = syllables.at(-fromEnd)
    if (place !== undefined && full.includes(place)) return place
  }
  return syllables.length >= 4 && full.length > 1 ? full.at(-2) : full[0]
}
