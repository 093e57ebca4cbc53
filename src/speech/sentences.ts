import { ABBREVIATIONS } from './abbreviations.ts'

/** A sentence of the script (UTF-16 offsets, end exclusive, white space around it included). */
export interface Sentence {
  readonly charStart: number
  readonly charEnd: number
  /** A line ends with it, so that the pause after it is a longer one. */
  readonly endsLine: boolean
}

/**
 * Words that start a sentence far more often than they follow an initial: `in the U.S. The next`
 * is two sentences, `the U.S. Government` is none.
 */
const OPENERS = new Set(
  'a an and at but for he how i if in it its my no on our she so that the their then there these they this to we what when who why yes you your'.split(
    ' ',
  ),
)

/**
 * Cuts a script into sentences: by the rules of Unicode, but not after an abbreviation or an
 * initial, and not where a line is merely wrapped. Covers the script without gaps.
 */
export function sentencesOf(script: string): Sentence[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(script)
  const sentences: Sentence[] = []
  for (const { segment, index } of segments) {
    const charEnd = index + segment.length
    const last = sentences.at(-1)
    const sentence = { charStart: index, charEnd, endsLine: lineEnds(segment) > 0 }
    if (last && goesOn(script.slice(last.charStart, last.charEnd), segment))
      sentences[sentences.length - 1] = { ...sentence, charStart: last.charStart }
    else sentences.push(sentence)
  }
  return sentences
}

/** Whether what looked like the end of a sentence was none. */
function goesOn(before: string, after: string): boolean {
  if (before.trim() === '' || after.trim() === '') return true
  // In the middle of a token nothing ends: `.NET`, `Yahoo!s`.
  if (/\S$/u.test(before) && /^\S/u.test(after)) return true
  if (lineEnds(before) > 1) return false
  const last = /\S+$/u.exec(before.trimEnd())?.[0].replace(/^["'“‘([]+/u, '') ?? ''
  const next = /^\S+/u.exec(after.trimStart())?.[0] ?? ''
  if (lineEnds(before) > 0) return /[\p{L}\p{N},]$/u.test(last) && /^\p{Ll}/u.test(next)
  if (/^(?:\p{L}\.)+$/u.test(last) && !ABBREVIATIONS.has(last.toLowerCase()))
    return !OPENERS.has(next.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
  const abbreviation = ABBREVIATIONS.get(last.toLowerCase())
  if (!abbreviation?.leadsOn) return false
  return abbreviation.place === 'before a number' ? /^\d/u.test(next) : true
}

/** How many lines end in the white space after a text. */
function lineEnds(text: string): number {
  return text.slice(text.trimEnd().length).match(/\r\n|[\n\r\u2028\u2029]/gu)?.length ?? 0
}
