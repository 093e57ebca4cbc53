import { bare, isVowel } from '../languages/arpabet.ts'

/** A symbol as the model counts it, and the phone of the word that it writes. */
export interface Symbol {
  readonly id: number
  /** Index of the phone in the word's pronunciation. */
  readonly phone: number
}

/** The model's numbers of the symbols that English needs, out of the 114 of its `config.json`. */
export const SYMBOL_IDS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ',': 3,
    '.': 4,
    '!': 5,
    '?': 6,
    ' ': 16,
    A: 24,
    I: 25,
    O: 31,
    T: 36,
    W: 39,
    Y: 41,
    ᵊ: 42,
    b: 44,
    d: 46,
    f: 48,
    h: 50,
    i: 51,
    j: 52,
    k: 53,
    l: 54,
    m: 55,
    n: 56,
    p: 58,
    s: 61,
    t: 62,
    u: 63,
    v: 64,
    w: 65,
    z: 68,
    ɑ: 69,
    ɐ: 70,
    æ: 72,
    ɔ: 76,
    ð: 81,
    ʤ: 82,
    ə: 83,
    ɛ: 86,
    ɜ: 87,
    ɡ: 92,
    ɪ: 102,
    ŋ: 112,
    θ: 119,
    ɹ: 123,
    ʃ: 131,
    ʧ: 133,
    ʊ: 135,
    ʌ: 138,
    ʒ: 147,
    ˈ: 156,
    ˌ: 157,
    ᵻ: 177,
  }),
)

/** Vowels when they are not reduced. The capitals are diphthongs of the model's alphabet. */
const VOWELS: ReadonlyMap<string, string> = new Map([
  ['AA', 'ɑ'],
  ['AE', 'æ'],
  ['AH', 'ʌ'],
  ['AO', 'ɔ'],
  ['AW', 'W'],
  ['AX', 'ɐ'],
  ['AY', 'I'],
  ['EH', 'ɛ'],
  ['ER', 'ɜɹ'],
  ['EY', 'A'],
  ['IH', 'ɪ'],
  ['IY', 'i'],
  ['OW', 'O'],
  ['OY', 'Y'],
  ['UH', 'ʊ'],
  ['UW', 'u'],
])

const CONSONANTS: ReadonlyMap<string, string> = new Map([
  ['B', 'b'],
  ['CH', 'ʧ'],
  ['D', 'd'],
  ['DH', 'ð'],
  ['F', 'f'],
  ['G', 'ɡ'],
  ['HH', 'h'],
  ['JH', 'ʤ'],
  ['K', 'k'],
  ['L', 'l'],
  ['M', 'm'],
  ['N', 'n'],
  ['NG', 'ŋ'],
  ['P', 'p'],
  ['R', 'ɹ'],
  ['S', 's'],
  ['SH', 'ʃ'],
  ['T', 't'],
  ['TH', 'θ'],
  ['V', 'v'],
  ['W', 'w'],
  ['Y', 'j'],
  ['Z', 'z'],
  ['ZH', 'ʒ'],
])

const STRESS_MARKS: ReadonlyMap<string, string> = new Map([
  ['1', 'ˈ'],
  ['2', 'ˌ'],
])

/** Consonants after which an unstressed vowel melts into an l. */
const BEFORE_DARK_L = new Set('B CH D DH F G JH K M N NG P S SH T TH V Z ZH'.split(' '))
/** Consonants after which the vowel of a last -ed or -es is the one of "wanted" and "roses". */
const BEFORE_ENDING = new Set('T D S Z SH ZH CH JH'.split(' '))

/**
 * The symbols of a word, in the spelling the model was trained on: the mark of stress right before
 * the vowel, the sounds of American English that depend on their neighbours written out.
 *
 * @param phones of the ARPAbet; vowels with a digit for their stress (0 none and reduced, 1 primary,
 *   2 secondary), or without one for a full vowel that is not stressed.
 */
export function symbolsOf(phones: readonly string[]): Symbol[] {
  return phones.flatMap((phone, index) =>
    [...spelling(phones, index, phone)].map((symbol) => ({ id: SYMBOL_IDS.get(symbol) ?? 0, phone: index })),
  )
}

function spelling(phones: readonly string[], index: number, phone: string): string {
  const kind = bare(phone)
  const vowel = VOWELS.get(kind)
  if (vowel === undefined) return isFlap(phones, index) ? 'T' : (CONSONANTS.get(kind) ?? '')
  const stress = phone.slice(kind.length)
  return (STRESS_MARKS.get(stress) ?? '') + (stress === '0' ? reduced(phones, index, kind, vowel) : vowel)
}

function reduced(phones: readonly string[], index: number, kind: string, vowel: string): string {
  const before = phones[index - 1] ?? ''
  const after = phones[index + 1] ?? ''
  const closes = !isVowel(phones[index + 2])
  if (kind === 'ER') return 'əɹ'
  if (kind === 'AH') {
    const melts =
      (after === 'L' && BEFORE_DARK_L.has(before)) || (after === 'N' && (before === 'T' || before === 'D'))
    return melts && closes ? 'ᵊ' : 'ə'
  }
  const isEnding = index === phones.length - 2 && (after === 'D' || after === 'Z')
  return kind === 'IH' && isEnding && BEFORE_ENDING.has(before) ? 'ᵻ' : vowel
}

/** The t of "better" and "party": between a vowel or r and a vowel without stress, not before -n. */
function isFlap(phones: readonly string[], index: number): boolean {
  const [before, phone, after, next] = phones.slice(Math.max(0, index - 1), index + 3)
  if (index === 0 || phone !== 'T') return false
  const follows = isVowel(before) || before === 'R'
  return follows && after?.endsWith('0') === true && !(after === 'AH0' && next === 'N')
}
