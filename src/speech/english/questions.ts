/** What a question that is answered by yes or no begins with, where it is no statement with a question mark. */
const VERBS = wordSet(
  `am are is was were do does did have has had can could will would shall should may might must need ought
  ain't aren't isn't wasn't weren't don't doesn't didn't haven't hasn't hadn't can't couldn't won't wouldn't shan't
  shouldn't mightn't mustn't needn't`,
)

/** What asks for something else than yes or no. */
const ASKING = wordSet('what who whom whose which when where why how whatever whoever wherever however')

/** What may come before the word that says which question it is. */
const BEFORE = wordSet(
  'and but so or then well now oh ok okay yes no in on at for from to with by of about since until',
)

/**
 * Whether a question is answered by yes or no, so that its end rises: "Is it late?", "You did it?". One that asks what, who
 * or why falls, and so does one that offers a choice ("Tea or coffee?").
 */
export function asksYesOrNo(words: readonly string[]): boolean {
  const lower = words.map((word) => word.toLowerCase().replaceAll('’', "'"))
  const first = lower.findIndex((word) => !BEFORE.has(word))
  const word = lower[first] ?? ''
  if (ASKING.has(contracted(word))) return false
  if (lower.includes('or')) return false
  return VERBS.has(word) || !lower.some((each) => ASKING.has(contracted(each)))
}

/** "What's" asks as "what" does. */
function contracted(word: string): string {
  return word.replace(/'(?:s|re|d|ll|ve)$/u, '')
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u))
}
