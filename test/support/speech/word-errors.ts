/** Words that were said wrongly, left out or added, and how many should have been said. */
export interface WordErrors {
  readonly errors: number
  readonly words: number
}

/** A word that was heard otherwise than it was written; null where one is left out or added. */
export interface WrongWord {
  readonly said: string | null
  readonly heard: string | null
}

/**
 * Compares what was heard with what should have been said: the least number of words to change, add or
 * take away (the "word error rate" is `errors / words`). Case, punctuation and hyphens do not count.
 */
export function wordErrors(said: string, heard: string): WordErrors {
  return { errors: wrongWords(said, heard).length, words: wordsOf(said).length }
}

/** The words by which what was heard differs from what should have been said, in their order. */
export function wrongWords(said: string, heard: string): WrongWord[] {
  const [wanted, found] = [wordsOf(said), wordsOf(heard)]
  const costs = costsOf(wanted, found)
  const at = (row: number, column: number): number => costs[row]?.[column] ?? Infinity
  const wrong: WrongWord[] = []
  let [row, column] = [wanted.length, found.length]
  while (row > 0 || column > 0) {
    const [word, other] = [wanted[row - 1] ?? null, found[column - 1] ?? null]
    const isSame = word === other
    if (at(row, column) === at(row - 1, column - 1) + (isSame ? 0 : 1)) {
      if (!isSame) wrong.unshift({ said: word, heard: other })
      row -= 1
      column -= 1
    } else if (at(row, column) === at(row - 1, column) + 1) {
      wrong.unshift({ said: word, heard: null })
      row -= 1
    } else {
      wrong.unshift({ said: null, heard: other })
      column -= 1
    }
  }
  return wrong
}

/** For each number of first words of both texts, how many of them differ at least. */
function costsOf(wanted: readonly string[], found: readonly string[]): number[][] {
  const rows = [Array.from({ length: found.length + 1 }, (_, index) => index)]
  for (const [row, word] of wanted.entries()) {
    const [before = [], costs] = [rows[row], [row + 1]]
    for (const [column, other] of found.entries()) {
      const changed = (before[column] ?? 0) + (word === other ? 0 : 1)
      costs.push(Math.min(changed, (before[column + 1] ?? 0) + 1, (costs[column] ?? 0) + 1))
    }
    rows.push(costs)
  }
  return rows
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
