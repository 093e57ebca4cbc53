import type { SpokenWord } from './speech-timeline.ts'

/** What stands between two amounts, or two names, and belongs to both. */
const BETWEEN_TWO = /^[=≈≠<>≤≥+±−×÷*/&](?:\s|$)/u

/**
 * Whether a word inside a sentence wants the next one beside it, so that no line ends with it: a word that its language
 * says so of, an abbreviation, a number before what it counts, a bracket that opens, what an equals sign stands between.
 *
 * @param next what stands behind it in the sentence.
 */
export function leadsOnTo({ text, leadsOn }: Pick<SpokenWord, 'text' | 'leadsOn'>, next: string): boolean {
  const word = text.replace(/^["'“‘«]+/u, '')
  if (BETWEEN_TWO.test(word) || BETWEEN_TWO.test(next)) return true
  if (/^[([{][^)\]}]*$/u.test(word)) return true
  // A full stop that ends no sentence is that of an abbreviation or an initial.
  if (word.endsWith('.') && /[\p{L}\p{N}]/u.test(word)) return true
  if (/^[^\p{L}]*\d$/u.test(word)) return /^[\p{L}%°‰]/u.test(next)
  return leadsOn === true
}
