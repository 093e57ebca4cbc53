import { ABBREVIATIONS, COUNTS } from './abbreviations.ts'
import { unitOf } from './units.ts'
import type { Sentence } from '../languages/language.ts'

/**
 * Words that start a sentence far more often than they follow an initial: `in the U.S. The next`
 * is two sentences, `the U.S. Government` is none.
 */
const OPENERS = new Set(
  'a an and at but for he how i if in it its my no on our she so that the their then there these they this to we what when who why yes you your'.split(
    ' ',
  ),
)

/** No abbreviation or initial is longer: of a token beyond it, only this much is looked at. */
const LONGEST_LOOK = 100

/** A sentence as far as it is read, with what decides whether it goes on. */
interface OpenSentence extends Omit<Sentence, 'linesAfter'> {
  /** It has nothing but white space. */
  readonly isBlank: boolean
  /** No white space follows its last token, so that the token may go on. */
  readonly isOpen: boolean
  /** Its last token, or the end of one that is too long to mean anything. */
  readonly lastToken: string
  /** The token before that one, if it is as near. */
  readonly tokenBefore: string
  /** How many lines end in the white space after it. */
  readonly lineEnds: number
}

/**
 * Cuts a script into sentences: by the rules of Unicode, but not after an abbreviation or an
 * initial, and not where a line is merely wrapped. Covers the script without gaps.
 *
 * Each segment is read once, and never the whole sentence that it continues: the time grows in
 * proportion to the script whatever it holds.
 */
export function sentencesOf(script: string): Sentence[] {
  const sentences: OpenSentence[] = []
  for (const { segment, index } of segmentsOf(script)) {
    const last = sentences.at(-1)
    const next = openSentence(segment, index)
    if (last && goesOn(last, segment)) sentences[sentences.length - 1] = joined(last, next, segment)
    else sentences.push(next)
  }
  return sentences.map(({ charStart, charEnd, lineEnds }) => ({
    charStart,
    charEnd,
    linesAfter: lineEnds,
  }))
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** A line with what ends it, or what is left after the last: a sentence never goes on behind one (UAX 29, SB4). */
const LINE = /[^\n\r\u0085\u2028\u2029]*(?:\r\n|[\n\r\u0085\u2028\u2029]|$)/gu

/** What belongs to a time of day although it begins with a capital. */
const WHEN =
  /^(?:\p{Lu}{2,4}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Eastern|Central|Mountain|Pacific|Greenwich|London|Paris|Berlin|Tokyo|Beijing|Sydney)\b/u

/** What can end a sentence within a line. */
const TERMINATOR = /[.\u2024\uFE52\uFF0E\p{Sentence_Terminal}]/u

/**
 * Sentences by the rules of Unicode. Line by line: over a text with many lines the segmenter takes time with
 * their square.
 */
function* segmentsOf(script: string): Generator<{ segment: string; index: number }> {
  for (const { 0: line, index: start } of script.matchAll(LINE)) {
    if (line === '') continue
    if (!TERMINATOR.test(line)) {
      yield { segment: line, index: start }
      continue
    }
    for (const { segment, index } of SEGMENTER.segment(line)) yield { segment, index: start + index }
  }
}

function openSentence(segment: string, charStart: number): OpenSentence {
  const text = segment.trimEnd()
  return {
    charStart,
    charEnd: charStart + segment.length,
    isBlank: text === '',
    isOpen: text !== '' && text.length === segment.length,
    ...lastTokensOf(text),
    lineEnds: segment.slice(text.length).match(/\r\n|[\n\r\u2028\u2029]/gu)?.length ?? 0,
  }
}

function lastTokensOf(text: string): Pick<OpenSentence, 'lastToken' | 'tokenBefore'> {
  const [tokenBefore = '', lastToken = ''] = ['', ...text.slice(-LONGEST_LOOK).split(/\s+/u)].slice(-2)
  return { lastToken, tokenBefore }
}

function joined(last: OpenSentence, next: OpenSentence, segment: string): OpenSentence {
  const { charStart } = last
  if (next.isBlank) {
    return { ...last, charEnd: next.charEnd, isOpen: false, lineEnds: last.lineEnds + next.lineEnds }
  }
  const before =
    last.isOpen && /^\S/u.test(segment) ? `${last.tokenBefore} ${last.lastToken}` : `${last.lastToken} `
  return { ...next, charStart, ...lastTokensOf(before + segment.trimEnd()) }
}

/** Before its hours: `Sat. 10–4`. */
const WEEKDAY = /^(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\.$/u

/** What people do with a sentence that they quote. */
const SAID =
  /^(?:\p{Lu}\S*\s+){1,3}(?:ask|repl|sa(?:id|ys)|answer|add|whisper|shout|cr(?:y|ie)|call|wonder|explain|tell|told|thought)/u

/** Whether what looked like the end of a sentence was none. */
function goesOn({ isBlank, isOpen, lastToken, tokenBefore, lineEnds }: OpenSentence, after: string): boolean {
  if (isBlank || after.trim() === '') return true
  // In the middle of a token nothing ends: `.NET`, `Yahoo!s`.
  if (isOpen && /^\S/u.test(after)) return true
  if (lineEnds > 1) return false
  const last = lastToken.replace(/^["'“‘([]+/u, '')
  const next = /^\S+/u.exec(after.trimStart().slice(0, LONGEST_LOOK))?.[0] ?? ''
  const following = after.trimStart().slice(0, LONGEST_LOOK)
  // `“Can it be shy?” asked the girl.`
  if (/[!?…]["”’']+$/u.test(lastToken) && lineEnds === 0)
    return /^\p{Ll}/u.test(following) || SAID.test(following)
  if (lineEnds > 0) return /[\p{L}\p{N},]$/u.test(last) && /^\p{Ll}/u.test(next)
  // `before 6 p.m. Members`, `7–8 h. Last week`: behind a number, a capital begins a sentence, unless it names
  // the day or zone.
  if (/\d$/u.test(tokenBefore) && (/^[ap]\.m\.$/iu.test(last) || unitOf(last.slice(0, -1)) !== undefined))
    return !/^\p{Lu}/u.test(next) || WHEN.test(next)
  if (/^(?:\p{L}\.)+$/u.test(last) && !ABBREVIATIONS.has(last.toLowerCase()))
    return !OPENERS.has(next.toLowerCase().replaceAll(/[^\p{L}]/gu, ''))
  if (WEEKDAY.test(last) && /^\d/u.test(next)) return true
  const abbreviation = ABBREVIATIONS.get(last.toLowerCase())
  if (!abbreviation?.leadsOn) return false
  return abbreviation.place === 'before a number' ? COUNTS.test(next.replace(/[.,;:!?)]+$/u, '')) : true
}
