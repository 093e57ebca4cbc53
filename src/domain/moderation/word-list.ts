/** Finds the first phrase of a list that a text contains; null when it contains none. */
export type FindPhrase = (text: string) => string | null

/** Scripts whose words stand side by side without a space. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Prepares a list of words and phrases. They are found as whole words, whatever the case, the accents of Latin, Greek and
 * Cyrillic letters, invisible characters, and the punctuation and white space between the words. Phrases in a script
 * without spaces are found anywhere.
 *
 * A text of n words takes n times as many steps as the longest phrase has words, however long the list is.
 */
export function createWordList(phrases: readonly string[]): FindPhrase {
  const anywhere: [words: string, phrase: string][] = []
  const byWords = new Map<string, string>()
  let mostWords = 0
  for (const phrase of phrases) {
    const words = wordsOf(phrase)
    if (words.length === 0) continue
    if (WITHOUT_SPACES.test(phrase)) {
      anywhere.push([words.join(''), phrase])
      continue
    }
    byWords.set(words.join(' '), phrase)
    mostWords = Math.max(mostWords, words.length)
  }
  return (text) => {
    const words = wordsOf(text)
    for (const start of words.keys()) {
      for (let end = start + 1; end <= Math.min(words.length, start + mostWords); end += 1) {
        const found = byWords.get(words.slice(start, end).join(' '))
        if (found !== undefined) return found
      }
    }
    const joined = words.join('')
    return anywhere.find(([form]) => joined.includes(form))?.[1] ?? null
  }
}

/** The words of a text in the form in which they are compared. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}
