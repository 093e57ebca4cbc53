import { sayAbbreviation } from './abbreviations.ts'
import { isInitialism } from './acronyms.ts'
import { digitRuns } from './digit-runs.ts'
import { SOUNDS_LIKE } from './lexicon.ts'
import { isForeign } from './say/say-foreign.ts'
import { digits, quantity } from './numerals.ts'
import { plain, pronounceable } from './plain-text.ts'
import { sayRoman } from './roman.ts'
import { sayNumeric } from './say/say-numeric.ts'
import { isDottedAcronym, sayWord } from './say/say-word.ts'
import { startOfTail } from './tokens.ts'
import { unitOf } from './units.ts'
import type { DigitRun } from './digit-runs.ts'
import type { Mark } from '../engines/engine.ts'
import type { SpokenToken } from '../languages/language.ts'
import type { Neighbours } from './tokens.ts'

/** How a script is read where people differ. */
export interface ReadingOptions {
  /** 5/6/2024 is a day in June, as everywhere but in America. */
  readonly dayFirst?: boolean
  /** Words of other scripts are spoken in Latin letters. Unless told, when there are Latin ones beside. */
  readonly romanise?: boolean
  /** The reader's language is not English: engines that read by themselves get all as it is written. */
  readonly keepWriting?: boolean
  /** The replacement for a word, already in words; null when there is none. */
  readonly pronunciation?: (word: string) => string | null
}

/**
 * Says how each token of a sentence is pronounced in English: numbers, money, dates, units,
 * addresses and abbreviations in words. Nothing is added, left out or put in another order
 * beyond that; a token without anything to pronounce stays silent.
 *
 * @param tokens the white-space separated tokens of one sentence, as written.
 * @returns one entry for each token.
 */
export function verbalise(tokens: readonly string[], options: ReadingOptions = {}): SpokenToken[] {
  const parts = tokens.map(partsOf)
  const cores = parts.map(({ core }) => core)
  const runs = digitRuns(cores)
  const sentence = {
    allCapitals: isShouted(tokens),
    dayFirst: options.dayFirst ?? false,
    romanise: options.romanise ?? isReadable(tokens.join(' ')),
    pronunciation: options.pronunciation ?? (() => null),
  }
  const sums = sumsIn(parts, tokens)
  return parts.map((part, index) => {
    const around: Neighbours = {
      ...sentence,
      isSum: sums[index] ?? false,
      previous: cores[index - 1] ?? '',
      next: cores[index + 1] ?? '',
      at: (offset) => cores[index + offset] ?? '',
      tail: part.tail,
    }
    const run = runs.get(index)
    const following = parts[index + 1]
    const words = pronounceable(run ? sayRun(run, index, cores, runs) : sayToken(part, around))
    const own = markAfter(part, around)
    const aside = following === undefined ? null : asideBefore(following)
    const isInRun = run === 'digits' && runs.has(index + 1)
    return {
      words,
      written: writingOf(part, words, around, options.keepWriting ?? false),
      mark: own === null || own === ',' ? (aside ?? own ?? (isInRun ? ',' : null)) : own,
    }
  })
}

/** The words that a text comes to when it is spoken, read as a sentence by itself. */
export function wordsSaid(text: string): string[] {
  return verbalise(text.split(/\s+/u)).flatMap(({ words }) => words)
}

/** What an engine that reads by itself says best: initials and names as written, notation in words. */
function writingOf(
  { core, tail }: TokenParts,
  words: readonly string[],
  around: Neighbours,
  keep: boolean,
): string {
  if (words.length === 0 && !keep) return ''
  const marks = tail.replaceAll(/[^.,;:!?…]/gu, '')
  // The dot of `Dr.` went into the word.
  const rest = marks === '.' && sayAbbreviation(core, around) !== null && around.next !== '' ? '' : marks
  const own = pronounceable(core).join('').toLowerCase()
  const isPlain =
    !/[\d/@]/u.test(core) && (own === words.join('').toLowerCase() || isInitialism(core) || isForeign(core))
  if (keep && sayWanted(core, around) === null) return core + marks
  if (isPlain && sayWanted(core, around) === null) return core + rest
  return words.map((word) => (word === 'ay' ? 'A' : word)).join(' ') + rest
}

/** What makes a sum of what stands around it, up to the next mark. */
const CALCULATES = /^[=+×÷√]$|[\d)][=×÷][\d(]/u

/** The sign that is nothing else, unlike a hyphen. */
const MINUS = '−'

/** For each token whether it is part of a sum: `(N = 1,286; ages 19–74)` calculates as far as the semicolon. */
function sumsIn(parts: readonly TokenParts[], tokens: readonly string[]): boolean[] {
  const sums: boolean[] = []
  let from = 0
  for (const [index, { tail }] of parts.entries()) {
    if (!/[,;:.!?]/u.test(tail) && index < parts.length - 1) continue
    const isSum =
      parts.slice(from, index + 1).some(({ core }) => CALCULATES.test(core)) ||
      tokens.slice(from, index + 1).includes(MINUS)
    while (from <= index) {
      sums.push(isSum)
      from += 1
    }
  }
  return sums
}

/** Whether there is anything in a text that an English voice can read as it stands. */
export function isReadable(text: string): boolean {
  return /[\p{Script=Latin}\p{Nd}]/u.test(text)
}

/** Fewer capitals than this may be a single acronym rather than a sentence in capitals. */
const SHORTEST_SHOUT = 8

/** A sentence in capitals, of which most are words: a list of initials is not shouted. */
function isShouted(tokens: readonly string[]): boolean {
  const words = tokens.map((token) => token.replaceAll(/[^\p{Lu}\p{Ll}]/gu, '')).filter((word) => word !== '')
  const letters = words.join('')
  if (letters.length <= SHORTEST_SHOUT || /\p{Ll}/u.test(letters)) return false
  return words.filter((word) => !isInitialism(word)).length > words.length / 2
}

interface TokenParts {
  readonly lead: string
  readonly core: string
  readonly tail: string
}

/** Faces made of punctuation, which mean a tone and no words. */
const EMOTICON = /^(?:[:;=8][-^']?[DPpOoXx3S]|[xX]D|\\o\/|¯\\_\(ツ\)_\/¯)$/u

/** Punctuation behind a word. */
const CLOSING = /[.,;:!?…"'“”‘’«»()[\]{}*_–—|]/u

function partsOf(token: string): TokenParts {
  const text = plain(token)
  if (EMOTICON.test(token)) return { lead: '', core: '', tail: '' }
  const lead = /^["'“”‘’«»„()[\]{}*_¡¿•–—|]*(?:-+(?!\d|[$£€¥₹.>]|$))?/u.exec(text)?.[0] ?? ''
  const rest = text.slice(lead.length)
  // The marks of inches and years are no quotes.
  if (/^\d+(?:\.\d+)?"$/u.test(text)) return { lead: '', core: text, tail: '' }
  const year = /^['‘](\d\ds?)([.,;:!?)]*)$/u.exec(text)
  if (year) return { lead: '', core: `'${year[1]}`, tail: year[2] ?? '' }
  const end = startOfTail(rest, CLOSING)
  const [core, tail] = [rest.slice(0, end), rest.slice(end)]
  // A dash alone, before a name that starts with a dot, or around nothing.
  if (core === '' && /^\.\p{L}/u.test(rest)) return { lead, core: rest, tail: '' }
  return { lead, core: core.replace(/(?<=[^-])-+$/u, ''), tail: tail + (/[^-]-+$/u.test(core) ? '-' : '') }
}

/** A lone dash or an opening bracket asks for a rest before it. */
function asideBefore({ lead, core }: TokenParts): Mark | null {
  if (/[([]/u.test(lead)) return '('
  return core === '' && /[-–—]/u.test(lead) ? '—' : null
}

/** Longer tokens are no notation that anyone writes: they are read piece by piece. */
const LONGEST_NOTATION = 100

/**
 * The longest address that people put into a text is shorter. Beyond it a token is read in stretches,
 * each by itself, so that no pattern ever sees more of it than that.
 */
const LONGEST_TOKEN = 400

const STRETCH = new RegExp(`.{1,${LONGEST_NOTATION}}`, 'gsu')

function stretchesOf(core: string): readonly string[] {
  return core.match(STRETCH) ?? []
}

/** Nearly every token is a word and nothing else: no notation needs to be looked for. */
function isOrdinary(core: string, { previous, tail }: Neighbours): boolean {
  return (
    /^(?![ivx]+$)[a-z]+$/u.test(core) && !/[\d$£€¥]|^(?:sq|cu|fl)$/u.test(previous) && !tail.startsWith('.')
  )
}

function sayToken({ core }: TokenParts, around: Neighbours): string {
  if (core === '') return ''
  const wanted = sayWanted(core, around)
  if (wanted !== null) return wanted
  if (isOrdinary(core, around)) return SOUNDS_LIKE.get(core) ?? core
  if (core.length > LONGEST_TOKEN)
    return stretchesOf(core)
      .map((part) => sayWord(part, around))
      .join(' ')
  if (core.length > LONGEST_NOTATION) return sayWord(core, around)
  return (
    sayAbbreviation(core, around) ??
    SOUNDS_LIKE.get(core.toLowerCase()) ??
    sayRoman(core, around) ??
    sayNumeric(core, around) ??
    sayWord(core, around)
  )
}

/** A word as the account wants it said, also with the s of its owner. */
function sayWanted(core: string, { pronunciation }: Neighbours): string | null {
  const whole = pronunciation(core)
  if (whole !== null) return whole
  const [, owner = ''] = /^(.+)'s?$/u.exec(core) ?? []
  const said = owner === '' ? null : pronunciation(owner)
  return said === null ? null : `${said}'s`
}

function sayRun(
  kind: DigitRun,
  index: number,
  cores: readonly string[],
  runs: ReadonlyMap<number, DigitRun>,
): string {
  const core = cores[index] ?? ''
  if (kind === 'digits') return `${core.startsWith('+') ? 'plus ' : ''}${digits(core)}`
  if (runs.get(index - 1) === 'thousands') return ''
  let end = index
  while (runs.get(end) === 'thousands') end += 1
  return quantity(cores.slice(index, end).join(''))
}

/** What marks ask for, the longest rest first. */
const MARKS: readonly (readonly [written: RegExp, mark: Mark])[] = [
  [/…|\.\.\./u, '…'],
  [/;/u, ';'],
  [/:/u, ':'],
  [/[—–|]/u, '—'],
  [/\?/u, '?'],
  [/!/u, '!'],
  [/[)\]]/u, ')'],
  [/[,.]/u, ','],
]

/** The dot of an abbreviation, a unit or an initial is part of the word: it asks for no rest. */
function markAfter({ core, tail }: TokenParts, around: Neighbours): Mark | null {
  const isShort =
    tail.startsWith('.') &&
    (sayAbbreviation(core, around) !== null ||
      isDottedAcronym(core) ||
      (/^\p{Lu}$/u.test(core) && /^\p{Lu}/u.test(around.next)) ||
      (unitOf(core) !== undefined && /\d$/u.test(around.previous) && /^\p{Ll}/u.test(around.next)))
  const marks = isShort ? tail.slice(1) : tail
  return MARKS.find(([written]) => written.test(marks))?.[1] ?? null
}
