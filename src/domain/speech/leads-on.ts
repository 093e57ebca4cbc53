/** Words after which a reader wants the next one: articles and prepositions. */
const LEADING = new Set(
  (
    'a an the my your his her its our their this that these those about above across after against along among around ' +
    'as at before behind below beneath beside between beyond by despite during except for from in inside into like near ' +
    'of off on onto over per since than through to toward towards under until upon versus via vs with within without'
  ).split(' '),
)

/**
 * Whether a word inside a sentence leads on to the next, so that no line ends with it: an article, a preposition, an
 * abbreviation, a number before what it counts, a bracket that opens.
 *
 * @param next what stands behind it in the sentence.
 */
export function leadsOn(text: string, next: string): boolean {
  const word = text.replace(/^["'“‘«]+/u, '')
  if (/^[([{][^)\]}]*$/u.test(word)) return true
  // A full stop that ends no sentence is that of an abbreviation or an initial.
  if (word.endsWith('.') && /[\p{L}\p{N}]/u.test(word)) return true
  if (/^[^\p{L}]*\d$/u.test(word)) return /^[\p{L}%°‰]/u.test(next)
  return LEADING.has(word.toLowerCase())
}
