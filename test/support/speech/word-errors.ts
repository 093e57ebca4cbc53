/** Words that were said wrongly, left out or added, and how many should have been said. */
export interface WordErrors {
  readonly errors: number
  readonly words: number
}

/**
 * Compares what was heard with what should have been said: the least number of words to change, add or
 * take away (the "word error rate" is `errors / words`). Case, punctuation and hyphens do not count.
 */
export function wordErrors(said: string, heard: string): WordErrors {
  const [wanted, found] = [wordsOf(said), wordsOf(heard)]
  let before = Array.from({ length: found.length + 1 }, (_, index) => index)
  for (const [row, word] of wanted.entries()) {
    const costs = [row + 1]
    for (const [column, other] of found.entries()) {
      const changed = (before[column] ?? 0) + (word === other ? 0 : 1)
      costs.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (costs[column] ?? 0) + 1))
    }
    before = costs
  }
  return { errors: before.at(-1) ?? 0, words: wanted.length }
}

/** The sum over several texts. */
export function sumOfErrors(list: readonly WordErrors[]): WordErrors {
  return {
    errors: list.reduce((sum, { errors }) => sum + errors, 0),
    words: list.reduce((sum, { words }) => sum + words, 0),
  }
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/['’]/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
