/**
 * Seconds of speech for each thing of a kind that a script holds, fitted by least squares to what
 * the slowest stock voice takes for the scripts of `test/unit/speech/estimate-corpus.json`.
 */
const KINDS: readonly { readonly pattern: RegExp; readonly seconds: number }[] = [
  // A letter that is spoken; other scripts are silent.
  { pattern: /\p{Script=Latin}/gu, seconds: 0.0704 },
  { pattern: /\p{Nd}/gu, seconds: 0.245 },
  // Signs with a name, and the dots, colons and hyphens inside addresses and numbers.
  { pattern: /[$£€¥₹%@&+=#/°²³_~±×÷]|(?<=[\p{L}\p{N}])[.:-](?=[\p{L}\p{N}])/gu, seconds: 0.405 },
  // `1,204,567`: each group brings its "thousand" or "million".
  { pattern: /(?<=\d),(?=\d{3})/gu, seconds: 1.1 },
  // Units after a number are longer than they are written.
  { pattern: /\d ?(?:[A-Za-z]{1,3}|°[CF]?|%)(?![A-Za-z])/gu, seconds: 0.45 },
  // Acronyms are spelled; whole lines in capitals are not.
  { pattern: /(?<![A-Z] )\b[A-Z]{2,5}\b(?! [A-Z])/gu, seconds: 0.216 },
  // The rest after a sentence or line, and after a comma.
  { pattern: /[.!?]+(?=\s|$)|[\r\n]+/gu, seconds: 0.424 },
  { pattern: /[,;:–—()](?=\s|$)|\s[–—(]/gu, seconds: 0.272 },
  // No word is this long: what is left of it is read nearly letter by letter.
  { pattern: /(?<=[A-Za-z]{30})[A-Za-z]/gu, seconds: 0.12 },
]

/** Silence before and after the speech. */
const EDGES_SECONDS = 0.475

/**
 * On top of the fit, so that the real length is almost never above what was reserved: the fit's
 * largest shortfall on the corpus is 17 %.
 */
const RESERVE_MARGIN = 1.18

/**
 * Seconds to reserve for a script before it is spoken: an upper estimate of its length.
 *
 * @param script 1–3,000 characters of plain text.
 * @returns whole seconds, at least 1. The settled figure comes from the finished audio.
 */
export function estimateSpeechSeconds(script: string): number {
  const spoken = KINDS.reduce(
    (sum, { pattern, seconds }) => sum + seconds * (script.match(pattern)?.length ?? 0),
    EDGES_SECONDS,
  )
  return Math.max(1, Math.ceil(spoken * RESERVE_MARGIN))
}
