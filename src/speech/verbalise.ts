import { ABBREVIATIONS, SOUNDS_LIKE } from './lexicon.ts'
import { sayNumeric } from './say-numeric.ts'
import { isDottedAcronym, sayWord } from './say-word.ts'
import type { Neighbours } from './tokens.ts'

/** What is pronounced for a token of the script. */
export interface SpokenToken {
  /** ASCII letters and apostrophes; empty when the token is silent, as an emoji is. */
  readonly words: readonly string[]
  /** The script asks for a short rest after the token. */
  readonly pauseAfter: boolean
}

/** Longer words are no words; pieces of this length keep the engine's memory and time in bounds. */
const LONGEST_WORD = 40

/**
 * Says how each token of a sentence is pronounced in English: numbers, money, dates, units,
 * addresses and abbreviations in words. Nothing is added, left out or put in another order
 * beyond that; a token without anything English to pronounce stays silent.
 *
 * @param tokens the white-space separated tokens of one sentence, as written.
 * @returns one entry for each token.
 */
export function verbalise(tokens: readonly string[]): SpokenToken[] {
  const parts = tokens.map(partsOf)
  const letters = tokens.join('').replaceAll(/[^\p{Lu}\p{Ll}]/gu, '')
  const allCapitals = letters.length > SHORTEST_SHOUT && !/\p{Ll}/u.test(letters)
  return parts.map((part, index) => {
    const following = parts[index + 1]
    const around = { previous: parts[index - 1]?.core ?? '', next: following?.core ?? '', allCapitals }
    return {
      words: pronounceable(sayToken(part, around)),
      pauseAfter: restsAfter(part, around) || (following !== undefined && opensAside(following)),
    }
  })
}

/** Fewer capitals than this may be a single acronym rather than a sentence in capitals. */
const SHORTEST_SHOUT = 8

interface TokenParts {
  readonly lead: string
  readonly core: string
  readonly tail: string
}

function partsOf(token: string): TokenParts {
  const text = plain(token)
  const lead = /^["'“”‘’«»()[\]{}*¡¿•–—|]*(?:-(?!\d|[$£€¥₹.]))*/u.exec(text)?.[0] ?? ''
  const rest = text.slice(lead.length)
  const tail = /[.,;:!?…"'“”‘’«»()[\]{}*–—|-]*$/u.exec(rest)?.[0] ?? ''
  return { lead, core: rest.slice(0, rest.length - tail.length), tail }
}

/** A lone dash or an opening bracket asks for a rest before it. */
function opensAside({ lead, core }: TokenParts): boolean {
  return /[([]/u.test(lead) || (core === '' && /[-–—]/u.test(lead))
}

function sayToken({ core, tail }: TokenParts, around: Neighbours): string {
  if (core === '') return ''
  const short = tail.startsWith('.') ? sayAbbreviation(core, around) : null
  return short ?? SOUNDS_LIKE.get(core.toLowerCase()) ?? sayNumeric(core, around) ?? sayWord(core, around)
}

/** The dot of an abbreviation is part of the word: it asks for no rest. */
function restsAfter({ core, tail }: TokenParts, around: Neighbours): boolean {
  const isShort = tail.startsWith('.') && (sayAbbreviation(core, around) !== null || isDottedAcronym(core))
  return /[,;:.!?…)\]—–]/u.test(isShort ? tail.slice(1) : tail)
}

function sayAbbreviation(core: string, { next }: Neighbours): string | null {
  const found = ABBREVIATIONS.get(`${core.toLowerCase()}.`)
  if (!found) return null
  const fits =
    found.place === 'anywhere' ||
    (found.place === 'before a name' ? /^\p{Lu}/u.test(next) : /^[#\d]/u.test(next))
  return fits ? found.say : null
}

/** Vulgar fractions, which a compatibility decomposition would glue to the digit before them. */
const FRACTIONS = new Map([
  ['½', '1/2'],
  ['⅓', '1/3'],
  ['⅔', '2/3'],
  ['¼', '1/4'],
  ['¾', '3/4'],
])

/**
 * One spelling for each character: no control, formatting or joining characters, plain quotes and
 * minus signs, full-width and styled letters made ordinary.
 */
function plain(token: string): string {
  return token
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[½⅓⅔¼¾]/gu, (char) => ` ${FRACTIONS.get(char) ?? ''}`)
    .replaceAll(/[^²³]+/gu, (run) => run.normalize('NFKC'))
    .replaceAll(/[’ʼ]/gu, "'")
    .replaceAll(/[−‐‑]/gu, '-')
    .trim()
}

/** Letters that no decomposition takes apart. */
const LIGATURES = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'th'],
  ['þ', 'th'],
  ['ı', 'i'],
])

/** Accents off, anything that is not a word of the engine's alphabet out. */
function pronounceable(spoken: string): string[] {
  return spoken
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/giu, (char) => LIGATURES.get(char.toLowerCase()) ?? '')
    .replaceAll(/[^A-Za-z']+/gu, ' ')
    .split(' ')
    .map((word) => word.replaceAll(/^'+|'+$/gu, ''))
    .filter((word) => word !== '')
    .flatMap((word) => word.match(PIECES) ?? [])
}

const PIECES = new RegExp(`.{1,${LONGEST_WORD}}`, 'gu')
