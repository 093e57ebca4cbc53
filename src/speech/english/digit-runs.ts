/** How a token that is part of a longer number written with spaces is said. */
export type DigitRun = 'digits' | 'thousands'

/** Fewer digits are no telephone number that is written in groups, more are none either. */
const FEWEST_DIGITS = 7
const MOST_DIGITS = 19

const count = (text: string): number => text.replaceAll(/\D/gu, '').length

/**
 * Finds the tokens that are groups of one number: telephone numbers, card numbers and large numbers
 * with a space for each thousand.
 *
 * @returns for each token that is part of one, what kind; the first token of a large number stands
 *   for all of it.
 */
export function digitRuns(cores: readonly string[]): Map<number, DigitRun> {
  const runs = new Map<number, DigitRun>()
  for (let from = 0; from < cores.length;) {
    let to = from
    while (to < cores.length && isGroup(cores[to] ?? '')) to += 1
    const kind = to > from + 1 ? kindOf(cores.slice(from, to)) : null
    if (kind) for (let index = from; index < to; index += 1) runs.set(index, kind)
    from = Math.max(to, from + 1)
  }
  return runs
}

function isGroup(core: string): boolean {
  return /^\+?\(?\d{1,5}\)?\d{0,5}(?:-\d{2,4}){0,2}$/u.test(core)
}

function kindOf(groups: readonly string[]): DigitRun | null {
  const [first = '', second = ''] = groups
  if (/^[1-9]\d{0,2}$/u.test(first) && groups.slice(1).every((group) => /^\d{3}$/u.test(group)))
    if (groups.length > 2 || second === '000') return 'thousands'
  const total = count(groups.join(''))
  if (total < FEWEST_DIGITS || total > MOST_DIGITS) return null
  const looksDialled = /^(?:\+|0\d)/u.test(first) || /^\d{3}-\d{4}$/u.test(groups.at(-1) ?? '')
  const isCard = groups.length >= 4 && groups.every((group) => group.length === 4)
  const inThrees = groups.length >= 3 && groups.slice(1).every((group) => /^\d{3,4}$/u.test(group))
  return looksDialled || isCard || inThrees ? 'digits' : null
}
