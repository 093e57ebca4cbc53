/** Words after which a reader wants the next one: articles and prepositions. */
const LEADING_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the my your his her its our their this that these those about above across after against along among around ' +
    'as at before behind below beneath beside between beyond by despite during except for from in inside into like near ' +
    'of off on onto over per since than through to toward towards under until upon versus via vs with within without'
  ).split(' '),
)

/** Whether no line of a caption should end with a word, as written: see `Language.leadsOn`. */
export function leadsOn(token: string): boolean {
  return LEADING_WORDS.has(token.replace(/^["'“‘«]+/u, '').toLowerCase())
}
